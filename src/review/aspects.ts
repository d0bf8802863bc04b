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
export type AspectId = (typeof ASPECT_IDS)[number];

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
