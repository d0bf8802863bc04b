/** The names of aspects in the data. The catalogues of texts have the names for readers. */
export const ASPECT_NAMES = {
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
} as const;
export type AspectId = keyof typeof ASPECT_NAMES;
export const ASPECT_IDS = Object.keys(ASPECT_NAMES) as readonly AspectId[];

/** The aspects to which an author may give stars, and the ids that these stars count for. */
export const RATED_ASPECTS = {
  punctuality: "punctuality",
  workmanship: "workmanship",
  price: "price_value",
  cleanliness: "cleanliness",
} as const satisfies Readonly<Record<string, AspectId>>;
export type RatedAspect = keyof typeof RATED_ASPECTS;

/** The sentiment of a judgement; `unclear` if neither side is certain enough. */
export const ASPECT_SENTIMENTS = ["positive", "negative", "mixed", "unclear"] as const;
