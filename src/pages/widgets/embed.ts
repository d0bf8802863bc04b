/**
 * The script that shows rating and newest reviews on the business's own site: one request, no cookie, nobody else asked.
 */

import { PATHS } from "../../http/paths.ts";
import { verificationInWords, type Words } from "../../languages/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import type { Review } from "../../review/mod.ts";
import code from "../assets/embed.browser.js" with { type: "text" };
import type { PageDocument } from "../page.ts";
import { abridged, reviewDatePhrase, reviewsPhrase, starsPhrase } from "../phrases.ts";
import { type PageSite, pageAddress } from "../site.ts";
import { xmlText } from "../svg.ts";

const NEWEST = 3;
const LONGEST_TEXT = 280;

/**
 * The module script at `/embed.js`, which defines `<goodword-reviews>`. The data stand in the script itself, so that it is
 * as fresh and as cacheable as every other document. The newest reviews are shown whatever their stars.
 */
export function embedScript(publication: Publication, site: PageSite): PageDocument {
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

/** The code of a list of the newest reviews: the script, and the element that it fills. */
export function listCode(business: string, site: PageSite): string {
  const alt = xmlText(site.words.say("badge.alt", { business }));
  const src = pageAddress(site, PATHS.embed);
  return `<script type="module" src="${src}"></script>\n<goodword-reviews theme="light" count="2" show-name><a href="${pageAddress(site, PATHS.home)}">${alt}</a></goodword-reviews>`;
}

function quoted(words: Words, review: Review, fallback: string) {
  const { rating, text, language, author, source, verification } = review;
  return {
    rating,
    stars: starsPhrase(words, rating),
    text: abridged(text, LONGEST_TEXT),
    language: language ?? fallback,
    author: author.name,
    date: reviewDatePhrase(words, review),
    verification: verificationInWords(words, verification, source.name),
    // What the business alone says gets no tick.
    isVerified: verification.method !== "operator_attested",
  };
}
