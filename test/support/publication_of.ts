/** The real publication of a business and a list of reviews, for tests that need what the public may see. */
import type { InsightsDataset } from "../../src/insights/mod.ts";
import { openPublication, type Publication, PublicationBuilder, SearchIndex } from "../../src/publication/mod.ts";
import { publishedRecord } from "../../src/publication/published_record.ts";
import { buildSearchIndex } from "../../src/publication/search/mod.ts";
import {
  type Business,
  type JoinedCopy,
  type LogNotes,
  type Picture,
  PUBLISHED_FIELDS,
  type PublishedReview,
  placeOf,
  REVIEW_FIELDS,
  type Removal,
  type Review,
} from "../../src/review/mod.ts";

export interface PublicationExtras {
  readonly revision?: number;
  readonly insights?: InsightsDataset;
  /** What is kept of the record, as JSON; null before invitations were ever on. */
  readonly record?: string | null;
  readonly removals?: readonly Removal[];
  readonly logo?: Picture | null;
  readonly photo?: Picture | null;
  readonly joinedCopies?: readonly JoinedCopy[];
  /** The revision in which a review came to be as it is; default the only one. */
  readonly changedIn?: (review: Review) => number;
  /** Where reviews stand in the log; default nowhere. */
  readonly logged?: Partial<LogNotes>;
}

const UNLOGGED = { logIndex: null, logSalt: null, logSince: null, logChanges: 0 };

/** Reviews in any order; their links are made from the base URL of the first. */
export function publicationOf(
  business: Business,
  unordered: readonly Review[],
  {
    revision = 1,
    insights = {} as InsightsDataset,
    removals = [],
    joinedCopies = [],
    logo = null,
    photo = null,
    changedIn = () => revision,
    record = null,
    logged = {},
  }: PublicationExtras = {},
): Publication {
  const reviews = [...unordered].sort((a, b) => (a.date === b.date ? compare(a.id, b.id) : compare(b.date, a.date)));
  const builder = new PublicationBuilder({
    revision,
    publishedAt: Date.parse("2026-06-01T12:00:00Z"),
    baseUrl: new URL(reviews[0]?.url ?? "https://reviews.example").origin,
    business,
    logo,
    photo,
    removals,
    joinedCopies,
    history: { revisions: revisionsUpTo(revision), withdrawals: [], form: "00000000" },
    ratings: reviews.map(({ rating, source, verification }) => {
      return { rating, source: source.name, verification: verification.method };
    }),
  });
  for (const review of reviews) {
    const noted = { ...UNLOGGED, ...logged, changedIn: changedIn(review), publishedIn: changedIn(review) };
    builder.add({ review: publishedForm(review), mentions: review.mentions, aspects: review.aspects, noted });
  }
  const { data, searchInput } = builder.finish();
  const search = new SearchIndex(buildSearchIndex(searchInput));
  const log = { path: "/log", entries: 0, unsigned_since: null, lost: null };
  const told = { schema_version: 1, revision: data.contentDigest, ...publishedRecord(record, [], business), log };
  return openPublication({
    data,
    search,
    insightsJson: () => JSON.stringify(insights),
    recordJson: () => JSON.stringify(told),
  });
}

function revisionsUpTo(last: number) {
  const noon = Date.parse("2026-06-01T12:00:00Z");
  return Array.from({ length: last }, (_, at) => ({ revision: at + 1, at: noon + at * 60_000 }));
}

/** Each field from its place in the JSON. */
function publishedForm(review: Review): PublishedReview {
  const fields = PUBLISHED_FIELDS.map((name) => {
    const { group, key } = placeOf(name);
    const part = (group === null ? review : review[group]) as Readonly<Record<string, unknown>> | null;
    const value = part?.[key] ?? null;
    return [name, REVIEW_FIELDS[name].kind === "instant" ? Date.parse(String(value)) : value];
  });
  return Object.fromEntries(fields);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
