/**
 * Which reviews of a publication the next one takes over, by the change notes that also feed /api/changes. If these do
 * not cover a change, everything is built again.
 */

import { createHash } from "node:crypto";
import { absoluteUrl, jobPhotoPath, type Site } from "../../http/paths.ts";
import { ENGINE_VERSION } from "../../insights/analysis/analysis.ts";
import type { InsightsOverrides, TransparencyCounts } from "../../insights/mod.ts";
import { PUBLIC_FIELDS } from "../../review/field_sets.ts";
import type { Business, History, Review, StoredProfile } from "../../review/mod.ts";
import { publishedTallies } from "../../review/ratings.ts";
import { PublishedMentions } from "../../review/review.ts";
import { publicBusiness } from "../../review/stored_profile.ts";
import type { Edition, PublishedRow } from "../../store/mod.ts";
import { openChanges } from "../changes_answer.ts";
import { dateNumber, firstWithout } from "../columns.ts";
import type { PublicationData } from "../mod.ts";
import { publicReviews } from "../public_review.ts";
import { findId, type PublicationInput } from "../publication_builder.ts";
import { publishedRecord, transparencyOf } from "../published_record.ts";
import { contentDigestOf, ReviewBytes } from "../review_pieces.ts";
import { businessOf, type ReviewRecord } from "./review_records.ts";

/** Steps in the order of the next publication. */
export type DiffStep =
  | { readonly kind: "keep"; readonly from: number; readonly to: number }
  | { readonly kind: "make"; readonly row: PublishedRow; readonly replaces: number | null };

/** More changes, or one in so many reviews: then building all costs hardly more. */
const MAX_CHANGED_REVIEWS = 100;
const REVIEWS_PER_CHANGE = 8;

/** Null when everything is to be built. */
export async function stepsTo(
  edition: Edition,
  history: History & { readonly form: string },
  before: PublicationData,
): Promise<readonly DiffStep[] | null> {
  if (!isContinued(before, edition, history)) return null;
  const count = before.dates.length;
  const rows = await edition.changedAfter(
    before.revision,
    Math.max(MAX_CHANGED_REVIEWS, Math.floor(count / REVIEWS_PER_CHANGE)),
  );
  if (rows === null) return null;
  const withdrawn = history.withdrawals.filter(({ revision }) => revision > before.revision).map(({ id }) => id);
  return stepsOf(before, rows, withdrawn);
}

function isContinued(
  { changes, revision }: PublicationData,
  edition: Edition,
  { revisions, form }: History & { readonly form: string },
): boolean {
  const last = changes.revisions.at(-1);
  const same = revisions[changes.revisions.length - 1];
  const isSame = last !== undefined && same?.revision === last.revision && same.at === last.at;
  return isSame && form === changes.form && revision <= edition.revision;
}

/** `rows` changed, newest first; `withdrawn` are no longer published. */
function stepsOf(
  before: Pick<PublicationData, "document" | "spans" | "dates" | "idHashes" | "ids">,
  rows: readonly PublishedRow[],
  withdrawn: readonly string[],
): DiffStep[] {
  const { dates, idHashes, ids } = before;
  const reviews = new ReviewBytes(before);
  const placeOf = (id: string) => findId({ hashes: idHashes, table: ids }, id, (ordinal) => reviews.idAt(ordinal));
  /** The first review that does not come before this date and id. */
  const firstBehind = ({ date, id }: PublishedRow) => {
    const number = dateNumber(date);
    return firstWithout(0, dates.length, (at) => {
      const own = dates[at] ?? 0;
      return own > number || (own === number && reviews.idAt(at) < id);
    });
  };
  const gone = [...rows.map(({ id }) => id), ...withdrawn].flatMap((id) => placeOf(id) ?? []);
  const marks = [
    ...gone.map((at) => ({ at, end: at + 1, row: null })),
    ...rows.map((row) => ({ at: firstBehind(row), end: firstBehind(row), row })),
  ].sort((a, b) => a.at - b.at || a.end - b.end);
  const steps: DiffStep[] = [];
  let next = 0;
  for (const { at, end, row } of marks) {
    if (at > next) steps.push({ kind: "keep", from: next, to: at });
    if (row !== null) steps.push({ kind: "make", row, replaces: placeOf(row.id) });
    next = Math.max(next, end);
  }
  if (before.dates.length > next) steps.push({ kind: "keep", from: next, to: before.dates.length });
  return steps;
}

export function countOf(steps: readonly DiffStep[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === "keep" ? step.to - step.from : 1), 0);
}

/** Fields that insights do not depend on. */
const BESIDE = new Set<keyof Review>(["url", "source", "also_at", "verification", "reply", "updated_at", "edited"]);

/** Every review that was made equals the one it replaces, and none was removed. */
export function areInsightsUnchanged(
  before: PublicationData,
  made: ReadonlyMap<DiffStep, ReviewRecord>,
  { count, site, input }: EditionBasis,
): boolean {
  const { reviewAt } = openChanges(before);
  if (count !== before.dates.length) return false;
  const publicReview = publicReviews(site.baseUrl, input.business);
  return [...made].every(([step, record]) => {
    if (step.kind !== "make" || step.replaces === null) return false;
    const next = publicReview(record);
    return insightsInput(reviewAt(step.replaces)) === insightsInput(next);
  });
}

function insightsInput(review: Review): string {
  return JSON.stringify(Object.entries(review).filter(([key]) => !BESIDE.has(key as keyof Review)));
}

export function insightsAt(insightsJson: string, revision: string): string {
  return `${JSON.stringify({ ...JSON.parse(insightsJson), revision })}\n`;
}

/** Edition without its reviews. */
export interface EditionBasis {
  readonly site: Site;
  /** Private technicians included: reviews are read with all of them. */
  readonly wholeBusiness: StoredProfile;
  readonly overrides: InsightsOverrides;
  readonly transparency: TransparencyCounts;
  readonly input: PublicationInput;
  readonly record: ReturnType<typeof publishedRecord>;
  readonly count: number;
  readonly insightsBasis: string;
}

export async function basisOf(edition: Edition, site: Site): Promise<EditionBasis> {
  const wholeBusiness: StoredProfile = businessOf(edition);
  const business = publicBusiness(wholeBusiness);
  const overrides = (edition.insightsOverrides as InsightsOverrides | null) ?? {};
  const tallies = await edition.tallies();
  const published = publishedTallies(tallies);
  const transparency = transparencyOf(tallies);
  return {
    site,
    wholeBusiness,
    overrides,
    transparency,
    record: publishedRecord((await edition.record()) ?? wholeBusiness.sample_record ?? null, published, business),
    count: published.reduce((sum, { count }) => sum + count, 0),
    insightsBasis: contentDigestOf([ENGINE_VERSION, site.baseUrl, business, overrides, transparency]),
    input: {
      revision: edition.revision,
      publishedAt: edition.publishedAt,
      baseUrl: site.baseUrl,
      business: publicBusiness(wholeBusiness, (name) => absoluteUrl(site, jobPhotoPath(name))),
      logo: wholeBusiness.logo_image ?? null,
      photo: wholeBusiness.photo_image ?? null,
      removals: edition.removals,
      joinedCopies: await edition.joinedCopies(),
      convertedRatings: await edition.convertedRatings(),
      history: { ...(await edition.history()), form: formatFingerprint(wholeBusiness, overrides, site) },
      ratings: published,
    },
  };
}

/** While these eight digits stay the same, an unchanged row is published as before. */
function formatFingerprint({ technicians, services, service_areas }: Business, overrides: object, site: Site): string {
  const catalog = { technicians, services, service_areas };
  const parts = [
    ENGINE_VERSION,
    PUBLIC_FIELDS,
    Object.keys(PublishedMentions.properties),
    catalog,
    overrides,
    site.baseUrl,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
}
