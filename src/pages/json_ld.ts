/** The reviews in schema.org's terms, as JSON-LD in pages and for clients that ask for it. */

import { PATHS } from "../http/paths.ts";
import type { Publication } from "../publication/mod.ts";
import {
  type AggregateRating,
  type Business,
  EXPORT_FORMATS,
  type JobPhoto,
  knownDate,
  mediaTypeOf,
  openDays,
  type Photo,
  type Picture,
  type Review,
  sourceName,
  timeOfDay,
} from "../review/mod.ts";
import { picturePath } from "./brand.ts";
import type { Mentioned } from "./entity.ts";
import type { PageSite } from "./site.ts";

export type JsonLd = Readonly<Record<string, unknown>>;

/** JSON without `<`, `>` and `&`, which could end a script element, and line separators, which older parsers reject. */
export function scriptSafeJson(value: JsonLd): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Source: https://developers.google.com/search/docs/appearance/structured-data/review-snippet, which allows no ratings or
 * reviews of other sites, and one rating for each thing.
 */
export function businessJsonLd(publication: Publication, site: PageSite, shown: readonly Review[]): JsonLd {
  const { business, aggregateRating } = publication;
  const own = sourceRatings(aggregateRating).find(({ source }) => source === OWN_SOURCE);
  const written = shown.filter(isWrittenHere);
  return {
    "@context": "https://schema.org",
    ...businessNode(publication, site),
    ...(own && { aggregateRating: ratingNode(own, business, site) }),
    ...(written.length > 0 && { review: written.map((review) => reviewNode(review, business, site)) }),
    ...(aggregateRating.review_count > 0 && { subjectOf: datasetNode(publication, site) }),
  };
}

/** The source of reviews that were written to the business itself. */
const OWN_SOURCE = "direct";

function isWrittenHere({ source }: Review): boolean {
  return source.name === OWN_SOURCE;
}

function ratingNode({ rating_value, review_count }: SourceRating, business: Business, site: PageSite): JsonLd {
  return {
    "@type": "AggregateRating",
    name: site.words.say("source.business"),
    ratingValue: rating_value,
    reviewCount: review_count,
    bestRating: 5,
    worstRating: 1,
    publisher: businessReference(business, site),
  };
}

function publisherNode(source: string, business: Business, site: PageSite): JsonLd {
  return source === OWN_SOURCE
    ? businessReference(business, site)
    : { "@type": "Organization", name: sourceName(source) };
}

function businessReference({ type, name }: Business, site: PageSite): JsonLd {
  return { "@type": type, "@id": `${site.baseUrl}/#business`, name };
}

function datasetNode({ business, publishedAt }: Publication, site: PageSite): JsonLd {
  const files = [
    [PATHS.reviews, "application/json"],
    ...EXPORT_FORMATS.map((format) => [PATHS[format.name], mediaTypeOf(format)] as const),
  ] as const;
  return present({
    "@type": "Dataset",
    "@id": `${site.baseUrl}/#dataset`,
    name: site.words.say("data.name", { business: business.name }),
    description: site.words.say("data.description", { business: business.name }),
    url: `${site.baseUrl}/`,
    license: business.license?.url ?? null,
    creator: { "@id": `${site.baseUrl}/#business` },
    dateModified: new Date(publishedAt).toISOString().slice(0, 10),
    isAccessibleForFree: true,
    distribution: files.map(([path, encodingFormat]) => {
      return { "@type": "DataDownload", contentUrl: `${site.baseUrl}${path}`, encodingFormat };
    }),
  });
}

export function reviewJsonLd(publication: Publication, site: PageSite, review: Review): JsonLd {
  return {
    "@context": "https://schema.org",
    ...reviewNode(review, publication.business, site),
    itemReviewed: businessNode(publication, site),
  };
}

/** The same for the page of the review; undefined for a review of another site, which is that site's to mark up. */
export function reviewPageJsonLd(publication: Publication, site: PageSite, review: Review): JsonLd | undefined {
  return isWrittenHere(review) ? reviewJsonLd(publication, site, review) : undefined;
}

/** A technician or a service, and whose; ratings of the business are no ratings of a person. */
export function entityJsonLd({ business }: Publication, site: PageSite, { kind, name, path }: Mentioned): JsonLd {
  const whose = businessReference(business, site);
  const type = kind === "technician" ? "Person" : "Service";
  return {
    "@context": "https://schema.org",
    "@type": type,
    "@id": `${site.baseUrl}${path}#${type.toLowerCase()}`,
    name,
    url: `${site.baseUrl}${path}`,
    ...(kind === "technician" ? { worksFor: whose } : { provider: whose }),
  };
}

function businessNode({ business, logo, photo }: Publication, site: PageSite): JsonLd {
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
    openingHoursSpecification: hoursNodes(business.opening_hours),
    logo: logo && `${site.baseUrl}${picturePath("logo", logo)}`,
    image: imagesOf(
      photo && business.photo && photoNode(photo, business.photo, site),
      (business.photos ?? []).slice(0, MAX_IMAGES).map(jobPhotoNode),
    ),
    areaServed: business.service_areas.length > 0 ? business.service_areas.map(({ name }) => name) : null,
  });
}

/** Opening hours; Google's guidelines write the end of a day as a minute before midnight. */
function hoursNodes(hours: readonly string[]): JsonLd[] | null {
  if (hours.length === 0) return null;
  const closing = (minutes: number) => timeOfDay(minutes).replace("24:00", "23:59");
  return openDays(hours).flatMap(({ days, spans }) =>
    spans.map(({ opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days.map((day) => WEEKDAYS[day]),
      opens: timeOfDay(opens),
      closes: closing(closes),
    })),
  );
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Number of photographs of jobs, the newest: /reviews.json has all. */
const MAX_IMAGES = 10;

function imagesOf(photo: JsonLd | null, jobs: readonly JsonLd[]): JsonLd | readonly JsonLd[] | null {
  return jobs.length === 0 ? photo : [...(photo === null ? [] : [photo]), ...jobs];
}

function jobPhotoNode({ url, width, height, caption, preview }: JobPhoto): JsonLd {
  return present({ "@type": "ImageObject", contentUrl: url, thumbnailUrl: preview.url, width, height, caption });
}

/** The photograph with the members by which image searches show its licence. */
function photoNode(picture: Picture, { description, author, license }: Photo, site: PageSite): JsonLd {
  return present({
    "@type": "ImageObject",
    contentUrl: `${site.baseUrl}${picturePath("photo", picture)}`,
    width: picture.width,
    height: picture.height,
    caption: description,
    creditText: author,
    copyrightNotice: `© ${author}`,
    license: license?.url ?? null,
  });
}

function reviewNode(review: Review, business: Business, site: PageSite): JsonLd {
  return present({
    "@type": "Review",
    "@id": review.url,
    url: review.url,
    datePublished: knownDate(review),
    name: review.title,
    reviewBody: review.text || null,
    inLanguage: review.language,
    reviewRating: { "@type": "Rating", ratingValue: review.rating, bestRating: 5, worstRating: 1 },
    author: { "@type": "Person", name: review.author.name },
    publisher: publisherNode(review.source.name, business, site),
    comment:
      review.reply &&
      present({
        "@type": "Comment",
        text: review.reply.text,
        dateCreated: review.reply.date,
        author: businessReference(business, site),
      }),
  });
}

function present(value: JsonLd): JsonLd {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

interface SourceRating {
  readonly source: string;
  readonly rating_value: number;
  readonly review_count: number;
}

export function sourceRatings({ by_source }: AggregateRating): SourceRating[] {
  const ratings = Object.entries(by_source).flatMap(([source, { rating_value, review_count }]) => {
    return rating_value === null ? [] : [{ source, rating_value, review_count }];
  });
  return ratings.sort((one, other) => other.review_count - one.review_count);
}
