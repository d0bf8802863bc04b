/**
 * Measures how often a job proves a review that it has nothing to do with, and how often a true one is missed.
 *
 * The wrong ones are counted against another firm's job list of the same dates: whatever it proves is false. The missed ones
 * are counted against the firm's own list, in which part of the customers' data is missing or written differently.
 */

import type { Random } from "../src/platform.ts";
import {
  type ContactHashes,
  type ContactKind,
  contactHasher,
  type FinishedJob,
  judgeProofs,
  type Proof,
  type ReviewToProve,
  shownName,
} from "../src/review/mod.ts";
import { createSeededRandom } from "../test/support/seeded_random.ts";
import { createNames } from "./american_names.ts";
import type { Figure, PartReport } from "./figures.ts";

const CUSTOMERS = 10_000;
const YEAR = 365;
const NOTHING = { technicians: [], services: [], service_areas: [] };
const STRENGTHS = ["invoice", "contact", "name_and_date"] as const;

interface Customer {
  readonly name: string;
  readonly day: number;
  readonly marks: Readonly<Record<Exclude<ContactKind, "name">, string>>;
}

export async function benchVerification(): Promise<PartReport> {
  const random = createSeededRandom(20_261_122);
  const [own, other] = [createFirm(random), createFirm(random)];
  const foreign = other.map((customer, row) => jobOf(customer, row));
  const shortened = judgeProofs(
    own.map((each, at) => reviewOf(each, at, [])),
    foreign,
  );
  const whole = judgeProofs(
    own.map((each, at) => reviewOf(each, at, ["name"])),
    foreign,
  );
  const found = STRENGTHS.map((strength) => recallOf(own, strength, random));
  const figures: Figure[] = [
    { name: "false job_record, shortened names", value: proofs(shortened), unit: "of 10,000", goal: { atMost: 0 } },
    { name: "their near misses, for the owner", value: shortened.length, unit: "of 10,000" },
    { name: "false job_record, whole names", value: proofs(whole), unit: "of 10,000" },
    ...found,
  ];
  return { part: "verification", figures, notes: [NOTE] };
}

const NOTE =
  "Missed: customers of the firm's own list whose review carries the mark, as another form writes it; one in ten jobs has none.";

function proofs(judged: readonly Proof[]): number {
  return judged.filter(({ kind }) => kind === "proof").length;
}

/** How many of the firm's own customers are found by one kind of mark, and how many of those by another's job. */
function recallOf(own: readonly Customer[], strength: (typeof STRENGTHS)[number], random: Random): Figure {
  const kinds: readonly ContactKind[] =
    strength === "invoice" ? ["invoice"] : strength === "contact" ? ["email", "telephone"] : ["name"];
  const jobs = own.map((customer, row) => jobOf(customer, row, random.number() < 0.1 ? [] : kinds));
  const judged = judgeProofs(
    own.map((each, at) => reviewOf(each, at, kinds)),
    jobs,
  );
  const right = judged.filter(({ kind, review, job }) => kind === "proof" && review.id === `r${job.row}`).length;
  const wrong = proofs(judged) - right;
  const missed = (CUSTOMERS - right) / CUSTOMERS;
  return { name: `missed by ${strength} (${wrong} by another customer's job)`, value: missed, unit: "share" };
}

function createFirm(random: Random): Customer[] {
  const nextName = createNames(random);
  return Array.from({ length: CUSTOMERS }, (): Customer => {
    const number = () => Math.floor(random.number() * 1e9);
    const name = nextName();
    const invoice = `INV-${String(number()).padStart(6, "0")}`;
    const email = `${name.replace(" ", ".").toLowerCase()}${number() % 1000}@mail.example`;
    const telephone = `${200 + (number() % 700)}${String(number() % 1e7).padStart(7, "0")}`;
    return { name, day: Math.floor(random.number() * YEAR), marks: { invoice, email, telephone } };
  });
}

const hash = contactHasher(new Uint8Array(32).fill(7));

function marksOf(values: Readonly<Partial<Record<ContactKind, string>>>): ContactHashes {
  const hashed: Partial<Record<ContactKind, string>> = {};
  for (const [kind, value] of Object.entries(values) as [ContactKind, string][]) {
    const mark = hash(kind, value);
    if (mark !== null) hashed[kind] = mark;
  }
  return hashed;
}

function pick(customer: Customer, kinds: readonly ContactKind[], write: (value: string) => string): ContactHashes {
  const all = { ...customer.marks, name: customer.name };
  return marksOf(Object.fromEntries(kinds.map((kind) => [kind, write(all[kind])])));
}

function reviewOf(customer: Customer, at: number, kinds: readonly ContactKind[]): ReviewToProve {
  const shown = shownName(customer.name, "first_last_initial");
  return {
    id: `r${at}`,
    date: dateOf(customer.day + 5),
    authorName: shown.name,
    isAnonymous: shown.isAnonymous,
    marks: pick(customer, kinds, (value) => value.toUpperCase()),
    mentions: NOTHING,
    copyOf: null,
    datePrecision: null,
  };
}

function jobOf(customer: Customer, row: number, kinds: readonly ContactKind[] = ["name"]): FinishedJob {
  const [first = "", last = ""] = customer.name.split(" ");
  const listed = `${last}, ${first}`;
  const marks = pick(customer, kinds, (value) => (value === customer.name ? listed : value));
  return { row, date: dateOf(customer.day), customer: listed, marks, mentions: NOTHING };
}

function dateOf(day: number): string {
  return new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
}
