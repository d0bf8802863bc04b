/**
 * Words that mean much the same in a review of a home-services firm, for the sentence model: what it learns of "nobody answers" it then
 * knows of "no one picks up". A word belongs to the first class that lists it.
 *
 * @module
 */

/** The class whose words turn the meaning of what follows around. */
export const NEGATING_CLASS = "none";

/** Words by class, parted by blanks. */
export const MEANING_CLASSES: Readonly<Record<string, string>> = {
  none: "not no never nobody none nothing neither nor without cannot can't won't didn't doesn't don't isn't wasn't weren't wouldn't couldn't haven't hasn't hadn't zero barely hardly refused refuse refuses failed fail fails impossible unable lack lacking",
  staff:
    "engineer technician tech plumber fitter electrician installer mechanic roofer guy guys man men lad lads worker workers crew team employee employees staff tradesman tradesmen craftsman craftsmen contractor contractors apprentice trainee journeyman colleague colleagues people person specialist specialists master foreman serviceman",
  office:
    "receptionist secretary dispatcher office lady manager management boss owner reception desk customer-service csr clerk operator hotline",
  firm: "company firm business outfit corporation service provider agency",
  reach:
    "reach reached reaching contact contacted contacting hold through call called calling calls phone phoned phoning ring rang ringing rung telephone email emails emailed mail message messages messaged text texted voicemail voicemails write wrote written inquiry inquiries enquiry enquiries request requests",
  answer:
    "answer answered answers answering reply replied replies respond responded responds response reaction react reacted reacts return returned callback feedback pick picks picked",
  quote: "quote quotes quoted estimate estimates offer offers quotation bid",
  bill: "bill billed bills invoice invoiced invoices charge charged charges charging pay paid paying payment fee fees cost costs deposit",
  price:
    "price prices priced pricing cheap cheaper expensive overpriced pricey affordable inexpensive dear dearer steep value money euro euros pound pounds dollar dollars rate rates",
  late: "late later delay delayed delays overdue tardy",
  wait: "wait waited waiting waits",
  duration: "minute minutes hour hours day days week weeks month months year years",
  come: "come came coming comes show showed shown turn turned arrive arrived appear appeared arrives",
  appointment:
    "appointment appointments date dates slot visit booking schedule scheduled reschedule rescheduled booked window",
  cancel: "cancel cancelled canceled postponed postpone moved",
  forget: "forgot forgotten forget missed miss lost overlooked",
  rude: "rude rudely unfriendly arrogant impolite disrespectful condescending cheeky nasty snotty grumpy insolent aggressive hostile patronising patronizing abusive insulting",
  kind: "friendly polite courteous nice kind pleasant respectful helpful lovely personable accommodating cheerful friendliness obliging cordial",
  expert: "competent knowledgeable expert skilled experienced competence expertise knowledge qualified trained",
  inept: "incompetent clueless inexperienced untrained unqualified amateur amateurs overwhelmed",
  fault: "fault error problem issue cause leak defect defects defective",
  find: "find found identify identified diagnose diagnosed locate located recognise recognised recognize recognized detect detected spot spotted",
  fix: "fix fixed fixes repair repaired repairs solve solved remedied remedy rectified rectify correct corrected sorted sort resolved resolve",
  break: "broke broken break breaks leaks leaked leaking drip drips dripping damaged damage faulty",
  again: "again still another second third fourth twice",
  device:
    "boiler heating heater furnace ac pump tap faucet toilet sink shower radiator thermostat water pipe system unit dishwasher valve seal bathroom bath",
  work: "work workmanship job execution installation quality result results craftsmanship performance",
  good: "great excellent top good outstanding flawless perfect perfectly fantastic brilliant superb first-class amazing wonderful neat careful thorough impeccable",
  bad: "bad poor shoddy sloppy botched terrible awful horrible careless amateurish worst lousy miserable poorly badly",
  fast: "fast quick quickly swift swiftly prompt promptly speedy rapid efficient efficiently immediately instantly immediate",
  slow: "slow slowly forever ages eternity long drag drags dragged",
  clean: "clean cleaned cleanly tidy tidied spotless vacuumed cleaning cleanliness swept",
  dirt: "dirt dirty mess messy dust dusty mud muddy filthy filth debris rubbish rubble stains unclean",
  explain:
    "explain explained explains explaining explanation inform informed told advise advised advice consultation information informative communicate communication mention mentioned",
  lie: "lie lied lies liar liars dishonest cheat cheated cheats fraud fraudsters scam scammers tricked trick ripped rip-off ripoff untrustworthy dubious shady",
  honest: "honest honestly trustworthy integrity transparent trust sincere",
  warranty: "warranty guarantee refund refunded complaint complained complaints complain goodwill compensation",
  promise: "promise promised promises agreed agreement",
  emergency: "emergency emergencies weekend sunday saturday holiday christmas night",
  punctual: "punctual punctuality time early o'clock sharp dot",
};
