/**
 * What a publication is made from besides its reviews: the business, its wishes, and what is counted of all that is kept.
 */

import { createHash } from "node:crypto";
import { absoluteUrl, jobPhotoPath, type Site } from "../../http/paths.ts";
import { ENGINE_VERSION } from "../../insights/analysis/analysis.ts";
import type { InsightsOverrides, TransparencyCounts } from "../../insights/mod.ts";
import { PUBLIC_FIELDS } from "../../review/field_sets.ts";
import { publicBusiness } from "../../review/kept_business.ts";
import type { Business, KeptBusiness } from "../../review/mod.ts";
import { publishedTallies } from "../../review/ratings.ts";
import type { Edition } from "../../store/mod.ts";
import type { PublicationInput } from "../publication_builder.ts";
import { publishedRecord } from "../record.ts";
import { contentDigestOf } from "../review_pieces.ts";
import { transparencyOf } from "../transparency.ts";
import { businessOf } from "./records.ts";

/** An edition without its reviews. */
export interface EditionBasis {
  readonly site: Site;
  /** Private technicians included: reviews are read with all of them. */
  readonly wholeBusiness: KeptBusiness;
  readonly overrides: InsightsOverrides;
  readonly transparency: TransparencyCounts;
  readonly input: PublicationInput;
  readonly record: ReturnType<typeof publishedRecord>;
  /** How many reviews are published. */
  readonly count: number;
  /** Names what the insights are computed from besides the reviews. */
  readonly insightsBasis: string;
}

/** Reads the basis of an edition. */
export async function basisOf(edition: Edition, site: Site): Promise<EditionBasis> {
  const wholeBusiness: KeptBusiness = businessOf(edition);
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
    record: publishedRecord(await edition.record(), published, business),
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

/** Eight hexadecimal digits. While they stay the same, a row that has not changed is published as before. */
function formatFingerprint({ technicians, services, service_areas }: Business, overrides: object, site: Site): string {
  const catalog = { technicians, services, service_areas };
  const parts = [ENGINE_VERSION, PUBLIC_FIELDS, catalog, overrides, site.baseUrl];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
}
