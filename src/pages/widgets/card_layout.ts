/** What is where on the printed card, in millimetres, for the picture and for the document that print shops take. */
import { PATHS } from "../../http/paths.ts";
import type { Publication } from "../../publication/mod.ts";
import type { Business } from "../../review/mod.ts";
import { brandColors } from "../brand.ts";
import { reviewsPhrase } from "../phrases.ts";
import { type PageSite, pageAddress } from "../site.ts";
import type { WidgetFacts } from "./badge.ts";

/** What is published of the business, or would be. */
export type CardFacts = WidgetFacts & Pick<Publication, "publishedAt">;

export interface CardSize {
  readonly width: number;
  readonly height: number;
}

export interface CardText {
  readonly text: string;
  /** Left edge, or the centre of centred text. */
  readonly x: number;
  /** Height of the baseline. */
  readonly y: number;
  readonly size: number;
  /** Letters are set closer, or smaller, where a text would be wider. */
  readonly width?: number;
  readonly isBold?: boolean;
  readonly isCentred?: boolean;
  /** Black for null. */
  readonly color?: string | null;
}

export interface CardLayout extends CardSize {
  readonly label: string;
  /** A bar along the top, in a shade of the business's colour that can be read. */
  readonly bar: { readonly color: string; readonly height: number } | null;
  readonly texts: readonly CardText[];
  /** Five stars, in a row five times as wide as it is high. */
  readonly stars: { readonly x: number; readonly y: number; readonly width: number; readonly rating: number } | null;
  readonly code: { readonly x: number; readonly y: number; readonly size: number; readonly url: string };
}

/** Business cards as most printers take them: 3.5 by 2 inches in North America. */
export function cardSize({ address }: Pick<Business, "address">): CardSize {
  return ["US", "CA"].includes(address?.country ?? "") ? { width: 88.9, height: 50.8 } : { width: 85, height: 55 };
}

const CODE = 31;
const STARS = { x: 22, width: 22 };
/** Letters by their width beside their height, in a wide font; most others are 0.58. */
const WIDTHS = [
  { letters: /[MWmw@%]/g, width: 1.04 },
  { letters: /(?![MWI])[\p{Lu}\p{Nd}&]/gu, width: 0.72 },
  { letters: /[iljI.,:;'|! ]/g, width: 0.34 },
];

export function cardLayout({ business, aggregateRating, publishedAt }: CardFacts, site: PageSite): CardLayout {
  const { words } = site;
  const { width, height } = cardSize(business);
  const rating = aggregateRating.rating_value;
  const url = pageAddress(site, PATHS.home);
  const color = business.color === null ? null : brandColors(business.color, "light").accent;
  // A printed number becomes outdated, so its month is next to it.
  const month = words.month(new Date(publishedAt).toISOString().slice(0, 10));
  const above = (bottom: number) => Math.round((height - bottom) * 10) / 10;
  const code = { x: Math.round((width - CODE - 4) * 10) / 10, y: above(47), size: CODE, url };
  const left = code.x - 5;
  return {
    width,
    height,
    code,
    label: words.say("card.label", { business: business.name }),
    bar: color === null ? null : { color, height: 2.5 },
    stars: rating === null ? null : { ...STARS, y: above(27.6), rating },
    texts: [
      ...nameLines(business.name, left, above(33)).map((line) => ({ ...line, color })),
      ...(rating === null
        ? []
        : [
            { text: words.rating(rating), x: 5, y: above(22), size: 9, width: 15.5, isBold: true },
            { text: words.say("card.asOf", { month }), x: 5, y: above(12), size: 2.4, width: left },
          ]),
      { text: reviewsPhrase(words, aggregateRating), x: 5, y: above(16), size: 3, width: left },
      {
        text: words.say("card.invitation"),
        x: code.x + CODE / 2,
        y: above(12),
        size: 2.6,
        width: CODE,
        isCentred: true,
      },
      {
        text: addressInPrint(url),
        x: width / 2,
        y: above(4),
        size: 2.8,
        width: width - 10,
        isCentred: true,
      },
    ],
  };
}

/** How wide a text is at most, in most fonts. */
export function textWidth(text: string, size: number): number {
  const others = WIDTHS.map(({ letters, width }) => (text.match(letters)?.length ?? 0) * (width - 0.58));
  return size * others.reduce((sum, more) => sum + more, text.length * 0.58);
}

/** An address without its scheme and the slash at its end, as people type it. */
export function addressInPrint(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** The name in one, two or three lines, whichever are largest within a width and above a height. */
export function nameLines(name: string, width = 40, bottom = 22): CardText[] {
  const choices = [1, 2, 3].map((count) => {
    const lines = wrapped(name, Math.ceil(name.length / count));
    const widest = Math.max(...lines.map((line) => textWidth(line, 1)));
    return { lines, size: Math.min(5, (bottom - 8) / (lines.length * 1.15), width / widest) };
  });
  const largest = Math.max(...choices.map(({ size }) => size));
  const lines = choices.find(({ size }) => size === largest)?.lines ?? [];
  const size = Math.floor(largest * 10) / 10;
  return lines.map((text, at) => ({ text, x: 5, y: 8 + size * (1 + at * 1.15), size, isBold: true }));
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
