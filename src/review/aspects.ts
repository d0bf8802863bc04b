/** The twelve aspects of home services by id and name, apart from shapes: quick to load. */
export const ASPECT_IDS = [
  "punctuality",
  "scheduling",
  "responsiveness",
  "communication",
  "professionalism",
  "expertise",
  "workmanship",
  "problem_resolution",
  "speed",
  "price_value",
  "cleanliness",
  "honesty",
] as const;
/** One of the twelve aspects a review is judged on. */
export type AspectId = (typeof ASPECT_IDS)[number];

/** What an author may give stars to beside the whole, and the aspect that these stars judge. */
export const RATED_ASPECTS = {
  punctuality: "punctuality",
  workmanship: "workmanship",
  price: "price_value",
  cleanliness: "cleanliness",
} as const satisfies Readonly<Record<string, AspectId>>;
/** A member of `aspect_ratings`. */
export type RatedAspect = keyof typeof RATED_ASPECTS;

/** Which way a judgement goes; `unclear` when nothing is certain enough to be said. */
export const ASPECT_SENTIMENTS = ["positive", "negative", "mixed", "unclear"] as const;

/** How an aspect is spoken of. */
interface AspectWords {
  /** As shown. */
  readonly name: string;
  /** What answers and sentences of the summary call it. */
  readonly topic: string;
  /** What a headline says is praised, or criticised. */
  readonly praised: string;
  readonly criticised: string;
}

export const ASPECT_NAMES: Readonly<Record<AspectId, AspectWords>> = {
  punctuality: {
    name: "Punctuality",
    topic: "arriving on time",
    praised: "arriving on time",
    criticised: "coming late",
  },
  scheduling: {
    name: "Scheduling",
    topic: "booking and appointments",
    praised: "easy appointments",
    criticised: "trouble with appointments",
  },
  responsiveness: {
    name: "Responsiveness",
    topic: "answering and calling back",
    praised: "quick answers",
    criticised: "being hard to reach",
  },
  communication: {
    name: "Communication",
    topic: "explaining and keeping customers informed",
    praised: "good explanations",
    criticised: "poor communication",
  },
  professionalism: {
    name: "Professionalism",
    topic: "how the staff treat people",
    praised: "friendly staff",
    criticised: "how the staff treat people",
  },
  expertise: {
    name: "Expertise",
    topic: "knowledge and diagnosis",
    praised: "know-how",
    criticised: "lack of know-how",
  },
  workmanship: { name: "Workmanship", topic: "the quality of the work", praised: "good work", criticised: "poor work" },
  problem_resolution: {
    name: "Problem resolution",
    topic: "putting things right",
    praised: "putting things right",
    criticised: "leaving problems unsolved",
  },
  speed: { name: "Speed", topic: "how fast the work is done", praised: "fast service", criticised: "slow service" },
  price_value: { name: "Price and value", topic: "price and value", praised: "fair prices", criticised: "high prices" },
  cleanliness: {
    name: "Cleanliness",
    topic: "tidiness and care of the home",
    praised: "tidiness",
    criticised: "dirt and mess",
  },
  honesty: { name: "Honesty", topic: "honest advice", praised: "honest advice", criticised: "lack of honesty" },
};
