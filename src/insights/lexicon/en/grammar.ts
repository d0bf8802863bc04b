/** The closed classes of English that the rules lean on. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words whose trailing period does not end a sentence. */
export const ABBREVIATIONS = words("mr mrs ms dr st ave inc no vs etc approx dept jr sr co ltd a.m p.m e.g i.e sq ft");

/** Words that turn the argument; the clause after them weighs more, the one before less. */
export const CONTRASTS = words(
  "but however although though yet while whereas except unfortunately nevertheless nonetheless otherwise thankfully luckily fortunately sadly despite instead unless until",
);

/** Words that make an exception of what is said beside them: "the only downside", "a little late". */
export const HEDGES = words(
  "only bit little slightly somewhat minor downside drawback complaint gripe negative niggle wish quite fairly rather shame pity",
);

/** Pronouns and contractions that open a new clause after a comma or conjunction. */
export const SUBJECTS = words(
  "i we he she they it you there this that these those who everyone everything nobody someone i'm i've i'd i'll we've we're we'd we'll he's she's it's they're they've that's there's you're you'll he'd they'd they'll he'll she'll its",
);

/** Words that introduce a noun phrase. */
export const DETERMINERS = words(
  "the a an my our his her their your its this that these those another some any no every each both all",
);

/** Auxiliaries and common verbs that mark the preceding words as a subject. */
export const AUXILIARIES = words(
  `was were is are am be been had has have did does do will would could can may might should must
  wasn't weren't isn't aren't hadn't hasn't haven't didn't doesn't don't won't wouldn't couldn't can't
  came went got took made gave said told left showed arrived called fixed did seemed looked felt tasted worked works
  looks seems feels comes goes gets takes makes needs needed kept keeps broke started stopped tried wanted`,
);

/** Words that turn the opinion after them around. */
export const NEGATORS = words(
  `not no never none nobody nothing neither nor nowhere without hardly barely scarcely rarely seldom
  n't don't didn't doesn't wasn't weren't isn't aren't couldn't wouldn't shouldn't hasn't haven't hadn't won't can't
  ain't mustn't needn't cant lacked lacking lacks lack minus zero unable nope isnt no-one fails failed refused refuses`,
);

/** Numbers that phrases mean by `#`, beside those written in digits. */
export const NUMBER_WORDS = words(
  `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen eighteen twenty thirty
  forty fifty sixty ninety several many multiple numerous countless hundred dozen couple few`,
);

/** Words that may stand inside any phrase without changing it: "did not even really fix". */
export const LOOSE_WORDS = words(
  `really even actually ever once just also simply literally basically very so quite pretty totally completely absolutely
  truly honestly apparently definitely all`,
);

/** After these a negator does not negate: "not only", "no doubt". */
export const NOT_NEGATED_BEFORE = words("only just merely doubt wonder matter surprise sooner mention");

/** Factor on the next opinion word. */
export const INTENSIFIERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    very: 1.3,
    really: 1.25,
    extremely: 1.5,
    incredibly: 1.5,
    super: 1.35,
    so: 1.25,
    absolutely: 1.4,
    totally: 1.3,
    completely: 1.35,
    highly: 1.35,
    especially: 1.2,
    exceptionally: 1.5,
    extraordinarily: 1.5,
    truly: 1.3,
    most: 1.25,
    quite: 1.1,
    pretty: 1.05,
    particularly: 1.2,
    remarkably: 1.35,
    such: 1.15,
    insanely: 1.4,
    amazingly: 1.4,
    utterly: 1.4,
    terribly: 1.3,
    awfully: 1.3,
    unbelievably: 1.4,
    ridiculously: 1.4,
    beyond: 1.3,
    always: 1.15,
    consistently: 1.2,
    way: 1.2,
    much: 1.2,
    far: 1.2,
    even: 1.05,
    definitely: 1.2,
    thoroughly: 1.25,
    genuinely: 1.2,
    fairly: 0.85,
    somewhat: 0.65,
    slightly: 0.6,
    rather: 0.9,
    little: 0.65,
    bit: 0.65,
    kinda: 0.7,
    sorta: 0.7,
    almost: 0.75,
    mostly: 0.85,
    relatively: 0.8,
    moderately: 0.75,
    sometimes: 0.6,
    occasionally: 0.6,
    partly: 0.6,
  }),
);

/** Before these the reach of a term's own clause weakens: what follows is about another thing. */
export const PREPOSITIONS = words("with for from after before during because when since of in at on by about to");

/** Words that complaints are told with: they lean a whole text, and say nothing of a single term. */
export const COMPLAINT_WORDS = words(
  `told asked again another never why refund refunded least should paid pay manager no nothing only had because through
  until after when waiting hour hours minutes please said says supposed phone email emailed rather instead even if old`,
);

/** Words that praise is told with. */
export const PRAISE_WORDS = words(
  "always both overall value offered provided special especially variety every everything little bit quite expected compared",
);

/** Small words that stories are told with; a long story is more often a complaint than praise. */
export const STORY_WORDS = words(
  `had have my get go make take they when after until off or two where once just that there this up another then finally
  before tried without allowed called i it you we us me will are open`,
);
