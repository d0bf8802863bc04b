/** Cards to print and to leave with customers, each with the link of one job. */
import type { Words } from "../../review/languages/mod.ts";
import { xmlText } from "../svg.ts";
import { addressOf, HEIGHT, line, nameLines, qrPath, WIDTH } from "./card.ts";

/** What a card says. */
export interface InvitationCard {
  readonly businessName: string;
  /** Whom it is for and which work, for whoever hands it out. */
  readonly customer: string;
  readonly url: string;
  /** The last day of the link. */
  readonly until: string;
  readonly words: Words;
}

const CODE = 33;

/** A page of cards of the usual size, ten on a sheet of A4 or Letter, with lines to cut along. */
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

function cardOf({ businessName, customer, url, until, words }: InvitationCard): string {
  const text = WIDTH - CODE - 11;
  return [
    `<svg class="card" xmlns="http://www.w3.org/2000/svg" width="${WIDTH}mm" height="${HEIGHT}mm" viewBox="0 0 ${WIDTH} ${HEIGHT}" lang="${words.language}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...nameLines(businessName).map(({ text, size, y }) => line(text, { x: 5, y, size, isBold: true })),
    line(words.say("card.ask"), { x: 5, y: 30, size: 3.4, width: text, isBold: true }),
    line(words.say("card.until", { date: words.date(until) }), { x: 5, y: 36, size: 2.6, width: text }),
    ...(customer === "" ? [] : [line(customer, { x: 5, y: 41, size: 2.2, width: text })]),
    `<svg x="${WIDTH - CODE - 3}" y="5" width="${CODE}" height="${CODE}" ${qrPath(url)}</svg>`,
    line(words.say("card.allAnswers"), { x: WIDTH / 2, y: 46.5, size: 2.4, width: WIDTH - 10, isCentred: true }),
    line(addressOf(url), { x: WIDTH / 2, y: 51, size: 2.4, width: WIDTH - 10, isCentred: true }),
    "</svg>",
  ].join("");
}
