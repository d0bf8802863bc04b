/** A publication over its data, answered from buffers in memory. */
import type { InsightsDataset } from "../insights/mod.ts";
import type { Removal } from "../review/mod.ts";
import { logPlaceAt } from "./change_log.ts";
import { openChanges } from "./changes_answer.ts";
import { countAtLeast, dateNumber } from "./columns.ts";
import { countTerms } from "./mention_terms.ts";
import type { Publication } from "./publication.ts";
import { findId, type PublicationData } from "./publication_builder.ts";
import { partsOf, reviewCutter } from "./review_pieces.ts";
import type { SearchIndex } from "./search/mod.ts";
import { reviewSearch } from "./search_reviews.ts";

interface PublicationParts {
  readonly data: PublicationData;
  readonly search: SearchIndex;
  /** Read when asked for. */
  readonly insightsJson: () => string;
  /** Read when asked for; null by default. */
  readonly recordJson?: () => string;
}

export function openPublication({ data, search, insightsJson, recordJson }: PublicationParts): Publication {
  const { document, dates, business } = data;
  const removals = new Map(data.removals.map((removal) => [removal.id, removal]));
  const countedIds = new Map(data.joinedCopies.map(({ id, countedId }) => [id, countedId]));
  let insights: InsightsDataset | undefined;
  let record: Publication["record"] | undefined;
  let mentionCounts: Publication["mentionCounts"] | undefined;

  const { reviews, reviewBytesAt, idAt, reviewAt, changes } = openChanges(data);
  const ordinalOf = (id: string) => findId({ hashes: data.idHashes, table: data.ids }, id, idAt);

  return {
    revision: data.revision,
    contentDigest: data.contentDigest,
    changes,
    idAt,
    publishedAt: data.publishedAt,
    business,
    logo: data.logo,
    photo: data.photo,
    aggregateRating: data.aggregateRating,
    reviewCount: dates.length,
    removals: data.removals,
    convertedRatings: data.convertedRatings,
    get mentionCounts() {
      mentionCounts ??= {
        technicians: countTerms(data.labels.technicians.names, data.labels.technicians.lists),
        services: countTerms(data.labels.services.names, data.labels.services.lists),
      };
      return mentionCounts;
    },
    searchNames: { sources: data.labels.sources.names, languages: data.labels.languages.names },
    json: {
      reviews: partsOf(document),
      get insights() {
        return insightsJson();
      },
    },
    get insights() {
      insights ??= JSON.parse(insightsJson()) as InsightsDataset;
      return insights;
    },
    get record() {
      record ??= JSON.parse(recordJson?.() ?? "null") as Publication["record"];
      return record;
    },
    reviewAt,
    reviewBytesAt,
    logPlaceAt: (ordinal) => logPlaceAt(data.log, ordinal),
    cutReviews: reviewCutter(data),
    newestReviews: (count) => reviews.newest(count),
    ordinalOf,
    countedFor(id) {
      const counted = countedIds.get(id);
      return counted === undefined || ordinalOf(counted) === null ? null : counted;
    },
    removalOf: (id): Removal | null => removals.get(id) ?? null,
    countSince: (date) => countAtLeast(dates, dateNumber(date)),
    ...reviewSearch({ data, index: search, idAt }),
  };
}
