import { PATHS } from "../../http/paths.ts";
import type { Publication } from "../../publication/mod.ts";
import { brandColors } from "../brand.ts";
import type { PageDocument } from "../page.ts";
import { abridged, isMostlyVerified, reviewsPhrase, starsPhrase } from "../phrases.ts";
import { type PageSite, pageAddress } from "../site.ts";
import { FIVE_STARS, filledWidth, SYSTEM_FONT, xmlText } from "../svg.ts";

export type WidgetFacts = Pick<Publication, "business" | "aggregateRating">;

/** The looks a badge has; `auto` follows the setting of the visitor's device. */
const BADGE_THEMES = ["light", "dark", "auto"] as const;
type BadgeTheme = (typeof BADGE_THEMES)[number];

/** How a badge may be asked for; anything else is ignored, so that a badge never breaks a page. */
interface BadgeQuery {
  /** Light unless it is given. */
  readonly theme?: BadgeTheme;
  /** Height from 20 to 600 pixels; the width follows. */
  readonly height?: number;
  readonly name?: boolean;
}

/** Width of lower-case letters in a wide font, so that the words fit in any. */
const LETTER_WIDTH = 7;
const MAX_NAME_LENGTH = 40;

const COLORS = {
  light: { paper: "#fff", line: "#c9ccc6", ink: "#1a2024", quiet: "#57636b", off: "#dcdcd5", star: "#c98208" },
  dark: { paper: "#1b2023", line: "#454d51", ink: "#f2f3f0", quiet: "#b4bcc0", off: "#454d51", star: "#f0b23e" },
} as const;

const ROLES = ["paper", "ink", "quiet", "off", "star", "mark"] as const;
type Role = (typeof ROLES)[number];

/** The picture at `/badge.svg`: no script, nothing loaded, no font of its own. */
export function badgeSvg(publication: WidgetFacts, { words }: PageSite, query: BadgeQuery = {}): PageDocument {
  const rating = publication.aggregateRating.rating_value;
  const { theme = "light" } = query;
  const { color } = publication.business;
  const look = (role: Role) => lookOf(role, theme, color);
  const label = rating === null ? words.say("reviews.noneVerified") : badgeLabel(publication, words);
  const { name, below, isVerified, top, width, height, shown } = layoutOf(publication, words, query);
  const body = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${xmlText(label)}">`,
    `<title>${xmlText(label)}</title>`,
    ...(theme === "auto" ? [autoStyle(color)] : []),
    `<defs><clipPath id="filled"><path d="M0 0h${filledWidth(rating ?? 0)}v20H0z"/></clipPath>`,
    `<g id="stars">${FIVE_STARS}</g></defs>`,
    `<rect ${look("paper")} x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9"/>`,
    ...(name === null
      ? []
      : [`<text ${look("ink")} ${SYSTEM_FONT} x="16" y="24" font-size="14" font-weight="600">${xmlText(name)}</text>`]),
    `<g transform="translate(0 ${top})"><text ${look("ink")} ${SYSTEM_FONT} x="16" y="37" font-size="26" font-weight="700">${rating === null ? "–" : words.rating(rating)}</text>`,
    `<g transform="translate(88 9)"><use ${look("off")} href="#stars"/><use ${look("star")} href="#stars" clip-path="url(#filled)"/></g>`,
    ...(isVerified ? [`<path ${look("mark")} d="M89 38.5l3.4 3.4 6-7"/>`] : []),
    `<text ${look("quiet")} ${SYSTEM_FONT} x="${isVerified ? 104 : 89}" y="43" font-size="12">${xmlText(below)}</text></g>`,
    "</svg>\n",
  ].join("");
  return { status: 200, mediaType: "image/svg+xml", body, cacheable: true };
}

export function badgeSize(publication: WidgetFacts, { words }: PageSite, query: BadgeQuery = {}) {
  return layoutOf(publication, words, query).shown;
}

export function badgeCode(business: string, site: PageSite): string {
  const src = `${pageAddress(site, PATHS.badge)}?theme=light&name=true`;
  const alt = site.words.say("badge.alt", { business });
  return `<a href="${pageAddress(site, PATHS.home)}"><img src="${xmlText(src)}" height="76" alt="${xmlText(alt)}"></a>`;
}

function layoutOf(publication: WidgetFacts, words: PageSite["words"], query: BadgeQuery) {
  const { business, aggregateRating } = publication;
  const rating = aggregateRating.rating_value;
  const below = rating === null ? words.say("reviews.none") : reviewsPhrase(words, aggregateRating);
  const name = query.name ? abridged(business.name, MAX_NAME_LENGTH) : null;
  const isVerified = rating !== null && isMostlyVerified(aggregateRating);
  const [top, height] = name === null ? [0, 56] : [20, 76];
  const width = Math.max(
    104 + Math.max(100, below.length * LETTER_WIDTH + (isVerified ? 16 : 0)),
    32 + (name?.length ?? 0) * 8,
  );
  const shownHeight = query.height ?? height;
  const shown = { width: Math.round((width * shownHeight) / height), height: shownHeight };
  return { name, below, isVerified, top, width, height, shown };
}

function badgeLabel({ business, aggregateRating }: WidgetFacts, words: PageSite["words"]): string {
  const stars = starsPhrase(words, aggregateRating.rating_value ?? 0);
  const rated = words.say("badge.label", { stars, reviews: reviewsPhrase(words, aggregateRating) });
  return words.say("badge.named", { business: business.name, rated });
}

export function readBadgeQuery(queryString: string): BadgeQuery {
  const given = new URLSearchParams(queryString);
  const theme = BADGE_THEMES.find((known) => known === given.get("theme"));
  const height = Number(given.get("height") ?? Number.NaN);
  return {
    ...(theme && { theme }),
    ...(Number.isInteger(height) && height >= 20 && height <= 600 && { height }),
    ...(given.get("name") === "true" && { name: true }),
  };
}

export function badgeParameters(queryString: string): string {
  const read = Object.entries(readBadgeQuery(queryString)).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(read).toString();
}

/** Presentation attributes, which need no style sheet, except for rules that follow the device's setting. */
function lookOf(role: Role, theme: BadgeTheme, color: string | null): string {
  if (theme === "auto") return `class="${role}"`;
  const attributes = Object.entries(attributesOf(role, theme, color));
  return attributes.map(([name, value]) => `${name}="${value}"`).join(" ");
}

/** Name, rating and tick are in the colour of the business, in a shade that can be read. */
function attributesOf(
  role: Role,
  theme: keyof typeof COLORS,
  color: string | null,
): Readonly<Record<string, string | number>> {
  const colors = { ...COLORS[theme], ...(color !== null && { ink: brandColors(color, theme).accent }) };
  if (role === "mark") return { fill: "none", stroke: colors.ink, "stroke-width": 2 };
  return role === "paper" ? { fill: colors.paper, stroke: colors.line } : { fill: colors[role] };
}

function rulesOf(theme: keyof typeof COLORS, color: string | null): string {
  return ROLES.map((role) => {
    const declarations = Object.entries(attributesOf(role, theme, color)).map(([name, value]) => `${name}:${value}`);
    return `.${role}{${declarations.join(";")}}`;
  }).join("");
}

function autoStyle(color: string | null): string {
  return `<style>${rulesOf("light", color)}@media(prefers-color-scheme:dark){${rulesOf("dark", color)}}</style>`;
}
