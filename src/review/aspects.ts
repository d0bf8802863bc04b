/** The twelve aspects of home services by id and name. */
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

/** Each aspect's name in the data, in English; catalogues name it for readers. */
export const ASPECT_NAMES: Readonly<Record<AspectId, string>> = {
  punctuality: "Punctuality",
  scheduling: "Scheduling",
  responsiveness: "Responsiveness",
  communication: "Communication",
  professionalism: "Professionalism",
  expertise: "Expertise",
  workmanship: "Workmanship",
  problem_resolution: "Problem resolution",
  speed: "Speed",
  price_value: "Price and value",
  cleanliness: "Cleanliness",
  honesty: "Honesty",
};
