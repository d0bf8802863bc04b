/**
 * What a publication is made from besides its reviews: the business, its wishes, and what is counted of all that is kept.
 *
 * @module
 */
import type { InsightsOverrides, TransparencyCounts } from "../insights/mod.ts";
import { ENGINE_VERSION } from "../insights/reading/analysis.ts";
import { contentDigestOf } from "../publication/digest.ts";
import type { PublicationInput } from "../publication/publication_input.ts";
import { transparencyOf } from "../publication/transparency.ts";
import { publishedTallies } from "../review/add_up_ratings.ts";
import type { KeptBusiness } from "../review/mod.ts";
import { publicBusiness } from "../review/public_business.ts";
import type { Edition } from "../store/mod.ts";
import type { Site } from "../web/site.ts";
import { businessOf } from "./business_of.ts";
import { formOf } from "./form.ts";

/** An edition without its reviews. */
export interface EditionBasis {
  readonly site: Site;
  /** Private technicians included: reviews are read with all of them. */
  readonly wholeBusiness: KeptBusiness;
  readonly overrides: InsightsOverrides;
  readonly transparency: TransparencyCounts;
  readonly input: PublicationInput;
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
    count: published.reduce((sum, { count }) => sum + count, 0),
    insightsBasis: contentDigestOf([ENGINE_VERSION, site.baseUrl, business, overrides, transparency]),
    input: {
      revision: edition.revision,
      publishedAt: edition.publishedAt,
      baseUrl: site.baseUrl,
      business,
      logo: wholeBusiness.logo_image ?? null,
      photo: wholeBusiness.photo_image ?? null,
      removals: edition.removals,
      joinedCopies: await edition.joinedCopies(),
      convertedRatings: await edition.convertedRatings(),
      history: { ...(await edition.history()), form: formOf(wholeBusiness, overrides, site) },
      ratings: published,
    },
  };
}
