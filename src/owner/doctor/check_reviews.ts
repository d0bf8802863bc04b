/**
 * Whether business and reviews are as an owner would want them published.
 *
 * @module
 */

import { UNNAMED_BUSINESS } from "../../import/mod.ts";
import { transparencyOf } from "../../publication/mod.ts";
import { type Business, counted, foldText, groupedDigits, maskPersonalData } from "../../review/mod.ts";
import {
  type DoubtfulCopies,
  type PublishedRow,
  readBusiness,
  readDoubtfulCopies,
  readJobRecords,
  readStatistics,
  type Statistics,
  type Store,
  type UnverifiedReview,
} from "../../store/mod.ts";
import { checkCopies } from "./check_copies.ts";
import { advice, type Finding, fine, type Remedy } from "./finding.ts";

/** Findings on business and reviews; each published review is read once. */
export async function checkReviews(store: Store): Promise<Finding[]> {
  const business = (await readBusiness(store))?.profile;
  if (business === undefined) return [advice("reviews", "none yet; import some")];
  const { tallies, revision } = await readStatistics(store);
  const copies = await readDoubtfulCopies(store);
  const rows = await store.editions.read(({ reviews }) => examine(reviews, copies));
  return [
    ...checkBusiness(business),
    ...checkTerms(business, tallies),
    ...checkUnverified(tallies),
    ...checkJobRecords(await readJobRecords(store)),
    ...checkStars(tallies),
    ...checkCopies(copies.pairs),
    ...rows,
    fine("reviews", `${groupedDigits(transparencyOf(tallies).published)} published at revision ${revision}`),
  ];
}

function checkBusiness({ name, is_sample, time_zone, technicians, services, license }: Business): Finding[] {
  const findings: Finding[] = [];
  // Stored by an older release it is not there.
  if (!license) {
    findings.push(advice("licence", "none declared, so nobody may reuse the data; set license of the business"));
  }
  if (is_sample) findings.push(advice("business", "this is the sample; your first import replaces it"));
  if (name === UNNAMED_BUSINESS) findings.push(advice("business", "it has no name yet", "name_business"));
  if (time_zone === "UTC") {
    findings.push(
      advice("time zone", "UTC, so late reviews may get the next day's date; set time_zone of the business"),
    );
  }
  if (technicians.length === 0) findings.push(advice("catalog", "no technicians", "suggest_technicians"));
  if (services.length === 0) findings.push(advice("catalog", "no services, so none are found in reviews"));
  return findings;
}

/** Reviews of another site may stay under its terms, whatever the licence of the whole says. */
function checkTerms({ sources = [] }: Business, tallies: Tallies): Finding[] {
  const declared = new Set(["direct", ...sources.map(({ name }) => name)]);
  const found = new Set(tallies.filter(({ withheld }) => withheld === null).map(({ source }) => source));
  const open = [...found].filter((source) => !declared.has(source)).sort();
  if (open.length === 0) return [];
  return [advice("terms", `no terms declared for reviews from ${open.join(", ")}; set sources of the business`)];
}

type Tallies = Statistics["tallies"];

function checkUnverified(tallies: Tallies): Finding[] {
  const waiting = tallies
    .filter(({ withheld, isCopy }) => withheld === "unverified" && !isCopy)
    .reduce((sum, each) => sum + each.count, 0);
  if (waiting === 0) return [];
  return [advice("verification", `${counted(waiting, "review")} not verified and so not published`, "verify_reviews")];
}

/** Until release 1.0 a shortened name against any one customer was taken for proof. */
function checkJobRecords(doubtful: readonly UnverifiedReview[]): Finding[] {
  if (doubtful.length === 0) return [];
  const reviews = counted(doubtful.length, "review");
  const count = doubtful.length === 1 ? "counts" : "count";
  return [advice("job records", `${reviews} ${count} as verified by a shortened name alone`, "recheck_job_records")];
}

/** How much larger the withheld part of bad reviews may be than that of good ones, and from how many reviews on. */
const FAIR_DIFFERENCE = 0.1;
const ENOUGH = 5;

/** Readers are promised that ratings are no reason to withhold. */
function checkStars(tallies: Tallies): Finding[] {
  const counted = tallies.filter(({ isCopy }) => !isCopy);
  const low = shareWithheld(counted.filter(({ rating }) => rating <= 2));
  const high = shareWithheld(counted.filter(({ rating }) => rating >= 4));
  if (low.kept < ENOUGH || low.share - high.share <= FAIR_DIFFERENCE) return [];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    advice(
      "fairness",
      `${percent(low.share)} of bad ratings are withheld, but ${percent(high.share)} of good ones; everybody can see that`,
    ),
  ];
}

function shareWithheld(tallies: Tallies): { kept: number; share: number } {
  const sum = (some: Tallies) => some.reduce((total, each) => total + each.count, 0);
  const kept = sum(tallies);
  return { kept, share: kept === 0 ? 0 : sum(tallies.filter(({ withheld }) => withheld !== null)) / kept };
}

const MOST_NAMED = 5;
/** Texts shorter than this are alike by chance. */
const SHORTEST_DUPLICATE = 40;

async function examine(pages: AsyncIterable<readonly PublishedRow[]>, copies: DoubtfulCopies): Promise<Finding[]> {
  const examination = new Examination(copies);
  for await (const page of pages) for (const row of page) examination.look(row);
  return examination.findings();
}

class Examination {
  readonly #translated: string[] = [];
  readonly #personal: string[] = [];
  readonly #duplicates: string[] = [];
  readonly #firstWith = new Map<string, string>();
  readonly #areParted: DoubtfulCopies["areParted"];
  readonly #doubtful: ReadonlySet<string>;

  constructor({ pairs, areParted }: DoubtfulCopies) {
    this.#areParted = areParted;
    this.#doubtful = new Set(pairs.map(([one, other]) => `${one.id} ${other.id}`));
  }

  look({ id, text, translationText, title, replyText, authorName }: PublishedRow): void {
    if (/\((?:Translated by Google|Original)\)/.test(`${text}\n${replyText ?? ""}`)) this.#translated.push(id);
    if ([text, translationText, title, replyText].some((each) => maskPersonalData(each ?? "").redactions.length > 0)) {
      this.#personal.push(id);
    }
    if (text.length < SHORTEST_DUPLICATE) return;
    const key = `${foldText(authorName)}\0${foldText(text)}`;
    const first = this.#firstWith.get(key);
    if (first === undefined) this.#firstWith.set(key, id);
    else if (!this.#isAsked(id, first)) this.#duplicates.push(`${id} = ${first}`);
  }

  /** Whether the owner has said that two reviews are different customers', or is asked so. */
  #isAsked(one: string, other: string): boolean {
    return this.#areParted(one, other) || this.#doubtful.has([one, other].sort().join(" "));
  }

  findings(): Finding[] {
    return [
      ...found("translations", "Google's translation marks are left in", this.#translated),
      ...found("privacy", "e-mail addresses or telephone numbers are left in", this.#personal),
      ...found("duplicates", "the same words by the same author:", this.#duplicates, "remove_duplicates"),
    ];
  }
}

function found(about: string, message: string, ids: readonly string[], remedy?: Remedy): Finding[] {
  if (ids.length === 0) return [];
  const more = ids.length > MOST_NAMED ? ` and ${groupedDigits(ids.length - MOST_NAMED)} more` : "";
  return [advice(about, `${message} ${ids.slice(0, MOST_NAMED).join(", ")}${more}`, remedy)];
}
