/** Cards to print: with stars and a QR code that leads to the reviews, or to leave with a customer, with the link of one job. */
import encodeQR from "qr";
import { PATHS } from "../../http/paths.ts";
import { wordsFor } from "../../languages/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import { brandColors } from "../brand.ts";
import type { PageDocument } from "../page.ts";
import { reviewsPhrase, starsPhrase } from "../phrases.ts";
import { type PageSite, pageAddress } from "../site.ts";
import { FIVE_STARS, filledWidth, SYSTEM_FONT, xmlText } from "../svg.ts";
import type { WidgetFacts } from "./badge.ts";

/** A business card as most printers take it, in millimetres. */
const [WIDTH, HEIGHT] = [85, 55];
const CODE = 31;
const TEXT_WIDTH = 40;
const LETTERS_IN_LINE = 16;
/** Width of a letter beside its height, in a wide font. */
const LETTER = 0.58;

/** The picture at `/card.svg`: sharp at any size, on white, the name in a shade of the business's colour that can be read. */
export function renderCard(publication: WidgetFacts & Pick<Publication, "publishedAt">, site: PageSite): PageDocument {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const rating = aggregateRating.rating_value;
  const home = pageAddress(site, PATHS.home);
  const accent = business.color === null ? null : brandColors(business.color, "light").accent;
  const label = words.say("card.label", { business: business.name });
  const body = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}mm" height="${HEIGHT}mm" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${xmlText(label)}">`,
    `<title>${xmlText(label)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...(accent === null ? [] : [`<rect width="${WIDTH}" height="2.5" fill="${accent}"/>`]),
    ...nameLines(business.name).map(({ text, size, y }) => line(text, { x: 5, y, size, isBold: true, color: accent })),
    ...(rating === null ? [] : ratingLines(rating, site)),
    line(reviewsPhrase(words, aggregateRating), { x: 5, y: 39, size: 3, width: TEXT_WIDTH }),
    ...(rating === null ? [] : [line(asOf(publication, site), { x: 5, y: 43, size: 2.4 })]),
    `<svg x="${WIDTH - CODE - 4}" y="8" width="${CODE}" height="${CODE}" ${qrPath(home)}</svg>`,
    line(words.say("card.invitation"), { x: WIDTH - 4 - CODE / 2, y: 43, size: 2.6, width: CODE, isCentred: true }),
    line(addressOf(home), { x: WIDTH / 2, y: 51, size: 2.8, width: WIDTH - 10, isCentred: true }),
    "</svg>\n",
  ].join("");
  return { status: 200, mediaType: "image/svg+xml", body, cacheable: true };
}

function ratingLines(rating: number, { words }: PageSite): string[] {
  return [
    line(words.rating(rating), { x: 5, y: 33, size: 9, width: 15.5, isBold: true }),
    `<svg x="22" y="27.4" width="22" height="4.4" viewBox="0 0 100 20" aria-label="${xmlText(starsPhrase(words, rating))}">`,
    `<defs><clipPath id="filled"><rect width="${filledWidth(rating)}" height="20"/></clipPath></defs>`,
    `<g fill="none" stroke="#000" stroke-width="1">${FIVE_STARS}</g><g clip-path="url(#filled)">${FIVE_STARS}</g></svg>`,
  ];
}

/** A printed number becomes outdated, so its month is next to it. */
function asOf({ publishedAt }: Pick<Publication, "publishedAt">, { words }: PageSite): string {
  return words.say("card.asOf", { month: words.month(new Date(publishedAt).toISOString().slice(0, 10)) });
}

/** An address without what nobody types. */
function addressOf(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** The name in one to three lines, as large as fits. */
function nameLines(name: string): { readonly text: string; readonly size: number; readonly y: number }[] {
  const count = Math.min(3, Math.ceil(name.length / LETTERS_IN_LINE));
  const lines = wrapped(name, Math.ceil(name.length / count));
  const longest = Math.max(...lines.map((part) => part.length));
  const size = Math.min(5, Math.round((TEXT_WIDTH / (longest * LETTER)) * 10) / 10);
  return lines.map((text, at) => ({ text, size, y: 8 + size * (1 + at * 1.15) }));
}

/** Lines of whole words, each a little longer than `length` at most, where words are no longer. */
function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length / 2 > length) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Letters are set closer where a text would be wider. */
  readonly width?: number;
  readonly isBold?: boolean;
  readonly isCentred?: boolean;
  /** Black for null. */
  readonly color?: string | null;
}

function line(text: string, { x, y, size, width, isBold, isCentred, color }: Line): string {
  const isTight = width !== undefined && text.length * size * LETTER > width;
  const attributes = [
    ...(isBold ? ['font-weight="700"'] : []),
    ...(isCentred ? ['text-anchor="middle"'] : []),
    ...(color ? [`fill="${color}"`] : []),
    ...(isTight ? [`textLength="${width}" lengthAdjust="spacingAndGlyphs"`] : []),
  ];
  return `<text x="${x}" y="${y}" ${SYSTEM_FONT} font-size="${size}" ${attributes.join(" ")}>${xmlText(text)}</text>`;
}

/** Modules of white that readers need around a code (ISO/IEC 18004 section 6.3.8). */
const QUIET = 4;

/**
 * The rest of an `<svg` element that shows the code of a text, up to its end tag. A quarter of it may be dirty or torn: vans
 * are, and invoices are folded.
 */
export function qrPath(text: string): string {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: QUIET });
  const path = rows.flatMap((row, y) => runsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`));
  return `viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><path d="${path.join("")}"/>`;
}

function runsOf(row: readonly boolean[]): { readonly from: number; readonly length: number }[] {
  const runs: { from: number; length: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.from + last.length === x) last.length++;
    else runs.push({ from: x, length: 1 });
  }
  return runs;
}

interface InvitationCard {
  readonly businessName: string;
  /** The customer and the work, so that the card reaches the right person. */
  readonly customer: string;
  readonly url: string;
  /** The last day of the link. */
  readonly until: string;
  /** BCP 47, of the customer. */
  readonly language: string;
}

const INVITATION_CODE = 33;

/**
 * A page of cards of the usual size, ten on a sheet of A4 or Letter, with lines to cut along; each in the language of its customer
 * where there are words in it.
 */
export function renderInvitationCards(title: string, cards: readonly InvitationCard[]): string {
  return sheetOf(title, "en", cards.map(cardOf));
}

/** A page of cards, each an SVG of the class `card`. */
export function sheetOf(title: string, language: string, cards: readonly string[]): string {
  const style =
    "@page{margin:8mm}body{margin:0;display:flex;flex-wrap:wrap}svg.card{outline:.2mm dashed #999;break-inside:avoid}";
  const head = `<meta charset="utf-8"><meta name="robots" content="noindex"><title>${xmlText(title)}</title>`;
  return `<!DOCTYPE html>\n<html lang="${language}"><head>${head}<style>${style}</style></head><body>\n${cards.join("\n")}\n</body></html>\n`;
}

function cardOf({ businessName, customer, url, until, language }: InvitationCard): string {
  const words = wordsFor(language);
  const text = WIDTH - INVITATION_CODE - 11;
  return [
    `<svg class="card" xmlns="http://www.w3.org/2000/svg" width="${WIDTH}mm" height="${HEIGHT}mm" viewBox="0 0 ${WIDTH} ${HEIGHT}" lang="${words.language}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...nameLines(businessName).map(({ text, size, y }) => line(text, { x: 5, y, size, isBold: true })),
    line(words.say("card.ask"), { x: 5, y: 30, size: 3.4, width: text, isBold: true }),
    line(words.say("card.until", { date: words.date(until) }), { x: 5, y: 36, size: 2.6, width: text }),
    ...(customer === "" ? [] : [line(customer, { x: 5, y: 41, size: 2.2, width: text })]),
    `<svg x="${WIDTH - INVITATION_CODE - 3}" y="5" width="${INVITATION_CODE}" height="${INVITATION_CODE}" ${qrPath(url)}</svg>`,
    line(words.say("card.allAnswers"), { x: WIDTH / 2, y: 46.5, size: 2.4, width: WIDTH - 10, isCentred: true }),
    line(addressOf(url), { x: WIDTH / 2, y: 51, size: 2.4, width: WIDTH - 10, isCentred: true }),
    "</svg>",
  ].join("");
}
