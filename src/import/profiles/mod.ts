/**
 * The tools whose exports are known, one file each. A file that none of them wrote is understood by its columns alone.
 *
 * @module
 */

import { foldPath } from "../understanding/column_words.ts";
import { apifyGoogle } from "./apify_google.ts";
import { apifyTrustpilot } from "./apify_trustpilot.ts";
import { avisVerifies } from "./avis_verifies.ts";
import { birdeye } from "./birdeye.ts";
import { brightData } from "./bright_data.ts";
import { facebookRecommendations } from "./facebook_recommendations.ts";
import { feefo } from "./feefo.ts";
import { googlePlaces } from "./google_places.ts";
import { googlePlacesNew } from "./google_places_new.ts";
import { googleTable } from "./google_table.ts";
import { judgeMe } from "./judge_me.ts";
import { kiyoh } from "./kiyoh.ts";
import { loox } from "./loox.ts";
import { okendo } from "./okendo.ts";
import { outscraper } from "./outscraper.ts";
import { podium } from "./podium.ts";
import type { Profile } from "./profile.ts";
import { reputation } from "./reputation.ts";
import { reviewsIo } from "./reviews_io.ts";
import { serpApi } from "./serpapi.ts";
import { shopifyReviews } from "./shopify_reviews.ts";
import { siteReviews } from "./site_reviews.ts";
import { stamped } from "./stamped.ts";
import { tripadvisorApify } from "./tripadvisor_apify.ts";
import { trustedShops } from "./trusted_shops.ts";
import { trustpilotTable } from "./trustpilot_table.ts";
import { wooCommerce } from "./woocommerce.ts";
import { wordpressTestimonials } from "./wordpress_testimonials.ts";
import { yelpDataset } from "./yelp_dataset.ts";
import { yelpFusion } from "./yelp_fusion.ts";
import { yotpo } from "./yotpo.ts";

/** Every known tool; where the signs of two are there, the one with more of them counts. */
export const PROFILES: readonly Profile[] = [
  judgeMe,
  siteReviews,
  feefo,
  okendo,
  trustpilotTable,
  googleTable,
  apifyGoogle,
  apifyTrustpilot,
  outscraper,
  serpApi,
  googlePlaces,
  googlePlacesNew,
  brightData,
  yelpDataset,
  yelpFusion,
  facebookRecommendations,
  loox,
  shopifyReviews,
  yotpo,
  stamped,
  reviewsIo,
  podium,
  birdeye,
  trustedShops,
  avisVerifies,
  kiyoh,
  wooCommerce,
  wordpressTestimonials,
  reputation,
  tripadvisorApify,
];

/** The tool that wrote a table with these columns; null when no known one did. */
export function profileOf(columns: readonly string[]): Profile | null {
  const folded = new Set(columns.map(foldPath));
  let best: { readonly profile: Profile; readonly count: number } | null = null;
  for (const profile of PROFILES) {
    for (const sign of profile.signs) {
      if (sign.length <= (best?.count ?? 0) || !sign.every((column) => folded.has(foldPath(column)))) continue;
      best = { profile, count: sign.length };
    }
  }
  return best?.profile ?? null;
}
