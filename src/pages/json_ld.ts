/**
 * Structured data (schema.org, as JSON-LD) that says what the page shows and nothing more.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Business, Review } from "../review/mod.ts";
import type { PageSite } from "./site.ts";

/** A JSON-LD value. */
export type JsonLd = Readonly<Record<string, unknown>>;

/**
 * JSON that may stand inside a script element: no `<`, `>` or `&` is left that could end it, and no line separator that
 * older parsers choke on.
 */
export function scriptSafeJson(value: JsonLd): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The business with its aggregate rating and the reviews that are on the page, as they are shown there. */
export function businessJsonLd(publication: Publication, site: PageSite, shown: readonly Review[]): JsonLd {
  const { aggregateRating } = publication;
  return {
    "@context": "https://schema.org",
    ...businessNode(publication.business, site),
    ...(aggregateRating.rating_value !== null && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: aggregateRating.rating_value,
        reviewCount: aggregateRating.review_count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    ...(shown.length > 0 && { review: shown.map(reviewNode) }),
  };
}

/** One review, with the business it is about. */
export function reviewJsonLd(publication: Publication, site: PageSite, review: Review): JsonLd {
  return {
    "@context": "https://schema.org",
    ...reviewNode(review),
    itemReviewed: businessNode(publication.business, site),
  };
}

function businessNode(business: Business, site: PageSite): JsonLd {
  const { address } = business;
  return present({
    "@type": business.type,
    "@id": `${site.baseUrl}/#business`,
    name: business.name,
    description: business.description,
    url: business.url ?? `${site.baseUrl}/`,
    telephone: business.telephone,
    address: address && {
      "@type": "PostalAddress",
      ...present({
        streetAddress: address.street_address,
        addressLocality: address.locality,
        addressRegion: address.region,
        postalCode: address.postal_code,
        addressCountry: address.country,
      }),
    },
    areaServed: business.service_areas.length > 0 ? business.service_areas.map(({ name }) => name) : null,
  });
}

function reviewNode(review: Review): JsonLd {
  return present({
    "@type": "Review",
    "@id": review.url,
    url: review.url,
    datePublished: review.date,
    name: review.title,
    reviewBody: review.text || null,
    inLanguage: review.language,
    reviewRating: { "@type": "Rating", ratingValue: review.rating, bestRating: 5, worstRating: 1 },
    author: { "@type": "Person", name: review.author.name },
  });
}

/** Without the members that are null. */
function present(value: JsonLd): JsonLd {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
