/**
 * The script that shows rating and newest reviews on the business's own site: one request, no cookie, nobody else asked.
 *
 * @module
 */
import type { Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { PATHS } from "../web/paths.ts";
import code from "./assets/embed.browser.js" with { type: "text" };
import type { PageDocument } from "./page_document.ts";
import { reviewsPhrase, starsPhrase } from "./phrases.ts";
import { type PageSite, pathIn } from "./site.ts";

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
  const data = {
    url: site.baseUrl + pathIn(words.language, PATHS.home, site),
    link: words.say("embed.link", { reviews: reviewsPhrase(words, aggregateRating), business: business.name }),
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

function quoted(words: Words, { rating, text, language, author, date }: Review, fallback: string) {
  const shown = text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).toWellFormed().trimEnd()}…`;
  const stars = starsPhrase(words, rating);
  return { rating, stars, text: shown, language: language ?? fallback, author: author.name, date: words.date(date) };
}
