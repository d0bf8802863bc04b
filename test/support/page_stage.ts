/** A small business with reviews, insights and every page of it, for tests of what people see. */
import type { InsightsDataset } from "../../src/insights/mod.ts";
import { catalogueLanguage, wordsFor } from "../../src/languages/mod.ts";
import { renderErrorPage } from "../../src/pages/error_page.tsx";
import { connectRoute, type PageDocument, type PageSite } from "../../src/pages/mod.ts";
import { pageRoutes } from "../../src/pages/routes.ts";
import type { Draw } from "../../src/platform.ts";
import type { Publication } from "../../src/publication/mod.ts";
import type { Business, Review } from "../../src/review/mod.ts";
import { operations } from "../../src/server/app/mod.ts";
import { publicationOf } from "./publication_of.ts";

export const SITE = await siteAt("https://reviews.example");

/** The site at an address, in the language of a business, or in one that is asked for. */
export async function siteAt(baseUrl: string, business = "en", asked = business): Promise<PageSite> {
  return { baseUrl, version: "1.0.0", words: wordsFor(asked), ownLanguage: catalogueLanguage(business) };
}

export function businessOf(fields: Partial<Business> = {}): Business {
  return {
    name: "Alder & Sons Plumbing",
    type: "Plumber",
    description: "Plumbers in Port Avery since 1987.",
    url: "https://alder.example/",
    telephone: "+12185550142",
    address: { street_address: null, locality: "Port Avery", region: "MN", postal_code: null, country: "US" },
    services: [
      { id: "drains", name: "Drain cleaning", keywords: ["drain"] },
      { id: "boilers", name: "Boilers", keywords: ["boiler"] },
    ],
    technicians: [
      { id: "marcus", name: "Marcus Bell", aliases: ["Marcus"], public: true },
      { id: "dana", name: "Dana Okafor", aliases: [], public: true },
    ],
    service_areas: [{ id: "port-avery", name: "Port Avery", aliases: [] }],
    time_zone: "America/Chicago",
    language: "en",
    same_as: [],
    logo: null,
    photo: null,
    color: null,
    report_to: null,
    founded: 1987,
    license_ids: [],
    license: null,
    sources: [],
    opening_hours: [],
    is_sample: false,
    ...fields,
  };
}

export function reviewOf(fields: Partial<Review> = {}): Review {
  const id = fields.id ?? "r1";
  return {
    id,
    url: `${SITE.baseUrl}/reviews/${id}`,
    date: "2026-05-01",
    rating: 5,
    title: null,
    text: "Marcus fixed the drain before lunch.",
    language: "en",
    translation: null,
    author: { name: "Jane D.", is_anonymous: false },
    source: { name: "google", url: null },
    also_at: [],
    verification: { method: "job_record", strength: null, date: "2026-05-03" },
    mentions: { entities: [], technicians: [], services: [], service_areas: [] },
    aspects: [],
    reply: null,
    updated_at: "2026-05-01T12:00:00.000Z",
    edited: false,
    date_precision: null,
    aspect_ratings: null,
    provenance: "unknown",
    gone_at_source: null,
    ...fields,
  };
}

/** `count` reviews, newest first: each fifth is critical and answered, and mentions go round the catalog. */
export function manyReviews(count: number): Review[] {
  return Array.from({ length: count }, (_, index) =>
    reviewOf({
      id: `r${index}`,
      date: `${2026 - Math.floor(index / 28)}-03-${String(28 - (index % 28)).padStart(2, "0")}`,
      rating: index % 5 === 4 ? 2 : 5,
      text: index % 2 === 0 ? `The drain runs again, job ${index}.` : `Our boiler is quiet at last, job ${index}.`,
      mentions: {
        entities: [],
        technicians: [index % 3 === 0 ? "Dana Okafor" : "Marcus Bell"],
        services: [index % 2 === 0 ? "drains" : "boilers"],
        service_areas: [],
      },
      reply: index % 5 === 4 ? { text: "Sorry about that.", date: "2026-04-01" } : null,
    }),
  );
}

const SEARCH = "https://reviews.example/api/reviews/search";

/** Insights with one praised and one criticised aspect, a trend and a question. */
export function insightsOf(reviews: readonly Review[]): InsightsDataset {
  const quote = (review: Review) => ({
    review_id: review.id,
    quote: review.text,
    language: review.language ?? "und",
    start: 0,
    end: review.text.length,
    certainty: 0.98,
    rating: review.rating,
    date: review.date,
  });
  const praise = reviews.filter(({ rating }) => rating === 5).slice(0, 2);
  const blame = reviews.filter(({ rating }) => rating <= 2).slice(0, 2);
  const trend = ["2025-Q3", "2025-Q4", "2026-Q1"].map((period, index) => ({
    period,
    from: `${period.slice(0, 4)}-0${index + 1}-01`,
    to: `${period.slice(0, 4)}-0${index + 1}-28`,
    review_count: 4 + index,
    average_rating: 4.1 + index / 10,
    sentiment: 0.4,
    href: "https://reviews.example/api/reviews/search",
  }));
  const aspect = (id: string, name: string, positive: number, negative: number) => ({
    id,
    name,
    review_count: positive + negative,
    positive_count: positive,
    unclear_count: 0,
    negative_count: negative,
    mixed_count: 0,
    href: `${SEARCH}?mentions_aspect=${id}`,
    positive_href: `${SEARCH}?mentions_aspect=${id}&sentiment=positive`,
    negative_href: `${SEARCH}?mentions_aspect=${id}&sentiment=negative`,
    mixed_href: `${SEARCH}?mentions_aspect=${id}&sentiment=mixed`,
    unclear_href: `${SEARCH}?mentions_aspect=${id}&sentiment=unclear`,
    average_rating: 4.5,
    direction: "up",
    trend,
    phrases: [{ text: "on time", count: 4, href: `${SEARCH}?mentions_aspect=${id}&query=on+time` }],
    evidence: { positive: praise.map(quote), negative: blame.map(quote) },
  });
  const evidence = { positive: praise.map(quote), negative: blame.map(quote) };
  const entity = (id: string) => ({ id, name: id, review_count: 9, average_rating: 4.25, evidence });
  return {
    overall: { trend, direction: "up" },
    aspects: [aspect("price_value", "Price and value", 3, 4), aspect("punctuality", "Punctuality", 12, 1)],
    entities: { technicians: [entity("marcus"), entity("dana")], services: [entity("drains")], service_areas: [] },
    topics: [],
    faq: [
      {
        id: "punctuality",
        question: "Do they come on time?",
        answer: "12 of 13 say so.",
        source: "reviews",
        figures: [],
      },
    ],
    summary: {
      source: "reviews",
      headline: "Praised for punctuality",
      text: "13 reviews speak of punctuality; 12 of them praise it. Prices are criticised in 4 of 7.",
      statements: [
        {
          text: "13 reviews praise punctuality.",
          kind: "strength",
          ref: "aspects/punctuality",
          figures: [{ value: 13, href: "https://reviews.example/api/reviews/search?mentions_aspect=punctuality" }],
        },
        {
          text: "Prices are criticised in 4 of 7.",
          kind: "improvement",
          ref: "aspects/price_value",
          figures: [],
        },
      ],
    },
    transparency: {
      imported: reviews.length + 3,
      published: reviews.length,
      withheld_count: 3,
      withheld: [
        { reason: "unverified", count: 2, by_rating: { "1": 1, "2": 0, "3": 0, "4": 0, "5": 1 } },
        { reason: "spam", count: 1, by_rating: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 } },
      ],
    },
  } as unknown as InsightsDataset;
}

/** A business with all that the profile shows of one: hours, licence, photographs of jobs with and without a caption. */
export function fullBusiness(fields: Partial<Business> = {}, { baseUrl } = SITE): Business {
  const file = (width: number, height: number) => ({ url: `${baseUrl}/photos/a-${width}.webp`, width, height });
  const photo = { ...file(1600, 1200), preview: file(640, 480), caption: null, date: null };
  return businessOf({
    opening_hours: ["Mo-Fr 07:30-12:00,13:00-17:00", "Sa 18:00-02:00"],
    license_ids: ["PC-0142"],
    photos: [
      { ...photo, caption: "Before & after", service: "drains", technician: "dana", date: "2026-05-02" },
      { ...photo, service: "boilers", technician: null },
    ],
    ...fields,
  });
}

/** A publication with all that the pages can show. */
export function richPublication(reviews: readonly Review[] = manyReviews(50), business = businessOf()): Publication {
  const removals = [{ id: "gone", removed_at: "2026-04-02T10:00:00.000Z" }];
  return publicationOf(business, reviews, { insights: insightsOf(reviews), removals });
}

export interface StageOptions {
  readonly site?: PageSite;
  readonly now?: number;
}

const DOCUMENTED = operations.filter(({ tag }) => tag !== undefined);
const draw: Draw = async () => new Uint8Array([137, 80, 78, 71]);

/** Renders what stands at a path, as the application would; the page for 404 where nothing does. */
export async function pageAt(
  publication: Publication,
  address: string,
  { site = SITE, now = Date.parse("2026-06-02T00:00:00Z") }: StageOptions = {},
): Promise<PageDocument & { readonly html: string }> {
  const [, language, path = "/", queryString = ""] = /^(?:\/([a-z]{2})(?=\/))?([^?]*)\??(.*)$/.exec(address) ?? [];
  const spoken = language === undefined ? site : { ...site, words: wordsFor(language) };
  for (const route of [...pageRoutes, connectRoute]) {
    const parameters = parametersOf(route.path, path);
    if (!parameters) continue;
    const asked = { publication, site: spoken, parameters, queryString, operations: DOCUMENTED, draw, now };
    const page = await route.render(asked);
    return { ...page, html: String(page.body) };
  }
  const page = renderErrorPage(spoken, 404, { publication });
  return { ...page, html: String(page.body) };
}

function parametersOf(pattern: string, path: string): Record<string, string> | null {
  const expression = pattern.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const match = new RegExp(`^${expression}$`).exec(path);
  return match ? { ...match.groups } : null;
}
