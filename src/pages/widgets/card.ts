/** Cards to print, as SVG: with stars and a QR code that leads to the reviews, or to leave with a customer, with the link of one job. */
import encodeQR from "qr";
import { wordsFor } from "../../languages/mod.ts";
import type { PageDocument } from "../page.ts";
import { starsPhrase } from "../phrases.ts";
import type { PageSite } from "../site.ts";
import { FIVE_STARS, filledWidth, SYSTEM_FONT, xmlText } from "../svg.ts";
import {
  addressInPrint,
  type CardFacts,
  type CardSize,
  type CardText,
  cardLayout,
  nameLines,
  textWidth,
} from "./card_layout.ts";

/** The picture at `/card.svg`: sharp at any size, on white, the name in a shade of the business's colour that can be read. */
export function renderCard(facts: CardFacts, site: PageSite): PageDocument {
  const { width, height, label, bar, texts, stars, code } = cardLayout(facts, site);
  const body = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${sizeOf({ width, height })} role="img" aria-label="${xmlText(label)}">`,
    `<title>${xmlText(label)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...(bar === null ? [] : [`<rect width="${width}" height="${bar.height}" fill="${bar.color}"/>`]),
    ...texts.map(textElement),
    ...(stars === null
      ? []
      : [
          `<svg x="${stars.x}" y="${stars.y}" width="${stars.width}" height="${stars.width / 5}" viewBox="0 0 100 20" aria-label="${xmlText(starsPhrase(site.words, stars.rating))}">`,
          `<defs><clipPath id="filled"><rect width="${filledWidth(stars.rating)}" height="20"/></clipPath></defs>`,
          `<g fill="none" stroke="#000" stroke-width="1">${FIVE_STARS}</g><g clip-path="url(#filled)">${FIVE_STARS}</g></svg>`,
        ]),
    `<svg x="${code.x}" y="${code.y}" width="${code.size}" height="${code.size}" ${qrPath(code.url)}</svg>`,
    "</svg>\n",
  ].join("");
  return { status: 200, mediaType: "image/svg+xml", body, cacheable: true };
}

function sizeOf({ width, height }: CardSize): string {
  return `width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"`;
}

function textElement({ text, x, y, size, width, isBold, isCentred, color }: CardText): string {
  const isTight = width !== undefined && textWidth(text, size) > width;
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

export function qrPath(text: string): string {
  const { width, path } = qrModules(text);
  return `viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges"><path d="${path}"/>`;
}

/** Dark modules of a code. A quarter of it may be dirty or torn: vans are, and invoices are folded. */
export function qrModules(text: string): { readonly width: number; readonly path: string } {
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: QUIET });
  const path = rows.flatMap((row, y) => runsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`));
  return { width: rows.length, path: path.join("") };
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

const WIDTH = 85;
const HEIGHT = 55;
const INVITATION_CODE = 33;

/** Ten cards on a sheet of A4 or Letter, with lines to cut along; each in the language of its customer. */
export function renderInvitationCards(title: string, cards: readonly InvitationCard[]): string {
  return sheetOf(title, "en", cards.map(cardOf));
}

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
    `<svg class="card" xmlns="http://www.w3.org/2000/svg" ${sizeOf({ width: WIDTH, height: HEIGHT })} lang="${words.language}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...nameLines(businessName).map(textElement),
    textElement({ text: words.say("card.ask"), x: 5, y: 30, size: 3.4, width: text, isBold: true }),
    textElement({ text: words.say("card.until", { date: words.date(until) }), x: 5, y: 36, size: 2.6, width: text }),
    ...(customer === "" ? [] : [textElement({ text: customer, x: 5, y: 41, size: 2.2, width: text })]),
    `<svg x="${WIDTH - INVITATION_CODE - 3}" y="5" width="${INVITATION_CODE}" height="${INVITATION_CODE}" ${qrPath(url)}</svg>`,
    textElement({
      text: words.say("card.allAnswers"),
      x: WIDTH / 2,
      y: 46.5,
      size: 2.4,
      width: WIDTH - 10,
      isCentred: true,
    }),
    textElement({ text: addressInPrint(url), x: WIDTH / 2, y: 51, size: 2.4, width: WIDTH - 10, isCentred: true }),
    "</svg>",
  ].join("");
}
