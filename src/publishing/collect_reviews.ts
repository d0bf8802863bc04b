/**
 * Collects the reviews of an edition: all of them, or those that changed between those of the publication before.
 *
 * @module
 */
import { FEED_SIZE } from "../feeds/mod.ts";
import { InsightsBuilder } from "../insights/counting/insights_builder.ts";
import { PublicationBuilder } from "../publication/publication_builder.ts";
import type { MovedRun } from "../publication/search/kept_segments.ts";
import type { Edition, PublishedRow } from "../store/mod.ts";
import { PATHS } from "../web/paths.ts";
import type { EditionBasis } from "./edition_basis.ts";
import { insightsAt, saySame } from "./kept_insights.ts";
import type { KeptParts } from "./published.ts";
import type { ReviewRecord } from "./records.ts";
import { countOf, type Step, stepsTo } from "./steps.ts";

/** The reviews of an edition, ready to be finished. */
export interface CollectedReviews {
  readonly builder: PublicationBuilder;
  /** As many as the feeds show. */
  readonly newest: readonly ReviewRecord[];
  /** The dataset of /insights.json as JSON; `revision` names all that is published with it. */
  readonly insights: (revision: string) => string;
  /** Where reviews of the publication before stand now. */
  readonly runs: readonly MovedRun[];
}

/** Reads a row. */
export type ReadRow = (row: PublishedRow) => ReviewRecord;

/** Collects all reviews anew. */
export async function collectAll(edition: Edition, basis: EditionBasis, read: ReadRow): Promise<CollectedReviews> {
  const builder = new PublicationBuilder(basis.input);
  const counted = await countAll(edition, basis, (row) => {
    const record = read(row);
    builder.add({ ...record, noted: row });
    return record;
  });
  return { builder, ...counted, runs: [] };
}

/** Collects what changed, and takes over the rest; null when it cannot be said what changed, or that was too much. */
export async function collectChanged(
  edition: Edition,
  basis: EditionBasis,
  { read, before }: { readonly read: ReadRow; readonly before: KeptParts },
): Promise<CollectedReviews | null> {
  const steps = await stepsTo(edition, basis.input.history, before.data);
  if (steps === null || countOf(steps) !== basis.count) return null;
  const made = new Map(steps.flatMap((step) => (step.kind === "make" ? [[step, read(step.row)] as const] : [])));
  const { builder, runs } = built(steps, made, { basis, before });
  const isSameSaid = basis.insightsBasis === before.insightsBasis && saySame(before.data, made, basis);
  if (!isSameSaid) return { builder, ...(await countAll(edition, basis, read)), runs };
  const insights = (revision: string) => insightsAt(before.insightsJson, revision);
  return { builder, newest: (await edition.newest(FEED_SIZE)).map(read), insights, runs };
}

function built(
  steps: readonly Step[],
  made: ReadonlyMap<Step, ReviewRecord>,
  { basis, before }: { readonly basis: EditionBasis; readonly before: KeptParts },
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

/** Counts all reviews for the insights. */
async function countAll(
  edition: Edition,
  { input, overrides, site, transparency }: EditionBasis,
  read: ReadRow,
): Promise<Pick<CollectedReviews, "newest" | "insights">> {
  const searchUrl = `${site.baseUrl}${PATHS.search}`;
  const builder = new InsightsBuilder({ business: input.business, overrides, searchUrl });
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
  const { id, date, rating, title, text, language } = review;
  // "A customer" is nobody in particular.
  const author_name = review.isAnonymous ? null : review.authorName;
  builder.add({ id, date, rating, title, text, author_name, language, mentions, analysis, judgements });
}
