/**
 * Opinion words of reviews, on the scale of the VADER list (-4 to 4); they replace its values.
 *
 * Zero takes a word out: it has an opinion elsewhere, but none in a review of a service.
 *
 * @module
 */
type Row = readonly [value: number, words: string];

/** Opinion words grouped by valence, separated by whitespace. */
export const OPINION_WORDS: readonly Row[] = [
  [
    3.4,
    `outstanding superb phenomenal exceptional fantastic amazing awesome incredible magnificent flawless flawlessly
    impeccable impeccably stellar spectacular exquisite sensational unbeatable extraordinary divine perfection
    perfectly perfect excellent excellently wonderful wonderfully brilliant brilliantly marvelous marvellous
    fabulous heavenly sublime best finest amazingly fantastically superbly exceptionally beautifully terrific
    unmatched unparalleled unrivaled godsend lifesaver lifesavers gem mindblowing unreal faultless faultlessly
    splendid splendidly delightful delightfully masterful masterfully mesmerizing remarkable remarkably scrumptious
    superior bravo kudos topnotch yummiest tastiest friendliest nicest loveliest`,
  ],
  [
    2.7,
    `great love loved loves loving lovely beautiful gorgeous delicious yummy scrummy mouthwatering delectable
    delighted thrilled impressed impressive impressively impress immaculate immaculately spotless spotlessly
    pristine enjoyable enjoyed enjoy enjoying enjoys pleasure pleasurable favorite favourite favorites favourites
    highly recommended recommend recommends recommending ecstatic grateful thankful appreciated appreciate
    appreciates appreciative blessed treat addictive craveable seamless seamlessly seamlessness hospitable
    hospitality luxurious luxury superlative elegant elegantly stunning stunningly breathtaking smoothly sparkling
    sparkle sparkles sparkled meticulous meticulously conscientious conscientiously trustworthy exemplary admirable
    charming charmed talented genius wizard pros pro rockstar rockstars winner winners exceeded exceeds exceed
    surpassed surpasses wow wowed sumptuous succulent sensual flavorful flavoursome flavourful toothsome masterpiece
    joy blast hooked thrill treats commended commendable applaud stylish hero heroes angel angels legend magician
    magic magical perfected glad happily happy happier happiest pleased satisfied satisfying satisfies satisfaction
    thanks thank thankyou courteous courteously attentive attentively attentiveness caring considerate considerately
    thoughtful thoughtfully respectful respectfully gracious graciously welcoming polite politely cordial kindness
    kindly personable amicable accommodating obliging knowledgeable knowledgable knowledgeably professionalism
    professional professionally proffesional skilled skillful skilful skillfully expert expertly expertise honest
    honestly integrity honesty transparent transparency reliable reliably dependable trusted ethical efficient
    efficiently efficiency promptly prompt punctual punctuality swiftly swift speedy speedily thorough thoroughly
    thoroughness tidy tidily neatly detailed craftsmanship workmanlike patient patiently patience reassuring
    reassured painless painlessly effortless effortlessly affordable affordably inexpensive reasonable reasonably
    bargain steal comfy cozy cosy comfortable comfortably relaxing relaxed serene spacious roomy generous generously
    convenient conveniently helpful helpfulness friendly friendliness hardworking diligent diligently proficient
    cheerful jovial warmly smiling smiley responsive responsiveness proactive proactively competent competently
    capable ingenious innovative versatile sturdy durable robust snappy zippy intuitive responsive lightweight sleek
    vibrant crisp crispy fluffy refreshing refreshed refreshingly authentic homemade juicy moist tender creamy
    aromatic fragrant tasty perfecto superfast speediest plush ambient romantic picturesque scenic idyllic memorable
    unforgettable unique bonus complimentary upgraded deserves deserve deserved deserving sincere sincerely genuine
    genuinely humble passionate dedicated dedication devoted committed loyal classy`,
  ],
  [
    2.0,
    `good nice nicely well fun cool fresh freshly clean cleaner cleanly cleanest quick quickly quicker quickest fast
    faster fastest easy easily easier easiest smooth solid decent fair quiet quieter peaceful calm calming bright
    modern improved improvement improves improving upbeat interesting entertaining worth worthwhile worthy likable
    likeable liked likes pleasant pleasantly pleasing pleasantness handy useful helped helps helping informative
    informed insightful organized organised timely flexible flexibility cheap cheaper cheapest cute sweet pretty
    attractive inviting trendy hip lively cheery festive eclectic ample abundant plentiful bountiful hearty filling
    safe safely secure stable steady delivers upgrade upgrades powerful stylishly portable compact improvements
    bigger brighter sharper clearer clear clearly crystal precise precisely accurate accurately correct correctly
    properly quality supportive energetic enthusiastic enthusiasm fascinating appealing adorable charm creative
    creatively inventive imaginative fancy distinctive varied rich savory savoury zesty tangy buttery hits excelled
    excels excel shine shines shined shiny victory success successful successfully succeeded win wins achieved
    praise praised compliments compliment complimented rewarded reward vouch trusting comforting comforted
    accommodated accommodates accommodate upfront straightforward candid fairness resolved solved solves remedied
    sorted mended rectified thriving bliss blissful ease relief relieved courteousness polished tasteful tastefully
    welcome welcomed welcomes gentle gently careful carefully mindful conscious respected respectable reputable
    established seasoned veteran knowledge attention precision consistent consistently hygienic sanitized neat
    revived restored rescued saved saves yum mmm mmmm delish wonders superstar ace standout exciting excited excite
    thrilling`,
  ],
  [
    1.3,
    `fine acceptable adequate adequately functional functions satisfactory alright fair fairly available big large
    huge tall wide ample central nearby walkable quirky interesting recommendable better works functioning
    warm new newer newly latest updated renovated refurbished plenty agreeable passable fulfilled thanking smile
    smiled smiles kind joked chatty talkative listened listens calmly free included save reassure recommendable
    extra gift complement complements`,
  ],
  [
    -1.1,
    `mediocre average meh lukewarm overrated unimpressive unimpressed underwhelming underwhelmed uninspired
    uninspiring bland ordinary lackluster lacklustre forgettable uneventful outdated dated tired worn small tiny
    cramped cluttered crowded noisy loud dark dim narrow basic plain dull boring limited minimal missing late slow
    slower slowly sluggish laggy lag lagging lags pricey pricy costly expensive overpriced steep salty oily greasy
    soggy dry chewy tough bitter sour undercooked overcooked burnt burned stale tasteless flavorless flavourless
    watery watered frozen colder inconvenient awkward awkwardly confusing confused unclear vague hesitant distracted
    inattentive uncomfortable lumpy thin stiff stuffy musty smelly stinky stink stinks stunk damp humid scruffy
    shabby grubby threadbare faded scratched scratches dented stained stains stain chipped peeling cracked mold
    mould mouldy moldy leaky leaking leaks creaky squeaky rattling clunky flimsy cheaply bulky heavy glitchy buggy
    glitches glitch bugs inconsistent uneven disorganized disorganised chaotic chaos hectic rushed rushing hurried
    unprepared understaffed unattended neglected outdated wasteful needlessly unnecessary unneeded tedious wrong
    wrongly incorrect incorrectly mistake mistakes mistaken error errors oversight issues issue problems problem
    trouble troubles troublesome complaint complaints complained complaining complain concerns concerned fault
    faults faulty flaw flaws flawed defect defects defective damaged damages damage broken broke breaking breaks
    stuck jammed crashed crashes crash freezes froze freezing overheats overheating overheat dies died dead delayed
    delays delay waited waiting queue queues hassle headache headaches pain nuisance disruptive disruption annoyance
    inconvenience inconvenienced regret regretted regrets pity shame unfortunately unfortunate sadly sad unhappy
    dissatisfied dissapointed dissatisfying displeased displeasing unsatisfied unsatisfactory unpleasant
    unpleasantly disappointing dissapointing dissappointing disappointment disappointments disappointed
    disappointingly letdown subpar inferior downhill worse worsened worsening lacking weak poor poorly unfriendly
    unhelpful unwelcoming aloof snobby snooty pretentious unresponsive uncommunicative unreliable unorganized
    impersonal curt abrupt dismissive indifferent uncaring careless carelessly sloppy sloppily haphazard haphazardly
    shoddy messy untidy dirty dirtier dusty muddy questionable suspicious sketchy dodgy shady fishy skeptical
    doubtful hesitated misled misleading leftover unfinished incomplete undone postponed overlooked ignored ignoring
    ignores forgot forgotten forgets neglecting dropped misplaced lost loses crooked lopsided misaligned unlevel
    upset upsetting frustrated frustrating frustration frustrations annoyed annoying irritating irritated irritable
    tacky gimmicky kitschy gaudy dingy drab dreary depressing bare sparse unappetizing unappealing unattractive`,
  ],
  [
    -2.3,
    `bad badly rude rudely rudeness arrogant obnoxious hostile condescending patronizing patronising disrespectful
    disrespected discourteous impolite belligerent aggressive aggressively nasty mean snarky surly grumpy sullen
    unprofessional unprofessionally unprofessionalism unacceptable inexcusable incompetent incompetence
    incompetently inept clueless ignorant useless worthless pointless joke ridiculous absurd ludicrous laughable
    pathetic sucks sucked suck lousy crappy crap cruddy rubbish garbage trash junk mess waste wasted wasting
    nightmare nightmares hell disaster disasters disastrous fiasco failure failures fail failed fails failing angry
    furious fuming livid irate outraged appalled disgusted disgusting disgustingly gross grossed nauseating inedible
    rancid rotten spoiled vile foul revolting filthy grimy unsanitary unhygienic roaches cockroach cockroaches roach
    rats mice bedbugs infested sick poisoning sickening dishonest dishonestly dishonesty deceptive deceived
    deceitful deceiving shameful disgrace disgraceful embarrassing embarrassed embarrassment insulting insulted
    insult overcharged overcharge overcharging overcharges upcharged gouging gouged extortionate exorbitant
    outrageous outrageously astronomical ripoff unethical unscrupulous predatory pushy pressured upsell upselling
    upsold botched bungled butchered mishandled misdiagnosed misdiagnosis mismanaged negligent negligence reckless
    dangerous unsafe hazardous hazard threatened threatening threats yelled yelling shouted shouting screamed
    screaming cursed cursing smirked bullied harassed harassing harassment avoid avoided beware refuses refused
    refusing refuse denied denies ruined ruin ruins ruining wrecked destroyed destroys flooded soaked ghosted
    vanished abandoned stranded unresolved unsolved unanswered unreturned unreachable unusable unplayable unlivable
    unbearable intolerable miserable miserably misery dreadful dreadfully unwilling uncooperative dump dive
    craptastic blah ugh yuck yucky eww ew overflowing reeked reeks reeking cheated cheating cheats cheat lied lies
    lying liar liars crook crooks thief thieves theft stole stolen steals con conned swindled defrauded sue lawsuit
    bs bullshit damn atrocity boo`,
  ],
  [
    -3.3,
    `terrible terribly horrible horribly horrid horrendous horrendously awful awfully atrocious abysmal abysmally
    appalling appallingly worst scam scammed scammer scammers scams scamming fraud fraudulent criminal criminals
    deplorable despicable hideous hateful hated hate hates loathe detest disgust unforgivable diabolical ghastly
    horrific horrifying catastrophe catastrophic crooks unspeakable bedbug vomit vomited putrid`,
  ],
  [
    0,
    `like please friend friends party number hand emergency fire hot energy yes want wants wanted ready sure solution
    solutions security credit god dear serious seriously matter matters leave leaving stop stops stopped cut drop
    drops chance straight value values low lower higher pay paid pays share shared alone demand natural special
    specials bloody drunk play playing played interest interests number entertain greet greeted join joined
    challenge challenges promise promises promised help agree agreed admit original feeling feelings true top block
    blocks blocked tank shock shots shot crush battle fight war kill killer killed grand grandma gain opportunity
    natural natures heart hug feel definite certain certainly certain significant intense important luck ha hahaha
    haha lol lmao numbers cheese strong strongly alarm alarms gas no hid hide check checks charge charges charged
    thirsty hungry starving gravy commit champagne wine arrested prison grave jewel treasure sentence warning warned
    warn relieving rob increased increase allow allowed allows hope hoped hoping hopeful hopefully wish wished
    accept accepted accepts active adventure ability benefit benefits comedy cry dare desire desired doubt dream
    dreams engage engaged fan fans fantasy favor focused freedom game granted greatness humor humorous innocent
    inspire inspiration launched legal mercy motivated natural novel optimistic peace positive prepared pressure
    profit progress prosperity protect protected protection proud resolve resolves respect scared shake share
    sheltered tears tension united vision vitality wealth wealthy virtue violence violent tried try struck strike
    suffering straightening stress touted tout trick uncertain undecided unconcerned unsure urgent warfare worried
    worry worries worrying anxious anxiety afraid nervous fear fears accident accidents disability disease infection
    injury injured pains sorrow lone lonely isolated bomb attacks attack criticism critic critics cruel deaf defeat
    demanding deny destruct doom debt devil dumping excuse excuses exclude flood flooding crack cracks steam kick
    kicks hurts hurt punish numb missed miss misses apologize apologized apologizing apology apologies sorry forgive
    forgave forced force enforce isolate enemy evil gun harm harmed harsh conflict crisis discount discounted`,
  ],
  [
    -1.1,
    "improve overdue refurb refurbishment refurbishing redecoration redecorating tlc wasent needs-work erratic driest tasteless rubbery",
  ],
  [
    -2,
    "ghetto pricy-for overhyped skimpy inattentive unattentive belittling condom rubbery ruder lazier pushier clowns freezing scorching blaring",
  ],
  [2, "accommodating cosiest comfiest diverse ergonomic seamlessly outshine outshines slick"],
  [0.5, "upgrade upgrades works new newer better huge updated refurbished nearby cleaning improvements"],
  [
    0,
    `quality variety speed support supports supported extended functions function performance means geek geeks
    growing pita slaw isolation isolated win general sharing dumplings dumpling xp xd ill desktop cooling isolator
    classic extra angel sin lie con mean meaning mad minimal luckily surely treated care heavy impression informed
    lobby strange lucky spirit took teas bar escape snobs holiday fitness holidays comfort funky`,
  ],
  [
    2.2,
    `adept astounding engaged gifted glowing legit miraculous orderly painstaking painstakingly resourceful savvy
    sensible sterling tireless tirelessly understanding unflappable upstanding whiz craftsman artisan crackerjack
    breeze finesse boon`,
  ],
  [1, "proper willing humorous businesslike stickler"],
  [
    -1.1,
    `backward backwards blunt corroded crumbling dangling deficient dripping flickering gripe gruff hasty inaccurate
    inexperienced invasive jagged mishap noncommittal overbearing racket rough rusted sagging scuffed setback slack
    squabble tardy temperamental unskilled warped wobbly`,
  ],
  [
    -2.2,
    `blunder brusque combative crummy daft debacle egregious evasive eyesore flaky flippant fumbling harsh phony
    preachy scatterbrained seedy shifty slipshod slob substandard underhanded unkempt vulgar`,
  ],
  [0, "cleanliness respectively"],
  [0, "clearly"],
  [-1.1, "rush leaning streaks torn"],
  [
    -1.9,
    `uncomfortable poor poorly shabby grubby dirty dirtier smelly stinky stink stinks stunk unhelpful unfriendly unwelcoming
    worse worsened disappointing disappointed disappointment disappointments unreliable unresponsive uncaring indifferent
    careless carelessly sloppy sloppily shoddy messy moldy mouldy mold unclean misled misleading neglected dissatisfied
    unsatisfactory unsatisfied inferior subpar substandard tasteless stale soggy flavorless faulty defective ignored
    ignoring ignores dismissive disorganized chaotic understaffed worn cramped outdated dated tired scruffy dingy`,
  ],
  [1.5, "modern decent cheap cheaper cheapest spacious roomy fast faster"],
  [0.5, "large big huge portable compact central wide tall ample"],
  [
    -2.2,
    `dilapidated decrepit derelict ramshackle grotty unpalatable haughty mildewed fusty pongy skint shonky slapdash botchy
    bungling hamfisted ham-fisted negligently uninhabitable unfit knackered unserviceable crappiest shite bollocks fucking
    asinine idiots brainless witless gormless surliness snotty snippy stroppy shirty testy accusatory unapologetic callous
    merciless vindictive malicious unscrupulously exploitative exploitation extortion scandalously unjustified
    unjustifiable unwarranted unreasonable unreasonably unfairly harrowing demoralising demoralizing exasperating
    grasping rapacious tightfisted paltry meagre meager measly filthiest scruffiest tattiest`,
  ],
  [
    -1.5,
    `tatty claustrophobic spartan tiresome bleak soulless sterile tepid stodgy congealed leathery offhand disinterested
    uninterested robotic rickety wonky mildew whiffy din unwashed sticky gritty cheapo clumsy clumsily lax defunct
    inoperable inoperative nonfunctional malfunction malfunctioned malfunctioning malfunctions kaput busted bust clapped
    slowest noisiest coldest unhelpfully unwillingness grudgingly begrudgingly huffy tetchy ratty fleecing steepest
    pricier overcrowded overheated underpowered underheated unlit unheated uncooked unripe unventilated airless stifling
    sweltering frigid draughty drafty sodden waterlogged drenched calamitous unsettling unnerving disconcerting
    concerning offputting off-putting irksome cumbersome laborious convoluted complicated bewildering perplexing baffling
    nonsensical illogical counterproductive bureaucratic bureaucracy inflexible pigheaded antiquated archaic prehistoric`,
  ],
  [
    2.2,
    `opulent swish chirpy bubbly skilfully deftly adeptly punctually willingly tactful tactfully discreet discreetly
    unobtrusive unobtrusively scrupulous scrupulously candidly openly transparently articulate communicative approachable
    affable congenial amiable amenable empathic well-mannered mannerly gentlemanly ladylike watertight airtight
    bulletproof hassle-free stress-free worry-free trouble-free timesaving uplifting rejuvenating revitalised revitalized
    rejuvenated transformed gleaming spick lustrous luscious picture-perfect jaw-dropping awe-inspiring astonishing
    flabbergasted gobsmacked unhurried unflustered rock-solid`,
  ],
  [
    1.2,
    "airy homely quaint handily diplomatic sensibly practical pragmatic qualified rugged snug toasty economical lush verdant glossy silky",
  ],
  [1.8, "tiptoed"],
  [
    0,
    `watered lowest dreading dreaded dread fearing feared braced skeptical sceptical hesitant doubtful wary apprehensive
    reluctant`,
  ],
  [
    -1.4,
    "sighed sighs huffed grunted tutted groaned grumbled drips leaks clogs squeaks rattles wobbles sticks jams flickers overflows gurgles creaks sags peels squeals",
  ],
  [0, "goods issued class classes rules upgrade upgrades upgraded"],
];
