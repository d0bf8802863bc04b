/**
 * Measures how many copies of one customer's review on two sites are joined, and how many reviews of different customers.
 */

import type { Random } from "../src/platform.ts";
import {
  comparableReview,
  groupCopies,
  judgeCopies,
  type ReviewToJoin,
  recogniseSource,
  shownName,
} from "../src/review/mod.ts";
import { openEnvelope } from "../src/review/text.ts";
import { createSeededRandom } from "../test/support/seeded_random.ts";
import { createNames } from "./american_names.ts";
import type { PartReport } from "./figures.ts";

const PAIRS = 10_000;
const STRANGERS = 100_000;

const SPELLINGS = ["Google", "google maps", "Google reviews", "Avis Google", "https://maps.app.goo.gl/x"];
const OTHERS = ["Yelp", "facebook", "Angie's List", "Trust Pilot"];
const SHORT = [
  "Great job!",
  "Great service",
  "Highly recommend",
  "Very professional",
  "Excellent",
  "Thank you!",
  "Good work.",
];
const SUBJECTS = [
  "The plumber",
  "Their crew",
  "Our technician",
  "The office",
  "A young man named Luis",
  "Everybody there",
];
const DEEDS = [
  "found the leak",
  "replaced the water heater",
  "cleared the drain",
  "fixed the furnace",
  "answered on a Sunday",
];
const MANNERS = [
  "within the hour",
  "for less than the estimate",
  "without a mess",
  "and explained every step",
  "after two others had failed",
];

export async function benchCopies(): Promise<PartReport> {
  const random = createSeededRandom(2_611);
  const nextName = createNames(random);
  const joined = countPairs(PAIRS, () => copiesOf(random, nextName));
  const wrong = countPairs(STRANGERS, () => strangersOf(random, nextName));
  const many = Array.from({ length: STRANGERS }, (_, at) => reviewOf(random, nextName(), { id: `r${at}` }));
  const before = process.cpuUsage();
  groupCopies(many.map(comparableReview));
  const { user, system } = process.cpuUsage(before);
  return {
    part: "copies",
    figures: [
      { name: "copies joined", value: joined / PAIRS, unit: "share of 10,000 pairs", goal: { atLeast: 0.97 } },
      { name: "strangers joined", value: wrong, unit: "of 100,000 pairs", goal: { atMost: 0 } },
      { name: "grouping 100,000 reviews of two years", value: (user + system) / 1e6, unit: "s of CPU" },
    ],
    notes: [],
  };
}

function countPairs(count: number, next: () => readonly [ReviewToJoin, ReviewToJoin]): number {
  let joined = 0;
  for (let at = 0; at < count; at++) {
    const [one, other] = next().map(comparableReview);
    if (one !== undefined && other !== undefined && judgeCopies(one, other) === "copies") joined++;
  }
  return joined;
}

/** One review on two sites, changed as sites and people change it. */
function copiesOf(random: Random, nextName: () => string): readonly [ReviewToJoin, ReviewToJoin] {
  const one = reviewOf(random, nextName(), { source: recogniseSource(anyOf(random, SPELLINGS)) });
  const apart = Math.floor(random.number() * 7) - 3;
  const changes = [cut, mistype, dress, translateBack];
  const text =
    random.number() < 0.3 ? one.text : (changes[Math.floor(random.number() * changes.length)] ?? cut)(one.text, random);
  const authorName = random.number() < 0.2 ? (one.authorName.split(" ")[0] ?? "") : one.authorName;
  return [
    one,
    {
      ...one,
      id: "r2",
      source: recogniseSource(anyOf(random, OTHERS)),
      date: shifted(one.date, apart),
      text,
      authorName,
    },
  ];
}

/** Two customers on one day with a few words each, often the same. */
function strangersOf(random: Random, nextName: () => string): readonly [ReviewToJoin, ReviewToJoin] {
  const one = reviewOf(random, nextName(), { text: anyOf(random, SHORT) });
  const text = random.number() < 0.5 ? one.text : anyOf(random, SHORT);
  return [one, reviewOf(random, nextName(), { id: "r2", source: "yelp", date: one.date, text })];
}

function reviewOf(random: Random, name: string, fields: Partial<ReviewToJoin>): ReviewToJoin {
  const day = Math.floor(random.number() * 730);
  return {
    id: "r1",
    sourceId: null,
    source: random.number() < 0.5 ? "google" : "yelp",
    date: shifted("2024-01-01", day),
    rating: 5,
    authorName: shownName(name, "first_last_initial").name,
    isAnonymous: false,
    wholeNameHash: null,
    text: telling(random),
    ...fields,
  };
}

/** Two to nine sentences. */
function telling(random: Random): string {
  const sentence = () => `${anyOf(random, SUBJECTS)} ${anyOf(random, DEEDS)} ${anyOf(random, MANNERS)}.`;
  return Array.from({ length: 2 + Math.floor(random.number() * 8) }, sentence).join(" ");
}

/** Sites cut at 100 to 500 characters. */
function cut(text: string, random: Random): string {
  const length = 100 + Math.floor(random.number() * 400);
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;
}

/** One letter of fifty is another. */
function mistype(text: string, random: Random): string {
  return text.replace(/[a-z]/g, (letter) => (random.number() < 0.02 ? "x" : letter));
}

function dress(text: string, random: Random): string {
  return `${text.replaceAll(". ", random.number() < 0.5 ? "!  " : ".\n\n").replaceAll("'", "’")} 👍`;
}

/** As an import takes it out of either of Google's envelopes: the original beside a machine's translation. */
function translateBack(text: string, random: Random): string {
  const translation = text.replaceAll(/[aeiou]/g, "ä");
  const [first, last] = [
    `(Translated by Google) ${translation}\n\n(Original)\n${text}`,
    `${text}\n\n(Translated by Google)\n${translation}`,
  ];
  return openEnvelope(random.number() < 0.5 ? first : last).original ?? "";
}

function anyOf(random: Random, list: readonly string[]): string {
  return list[Math.floor(random.number() * list.length)] ?? "";
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
