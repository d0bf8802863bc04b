import { PATHS, servicePath, technicianPath } from "../../http/paths.ts";
import { describeVerification, type Words } from "../../languages/mod.ts";
import type { Review } from "../../review/mod.ts";
import code from "../assets/embed.browser.js" with { type: "text" };
import type { PageDocument } from "../page.ts";
import { abridged, reviewDatePhrase, reviewsPhrase, starsPhrase } from "../phrases.ts";
import { type PageProps, type PageSite, pageAddress } from "../site.ts";
import { xmlText } from "../svg.ts";

const NEWEST = 3;
const MAX_TEXT_LENGTH = 280;

/** Defines `<goodword-reviews>`. The data stand in the script. The newest reviews are shown whatever their stars. */
export function embedScript({ publication, site }: PageProps): PageDocument {
  const { aggregateRating, business } = publication;
  const { words } = site;
  const rating = aggregateRating.rating_value;
  const newest = Math.min(publication.reviewCount, NEWEST);
  const reviews = reviewsPhrase(words, aggregateRating);
  const data = {
    url: pageAddress(site, PATHS.home),
    name: business.name,
    link: words.say("badge.named", { business: business.name, rated: reviews }),
    count: reviews,
    language: words.language,
    ...(rating !== null && { rating, value: words.rating(rating), stars: starsPhrase(words, rating) }),
    reviews: Array.from({ length: newest }, (_, ordinal) =>
      quoted(words, publication.reviewAt(ordinal), business.language),
    ),
  };
  return {
    status: 200,
    mediaType: "text/javascript; charset=utf-8",
    body: `const goodword = ${JSON.stringify(data)};\n${code}`,
    cacheable: true,
  };
}

/** What a frame on another site shows; all but `of` are parameters of `/embed`, and left out where they are the usual ones. */
interface EmbedChoice {
  /** A service or a technician; null for the newest reviews of all. */
  readonly of: { readonly kind: "service" | "technician"; readonly id: string } | null;
  readonly layout?: string | undefined;
  readonly count?: string | undefined;
  readonly theme?: string | undefined;
}

/** Such a frame in the forms that site builders take: an address to paste, a frame, and an element with its script. */
export function embedCodes(business: string, site: PageSite, { of, ...looks }: EmbedChoice) {
  const title = xmlText(site.words.say("badge.alt", { business }));
  const given = Object.entries({ ...(of && { [of.kind]: of.id }), ...looks }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const page = of === null ? PATHS.home : of.kind === "service" ? servicePath(of.id) : technicianPath(of.id);
  const address = `${pageAddress(site, PATHS.embedPage)}${given.length > 0 ? "?" : ""}${new URLSearchParams(given.map((each) => [...each]))}`;
  const attributes = given.map(([name, value]) => ` ${name}="${xmlText(value)}"`).join("");
  return {
    page: pageAddress(site, page),
    address,
    frame: `<iframe src="${xmlText(address)}" title="${title}" width="100%" height="600" style="border:0" loading="lazy"></iframe>`,
    element:
      `<script type="module" src="${pageAddress(site, PATHS.embed)}"></script>\n` +
      `<goodword-reviews src="${pageAddress(site, "")}"${attributes}>${title}</goodword-reviews>`,
  };
}

function quoted(words: Words, review: Review, fallback: string) {
  const { rating, text, language, author, source, verification } = review;
  return {
    rating,
    stars: starsPhrase(words, rating),
    text: abridged(text, MAX_TEXT_LENGTH),
    language: language ?? fallback,
    author: author.name,
    date: reviewDatePhrase(words, review),
    verification: describeVerification(words, verification, source.name),
    // Only the business itself attests to these reviews: they get no tick.
    isVerified: verification.method !== "operator_attested",
  };
}
