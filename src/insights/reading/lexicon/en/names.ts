/**
 * What tells a technician's name from a word, a month, a company, a street or a relative.
 *
 * @module
 */
const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** First names that are words, places or months too: they need a cue beside them. */
export const AMBIGUOUS_NAMES =
  set(`will mark grant bill art rob hope grace chase rich frank drew pat sue miles reed skip guy rusty
  sandy jack max ray dale lane rose wade young may june april august summer dusty faith joy heath cliff dean duke ford
  forest glen gene hank hunter iris ivy jade jay jean jet lance lee lily lou mason melody nick norm olive pearl peg penny
  pierce page piper price rick robin rod roman ruby sage sean sky sterling stone tanner tate teddy tony trip troy van vic victor
  violet woody wren angel autumn bishop brandy brook buddy buck bud carol cash chip christian clay cole colt cooper crystal daisy
  dawn destiny dick don drew earl eve florence fox ginger harmony harry hazel holly honey houston jasper jersey josh kitty
  london marina marshall mercy merry paris porter prince rocky royal savannah scout star dallas austin
  charity israel jordan madison phoenix sharp wilder zion`);

/** Words that make a name of what follows within two tokens. */
export const BEFORE_CUES =
  set(`tech technician technicians plumber electrician roofer painter installer guy gentleman man with thanks
  thank you for named name and ask asked request requested our by to both had foreman manager mr shout out kudos sent met
  meet called like recommend shoutout owner crew tell told`);

/** Words that make a name of what comes right before. */
export const AFTER_CUES =
  set(`was is came did fixed explained arrived and from has had took showed went made gave got answered called installed
  replaced repaired found knew diagnosed worked helped walked kept left does always really even cleaned listened treated sent
  responded spent returned completed finished handled were who checked told said quickly spotted noticed suggested recommended offered saved drew laid knows knew does can could also even stopped stayed spoke cared cleaned treats explains goes went arrives comes`);

/** Months that are also first names. */
export const MONTHS = set("may june april august");
/** Words that, directly before one of {@link MONTHS}, mean the month. */
export const MONTH_CUES = set(
  "in since until till last early late mid by of this next before after during from through and or",
);

/** Capitalized words that turn the name before them into a company: "Mike Plumbing". */
export const COMPANY_WORDS =
  set(`plumbing heating cooling hvac electric electrical roofing painting services service air mechanical drain
  drains sewer construction contracting remodeling moving movers cleaning landscaping company co inc llc and & sons bros
  brothers hardware supply home homes pest locksmith restoration builders garage pizza deli bar grill auto tire`);

/** Capitalized words that turn the name before them into a street: "Grant Avenue". */
export const STREET_WORDS = set(
  "street st avenue ave road rd lane ln drive dr court ct boulevard blvd way place pl circle",
);

/** Words that mark the name after them as someone the author knows: "my husband Mike". */
export const RELATIVES =
  set(`husband wife son daughter brother sister father mother dad mom uncle aunt cousin friend neighbor neighbour boss
  roommate partner boyfriend girlfriend fiance fiancee grandson grandmother grandfather nephew niece dog cat tenant realtor`);
