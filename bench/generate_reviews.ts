/**
 * Generated reviews for benches: as long and as repetitive as real ones, and the same at every run.
 *
 * Texts have 311 characters on average (40 to 900) and draw from 12,000 made-up words by Zipf's law with exponent 1.05,
 * as the words of a language do.
 */
import { createSeededRandom } from "../test/support/seeded_random.ts";

/** What a goodword JSON file says of the business, in the shape of /reviews.json. */
export const generatedBusiness = {
  name: "Bench Home Services",
  type: "Plumber",
  technicians: [
    "Dana Whitfield",
    "Luis Ortega",
    "Priya Nair",
    "Tom Becker",
    "Aisha Khan",
    "Marek Novak",
    "Grace Liu",
    "Omar Haddad",
    "Sofia Rossi",
    "Ben Carter",
    "Ines Duarte",
    "Jonas Lind",
  ].map((name) => ({ name })),
  services: [
    "drain-cleaning",
    "leak-repair",
    "water-heater",
    "boiler-service",
    "toilet-repair",
    "faucet-installation",
    "sewer-line",
    "repiping",
    "sump-pump",
    "gas-line",
    "ac-repair",
    "ac-installation",
    "furnace-repair",
    "duct-cleaning",
    "heat-pump",
    "thermostat",
    "water-softener",
    "bathroom-remodel",
    "emergency-callout",
    "annual-inspection",
  ].map((id) => ({ id, name: id.replaceAll("-", " ") })),
  service_areas: [
    "Ashford",
    "Brookvale",
    "Cedar Hill",
    "Dunmore",
    "Eastbank",
    "Fairview",
    "Glenwood",
    "Harbor Point",
    "Ironbridge",
    "Juniper Flats",
  ].map((name) => ({ name })),
  time_zone: "UTC",
  language: "en",
};

/** A review as a goodword JSON file has it. */
export interface GeneratedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string;
  /** Stated, since such words would be taken for those of fifty languages. */
  readonly language: string;
  readonly author: { readonly name: string };
  readonly source: { readonly name: string };
  readonly verification: { readonly method: "job_record"; readonly date: string };
  readonly mentions: {
    readonly technicians: readonly string[];
    readonly services: readonly string[];
    readonly service_areas: readonly string[];
  };
}

/** What half of the reviews also say, so that there are judgements of aspects to search by. */
const REMARKS = [
  "The price was very fair.",
  "Far too expensive for what was done.",
  "They arrived right on time.",
  "Nobody showed up and nobody called back.",
  "The technician explained everything clearly.",
  "They left the kitchen filthy.",
  "Very clean work, no mess at all.",
  "Rude and unprofessional on the phone.",
  "Friendly, polite and professional.",
  "The leak came back after two days.",
  "Excellent workmanship, it works perfectly.",
  "They tried to sell me parts that I did not need.",
];

const VOCABULARY_SIZE = 12_000;
const ZIPF_EXPONENT = 1.05;
const SOURCES = ["google", "facebook", "yelp", "website"];
/** Share of reviews with at most this many stars, 1 to 5. */
const RATINGS_UP_TO = [0.06, 0.1, 0.17, 0.36, 1];
const DAYS = 6 * 365;
const LAST_DAY = Date.UTC(2026, 5, 30);
const DAY_MS = 86_400_000;

/** Yields `count` reviews, newest first. Equal arguments give equal reviews. */
export function* generateReviews(count: number, seed: number): Iterable<GeneratedReview> {
  const random = randomNumbers(seed);
  const words = generateVocabulary();
  const drawWord = zipfDraw(words, random);
  for (let index = 0; index < count; index++) {
    const day = Math.floor((index * DAYS) / count);
    yield generateReview(`r${String(index).padStart(7, "0")}`, dateBefore(day), random, drawWord);
  }
}

/** The words that texts are made of, most frequent first; does not depend on the seed of the reviews. */
export function generateVocabulary(): string[] {
  const random = randomNumbers(7);
  const words = new Set<string>();
  while (words.size < VOCABULARY_SIZE) words.add(generateWord(random, words.size));
  return [...words];
}

/** Numbers in [0, 1) from a seed. */
export function randomNumbers(seed: number): () => number {
  return createSeededRandom(seed).number;
}

function generateReview(id: string, date: string, random: () => number, drawWord: () => string): GeneratedReview {
  return {
    id,
    date,
    rating: 1 + RATINGS_UP_TO.findIndex(draws(random())),
    text: generateText(random, drawWord),
    language: generatedBusiness.language,
    author: { name: `${pick("ABCDEFGHIJKLMNOPRSTW", random)}. ${pick("ABCDEFGHIJKLMNOPRSTW", random)}.` },
    source: { name: pick(SOURCES, random) },
    verification: { method: "job_record", date },
    mentions: {
      technicians: random() < 0.6 ? [pick(generatedBusiness.technicians, random).name] : [],
      services: random() < 0.8 ? [pick(generatedBusiness.services, random).id] : [],
      service_areas: [],
    },
  };
}

function draws(number: number): (upTo: number) => boolean {
  return (upTo) => number < upTo;
}

/** Sentences of 4 to 15 words. The length is skewed towards short texts: its mean is 311. */
function generateText(random: () => number, drawWord: () => string): string {
  const target = 40 + 860 * random() ** 2.22;
  let text = "";
  let wordsLeft = 0;
  while (text.length < target) {
    const startsSentence = wordsLeft === 0;
    if (startsSentence) wordsLeft = 4 + Math.floor(random() * 12);
    const word = drawWord();
    text += (text && " ") + (startsSentence ? word[0]!.toUpperCase() + word.slice(1) : word);
    if (--wordsLeft === 0) text += ".";
  }
  if (random() < 0.5) text += ` ${pick(REMARKS, random)}`;
  return text.slice(0, 900);
}

/** Frequent words are short, as in a language. */
function generateWord(random: () => number, rank: number): string {
  const syllables = rank < 60 ? 1 : rank < 1500 ? 2 : 2 + Math.floor(random() * 2);
  let word = "";
  for (let syllable = 0; syllable < syllables; syllable++) {
    word += pick(ONSETS, random) + pick("aeiou", random) + pick(CODAS, random);
  }
  return word;
}

const ONSETS = "b bl br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w y z".split(" ");
const CODAS = ["", "", "", "n", "r", "s", "t", "l", "m", "d", "ck", "ng", "st"];

function zipfDraw(words: readonly string[], random: () => number): () => string {
  const cumulative = new Float64Array(words.length);
  let sum = 0;
  for (let rank = 0; rank < words.length; rank++) cumulative[rank] = sum += 1 / (rank + 1) ** ZIPF_EXPONENT;
  return () => {
    const number = random() * sum;
    let low = 0;
    let high = words.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cumulative[middle]! <= number) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
}

function dateBefore(days: number): string {
  return new Date(LAST_DAY - days * DAY_MS).toISOString().slice(0, 10);
}

function pick<T>(choices: ArrayLike<T>, random: () => number): T {
  return choices[Math.floor(random() * choices.length)]!;
}
