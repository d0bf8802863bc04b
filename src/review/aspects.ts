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

/** Name of an aspect as shown, and what its FAQ and summary call it. */
export const ASPECT_NAMES: Readonly<Record<AspectId, { readonly name: string; readonly topic: string }>> = {
  punctuality: { name: "Punctuality", topic: "arriving on time" },
  scheduling: { name: "Scheduling", topic: "booking and appointments" },
  responsiveness: { name: "Responsiveness", topic: "answering and calling back" },
  communication: { name: "Communication", topic: "explaining and keeping customers informed" },
  professionalism: { name: "Professionalism", topic: "how the staff treat people" },
  expertise: { name: "Expertise", topic: "knowledge and diagnosis" },
  workmanship: { name: "Workmanship", topic: "the quality of the work" },
  problem_resolution: { name: "Problem resolution", topic: "putting things right" },
  speed: { name: "Speed", topic: "how fast the work is done" },
  price_value: { name: "Price and value", topic: "price and value" },
  cleanliness: { name: "Cleanliness", topic: "tidiness and care of the home" },
  honesty: { name: "Honesty", topic: "honest advice" },
};
