/**
 * Classes of words that phrases name by `@class`.
 *
 * @module
 */
import type { WordClasses } from "../../phrase_notation.ts";

/** Members of each `@class`, separated by spaces. */
export const WORD_CLASSES: WordClasses = {
  neg: `not never don't didn't doesn't wasn't weren't isn't aren't couldn't wouldn't won't can't hasn't haven't hadn't ain't cannot`,
  be: `is was are were be been being it's that's they're he's she's i'm we're isn't`,
  come: `come comes came coming`,
  go: `go goes went going gone`,
  get: `get gets got getting gotten`,
  give: `give gives gave giving given`,
  make: `make makes made making`,
  fix: `fix fixes fixed fixing repair repairs repaired repairing solve solves solved solving resolve resolves resolved
    resolving address addressed addresses remedied rectified corrected diagnosed diagnose diagnosing cleared clear unclogged
    stopped sealed patched located identified identify found figured cured tackled handled eliminated`,
  trouble: `problem problems issue issues leak leaks clog trouble fault faults mistake mistakes error errors damage mess
    break breaks blockage backup outage short noise smell squeak breakdown emergency emergencies hole drip rattle puzzle`,
  we: `i we us me they he she it you you'll i'll we'll`,
  person: `he she they guy guys technician tech technicians techs team crew staff company plumber electrician`,
  det: `a an the my our his her their your its this that these those any some`,
  will: `will would i'll we'll i'd we'd would'll wil gonna shall`,
  they: `he she they we you it he'd they'd she'd`,
  them: `us me him her them my our your in into`,
  fixed: `fixed repaired resolved solved rectified unclogged patched remedied mended sealed`,
  refuse: `refused refuses refusing refuse declined declines`,
  past: `called calls`,
  gets: `get gets getting`,
  stopped: `stopped`,
  number: `two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty several many multiple
    numerous countless 2 3 4 5 6 7 8 9 10 12 15 20 25 30 40 45 50 60 90`,
  place: `place company restaurant hotel airline airport business outfit firm contractor service here there again them`,
  hire: `hire hired hiring use used using call called calling book booked choose chose chosen picked pick`,
  adv: `very so really extremely super quite too always just absolutely totally completely truly pretty`,
};
