/**
 * A badge with the rating, as a picture for the business's own site.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { PageDocument } from "./page_document.ts";
import { reviewsPhrase, starsPhrase } from "./phrases.ts";
import type { PageSite } from "./site.ts";
import { STAR_PATH } from "./star_path.ts";

/** Of the small letters in a wide font, so that the words fit in any. */
const LETTER_WIDTH = 7;

/** The picture at `/badge.svg`: no script, no style sheet, no font of its own, readable on light and dark pages. */
export function badgeSvg(publication: Publication, { words }: PageSite): PageDocument {
  const { rating_value: rating } = publication.aggregateRating;
  const value = rating === null ? "–" : words.rating(rating);
  const reviews = reviewsPhrase(words, publication.aggregateRating);
  const label =
    rating === null
      ? words.say("reviews.noneVerified")
      : words.say("badge.label", { stars: starsPhrase(words, rating), reviews });
  const below = rating === null ? words.say("reviews.none") : reviews;
  const width = 104 + Math.max(100, below.length * LETTER_WIDTH);
  const body = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="56" viewBox="0 0 ${width} 56" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<defs><clipPath id="filled"><path d="M0 0h${Math.round(((rating ?? 0) / 5) * 1000) / 10}v20H0z"/></clipPath>`,
    `<g id="stars">${[0, 20, 40, 60, 80].map((x) => `<path d="${STAR_PATH}" transform="translate(${x})"/>`).join("")}</g></defs>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="55" rx="9" fill="#fff" stroke="#c9ccc6"/>`,
    `<text x="16" y="37" font-family="system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif" font-size="26" font-weight="700" fill="#1a2024">${value}</text>`,
    '<g transform="translate(88 9)"><use href="#stars" fill="#dcdcd5"/><use href="#stars" fill="#c98208" clip-path="url(#filled)"/></g>',
    `<text x="89" y="43" font-family="system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif" font-size="12" fill="#57636b">${below}</text>`,
    "</svg>\n",
  ].join("");
  return { status: 200, mediaType: "image/svg+xml", body, cacheable: true };
}
