/** Builds everything that readers get from an edition, as plain data. Runs in a worker, and in tests without one. */

import { codedBodies } from "../../http/content_coding.ts";
import { digestOf } from "../../http/digest.ts";
import { PATHS, type Site } from "../../http/paths.ts";
import { type Document, type DocumentHead, makeDocument } from "../../http/representation.ts";
import { InsightsBuilder } from "../../insights/aggregation/insights_builder.ts";
import { judgeWith } from "../../insights/aggregation/judged_aspects.ts";
import { ENGINE_VERSION } from "../../insights/analysis/analysis.ts";
import type { Words } from "../../languages/words.ts";
import { catalogueLanguage, wordsFor } from "../../languages/words_for.ts";
import type { Business, BusinessRecord, RecordLog } from "../../review/mod.ts";
import type { Edition, PublishedRow } from "../../store/mod.ts";
import { utf8Bytes } from "../../utf8.ts";
import { openChanges } from "../changes_answer.ts";
import { type CollectGarbage, NO_SCRATCH, type Scratch } from "../columns.ts";
import { FEED_SIZE, type FeedUpdate, updatesFeed } from "../feeds/mod.ts";
import { PublicationBuilder, type PublicationData } from "../publication_builder.ts";
import { buildSearchIndex, type MovedRun } from "../search/build_search_index.ts";
import { documentHeads, type FeedParts, feedDocuments } from "./feed_documents.ts";
import { type Notary, publishLog } from "./log_documents.ts";
import {
  areInsightsUnchanged,
  basisOf,
  countOf,
  type DiffStep,
  type EditionBasis,
  insightsAt,
  stepsTo,
} from "./publication_diff.ts";
import { documentText, type PublishedParts } from "./published.ts";
import { type ReviewRecord, recordReader } from "./review_records.ts";
import { reviewsDocument } from "./reviews_document.ts";

export interface Publishing {
  readonly parts: PublishedParts;
  /** Taken over from the publication before. */
  readonly keptCount: number;
}

/** Analyses rows of an older engine or another catalog again. */
export type AnalystOf = (business: Business) => { readonly analyze: (row: PublishedRow) => string };

export interface PublishOptions {
  readonly site: Site;
  readonly analystOf: AnalystOf;
  /** Unchanged parts are copied from it; without it everything is built, to the same bytes. */
  readonly before?: PublishedParts | null;
  readonly notary?: Notary | null;
  /** Called after steps that leave much garbage, for which the runtime would let the heap double. */
  readonly collectGarbage?: CollectGarbage;
  /** Takes large parts of a whole build. */
  readonly scratch?: Scratch;
}

export async function publishEdition(
  edition: Edition,
  { site, analystOf, before = null, notary = null, collectGarbage = () => {}, scratch = NO_SCRATCH }: PublishOptions,
): Promise<Publishing> {
  const basis = await basisOf(edition, site);
  const { input, insightsBasis } = basis;
  const read = rowReader(basis, analystOf);
  const changed = before && (await collectChanged(edition, basis, { read, before }));
  const { builder, newest, insights, runs } =
    changed ?? (await collectAll(edition, basis, { read, collectGarbage, scratch }));
  const isLarge = runs.length === 0 && builder.count >= LARGE;
  const collectAfterStep = isLarge ? collectGarbage : () => {};
  const plainHead = documentHeads(site, edition.publishedAt, null, null);
  const log = await publishLog(await edition.log(), { site, notary, head: plainHead });
  // An export holds no key and signs nothing, but has the same content.
  const logged = { ...log.record, unsigned_since: null };
  const { data, searchInput } = builder.finish([
    ENGINE_VERSION,
    site.baseUrl,
    basis.overrides,
    basis.transparency,
    basis.record,
    logged,
  ]);
  const insightsJson = insights(data.contentDigest);
  collectAfterStep("all");
  const { business } = input;
  const words = wordsFor(business.language, business.address?.country);
  const head = documentHeads(site, edition.publishedAt, data.contentDigest, business.license);
  const { contentDigest } = data;
  const documents = [
    reviewsDocument(head(PATHS.reviews), data, { before, scratch, collectGarbage: collectAfterStep }),
    makeDocument(head(PATHS.insights), utf8Bytes(insightsJson)),
    makeDocument(head(PATHS.record), utf8Bytes(recordJson(basis, log.record, contentDigest))),
    ...log.documents,
    ...feedDocuments({ edition, site, business, words, newest, contentDigest, code: coderAfter(before) }),
    updatesDocument({ edition, site, business, words, data, head }),
  ];
  collectAfterStep("all");
  const index = buildSearchIndex(searchInput, {
    before: before && { index: before.index, runs },
    collectGarbage: collectAfterStep,
    scratch,
  });
  const keptCount = runs.reduce((sum, { count }) => sum + count, 0);
  return { parts: { data, index, insightsBasis, documents }, keptCount };
}

function recordJson({ record }: EditionBasis, log: RecordLog, revision: string): string {
  return `${JSON.stringify({ schema_version: 1, revision, ...record, log } satisfies BusinessRecord)}\n`;
}

/** Documents of the same bytes are not coded again. */
function coderAfter(before: PublishedParts | null): FeedParts["code"] {
  const known = new Map(before?.documents.map(({ digest, bodies }) => [digest, bodies]));
  return (bytes) => known.get(digestOf(bytes)) ?? codedBodies(bytes);
}

/** Readers never see an outdated finding. */
function rowReader({ wholeBusiness, overrides }: EditionBasis, analystOf: AnalystOf): ReadRow {
  const { keptAnalysis, recordOf } = recordReader(wholeBusiness, judgeWith(overrides));
  const { analyze } = analystOf(wholeBusiness);
  return (row) => recordOf(row, keptAnalysis(row) ?? analyze(row));
}

interface CollectedReviews {
  readonly builder: PublicationBuilder;
  readonly newest: readonly ReviewRecord[];
  /** `revision` names all that is published. */
  readonly insights: (revision: string) => string;
  /** New positions of reviews of the previous publication. */
  readonly runs: readonly MovedRun[];
}

type ReadRow = (row: PublishedRow) => ReviewRecord;

/** From so many reviews on, the garbage of each step is collected. */
const LARGE = 10_000;

/** Reviews read before the garbage of their rows is collected. */
const ROWS_OF_GARBAGE = 2500;
/** Reviews read before all garbage is. */
const ROWS_TO_COLLECT_ALL = 20_000;

async function collectAll(
  edition: Edition,
  basis: EditionBasis,
  {
    read,
    collectGarbage,
    scratch,
  }: { readonly read: ReadRow } & Required<Pick<PublishOptions, "collectGarbage" | "scratch">>,
): Promise<CollectedReviews> {
  const builder = new PublicationBuilder(basis.input, null, scratch);
  const counted = await countAll(edition, basis, (row) => {
    const count = builder.count + 1;
    if (count % ROWS_OF_GARBAGE === 0) collectGarbage(count % ROWS_TO_COLLECT_ALL === 0 ? "all" : "recent");
    const record = read(row);
    builder.add({ ...record, noted: row });
    return record;
  });
  return { builder, ...counted, runs: [] };
}

/** Null if the changes are unknown or too many. */
async function collectChanged(
  edition: Edition,
  basis: EditionBasis,
  { read, before }: { readonly read: ReadRow; readonly before: PublishedParts },
): Promise<CollectedReviews | null> {
  const steps = await stepsTo(edition, basis.input.history, before.data);
  if (steps === null || countOf(steps) !== basis.count) return null;
  const made = new Map(steps.flatMap((step) => (step.kind === "make" ? [[step, read(step.row)] as const] : [])));
  const { builder, runs } = built(steps, made, { basis, before });
  const areSameInsights =
    basis.insightsBasis === before.insightsBasis && areInsightsUnchanged(before.data, made, basis);
  if (!areSameInsights) return { builder, ...(await countAll(edition, basis, read)), runs };
  const insights = (revision: string) => insightsAt(documentText(before, PATHS.insights), revision);
  return { builder, newest: (await edition.newest(FEED_SIZE)).map(read), insights, runs };
}

function built(
  steps: readonly DiffStep[],
  made: ReadonlyMap<DiffStep, ReviewRecord>,
  { basis, before }: { readonly basis: EditionBasis; readonly before: PublishedParts },
): Pick<CollectedReviews, "builder" | "runs"> {
  const builder = new PublicationBuilder(basis.input, before);
  const runs: MovedRun[] = [];
  for (const step of steps) {
    const record = made.get(step);
    if (step.kind === "keep") {
      runs.push({ from: step.from, to: builder.count, count: step.to - step.from });
      builder.keep(before, step.from, step.to);
    } else if (record !== undefined) {
      builder.add({ ...record, noted: step.row });
    }
  }
  return { builder, runs };
}

async function countAll(
  edition: Edition,
  { input, overrides, site, transparency }: EditionBasis,
  read: ReadRow,
): Promise<Pick<CollectedReviews, "newest" | "insights">> {
  const searchUrl = `${site.baseUrl}${PATHS.search}`;
  const { business } = input;
  // Machine-readable output uses no regional variant of English.
  const country = catalogueLanguage(business.language) === "en" ? null : business.address?.country;
  const words = wordsFor(business.language, country);
  const builder = new InsightsBuilder({ business, words, overrides, searchUrl });
  const newest: ReviewRecord[] = [];
  for await (const rows of edition.reviews) {
    for (const row of rows) {
      const record = read(row);
      if (newest.length < FEED_SIZE) newest.push(record);
      addToInsights(builder, record);
    }
  }
  return { newest, insights: (revision) => `${JSON.stringify(builder.finish(transparency, revision))}\n` };
}

function addToInsights(builder: InsightsBuilder, { review, mentions, analysis, judgements }: ReviewRecord): void {
  const { id, date, datePrecision: date_precision, rating, title, text, language } = review;
  // "A customer" is not a person's name.
  const author_name = review.isAnonymous ? null : review.authorName;
  builder.add({ id, date, date_precision, rating, title, text, author_name, language, mentions, analysis, judgements });
}

interface UpdatesParts {
  readonly edition: Edition;
  readonly site: Site;
  readonly business: Business;
  readonly words: Words;
  readonly data: PublicationData;
  readonly head: (path: string) => DocumentHead;
}

function updatesDocument({ edition, site, business, words, data, head }: UpdatesParts): Document {
  const { changes, idAt, reviewAt } = openChanges(data);
  const updates = changes.latest(FEED_SIZE).map((change): FeedUpdate => {
    if (change.kind === "removed") return { ...change, review: null };
    const { ordinal, ...update } = change;
    return { ...update, id: idAt(ordinal), review: reviewAt(ordinal) };
  });
  const text = updatesFeed({ site, business, words, authority: edition.authority, updates });
  return makeDocument(head(PATHS.updates), utf8Bytes(text));
}
