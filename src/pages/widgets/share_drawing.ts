/** What messengers and social networks show beside a link: the rating of the business, or a review. */
import type { Drawing, DrawingPart, Look } from "../../platform.ts";
import type { Publication } from "../../publication/mod.ts";
import { type Business, type Review, toNormalForm } from "../../review/mod.ts";
import { brandColors } from "../brand.ts";
import { reviewDatePhrase, reviewsPhrase } from "../phrases.ts";
import type { PageSite } from "../site.ts";
import { FIVE_STARS, filledWidth } from "../svg.ts";

/** What most networks cut pictures to, in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

const INK = "#1a2024";
const QUIET = "#57636b";
const PAPER = "#fbfbf9";
const STAR = "#c98208";
const NO_STAR = "#dcdcd5";

export function ratingDrawing(publication: Publication, site: PageSite): Drawing {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const rating = aggregateRating.rating_value;
  const figures =
    rating === null
      ? [text(words.say("reviews.noneVerified"), { fontSize: 48, color: QUIET })]
      : [figure(rating, site), text(reviewsPhrase(words, aggregateRating), { fontSize: 44, color: QUIET })];
  return drawing(site, business, rating ?? 0, [
    text(business.name, {
      fontSize: nameSize(business.name),
      fontWeight: 700,
      lineHeight: 1.15,
      lineClamp: 2,
      ...(business.color && { color: brandColors(business.color, "light").accent }),
    }),
    column(20, figures),
    foot(words.say("share.published"), site),
  ]);
}

export function reviewDrawing({ business }: Publication, review: Review, site: PageSite): Drawing {
  const { words } = site;
  const quote = drawable(review.title ?? review.text);
  const author = drawable(review.author.name);
  const date = reviewDatePhrase(words, review);
  const by = author === "" ? date : words.say("feed.subject", { subject: `\u2068${author}\u2069`, author: date });
  return drawing(site, business, review.rating, [
    row(28, [stars(290), text(words.say(`method.${review.verification.method}`), { fontSize: 30, color: QUIET })]),
    ...(quote === ""
      ? []
      : [
          quoted(words.say("share.quote", { text: quote }), {
            fontSize: quoteSize(quote),
            lineHeight: 1.3,
            lineClamp: 5,
          }),
        ]),
    column(6, [
      text(by, { fontSize: 32, color: QUIET }),
      text(drawable(business.name) || hostOf(site), { fontSize: 40, fontWeight: 700, lineClamp: 1 }),
    ]),
  ]);
}

function drawing({ words }: PageSite, { color }: Business, rating: number, parts: readonly DrawingPart[]): Drawing {
  const { accent, accentSoft } = color === null ? { accent: INK, accentSoft: PAPER } : brandColors(color, "light");
  const look = {
    width: "100%",
    height: "100%",
    padding: "60px 72px 56px",
    borderTop: `16px solid ${accent}`,
    display: "flex",
    flexDirection: "column",
    justifyContent: "space-between",
    backgroundColor: accentSoft,
    color: INK,
  };
  return {
    ...SHARE_SIZE,
    language: words.language,
    root: container(look, parts),
    svgs: { stars: starsSvg(rating) },
  };
}

function figure(rating: number, { words }: PageSite): DrawingPart {
  return row(32, [text(words.rating(rating), { fontSize: 148, fontWeight: 700, lineHeight: 1 }), stars(440)]);
}

function foot(note: string, site: PageSite): DrawingPart {
  return row(24, [
    text(hostOf(site), { fontSize: 30, fontWeight: 700 }),
    text(note, { fontSize: 30, color: QUIET, lineClamp: 1 }),
  ]);
}

function hostOf({ baseUrl }: PageSite): string {
  return new URL(baseUrl).host;
}

function text(text: string, style: Look): DrawingPart {
  return { type: "text", text: drawable(text), style: { textOverflow: "ellipsis", ...style } };
}

function quoted(quote: string, style: Look): DrawingPart {
  const isFromRight = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(quote);
  return text(quote, { ...style, ...(isFromRight && { direction: "rtl", textAlign: "right" }) });
}

function row(gap: number, children: readonly DrawingPart[]): DrawingPart {
  return container({ display: "flex", alignItems: "center", gap }, children);
}

function column(gap: number, children: readonly DrawingPart[]): DrawingPart {
  return container({ display: "flex", flexDirection: "column", gap }, children);
}

function container(style: Look, children: readonly DrawingPart[]): DrawingPart {
  return { type: "container", style, children: children.filter(hasContent) };
}

/** A text of which nothing can be drawn takes no room. */
function hasContent(part: DrawingPart): boolean {
  return part.type === "text" ? part.text !== "" : part.type !== "container" || part.children.length > 0;
}

function stars(width: number): DrawingPart {
  return { type: "image", src: "stars", style: { width, height: Math.round(width * 0.2) } };
}

function starsSvg(rating: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="200" viewBox="0 0 100 20"><defs><clipPath id="f"><rect width="${filledWidth(rating)}" height="20"/></clipPath></defs><g fill="${NO_STAR}">${FIVE_STARS}</g><g fill="${STAR}" clip-path="url(#f)">${FIVE_STARS}</g></svg>`;
}

function nameSize(name: string): number {
  return name.length > 44 ? 56 : 72;
}

function quoteSize(text: string): number {
  return text.length > 160 ? 40 : text.length > 80 ? 48 : 60;
}

/** Letters and signs of Latin, Greek, Cyrillic, Hebrew and Arabic; the fonts themselves are in `server/workers/render_drawing.ts`. */
const LETTERS = [
  "\\u0020-\\u007e\\u00a0-\\u0148\\u014a-\\u01c3\\u01c5-\\u0254\\u0300\\u0301\\u0303\\u0304\\u0307-\\u0309\\u0323",
  "\\u0384-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03d7",
  "\\u0400-\\u045f\\u0490\\u0491\\u04b0\\u04b1",
  "\\u0591-\\u05c7\\u05d0-\\u05ea\\u05ef-\\u05f4",
  "\\u0606-\\u06dc\\u06de-\\u06ff\\u0750-\\u077f",
  "\\u1e00-\\u1e9b\\u1e9d-\\u1eff",
  "\\u2010\\u2011\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2020-\\u2022\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a",
  "\\u200e\\u200f\\u2066-\\u2069\\u2044\\u20a0-\\u20af\\u20b1-\\u20b5\\u20b8-\\u20ba\\u20bc-\\u20bf\\u2113\\u2116\\u2122\\u2212",
].join("");
const NOT_DRAWN = new RegExp(`[^${LETTERS}]`, "gu");

/** Texts with a smaller share of drawable letters are left out. */
const MIN_LETTERS = 0.6;

/** One line of what can be drawn; nothing where most letters cannot. */
export function drawable(text: string): string {
  const line = toNormalForm(text.slice(0, 800).toWellFormed(), "NFC").replaceAll(/\s+/g, " ");
  const drawn = line.replaceAll(NOT_DRAWN, "");
  if (lettersOf(drawn) < MIN_LETTERS * lettersOf(line)) return "";
  return drawn.replaceAll(/ {2,}/g, " ").trim().slice(0, 400).toWellFormed();
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
