/**
 * The style sheet that gives the pages one brand colour, in shades that can be read on light and on dark paper.
 *
 * @module
 */

import { PATHS } from "../../web/paths.ts";
import { digestOf } from "../../web/representation.ts";
import { colorText, mixed, parseColor, type Rgb, readableShade } from "./contrast.ts";

/** The shades of a brand colour on paper of one lightness. */
export interface BrandShades {
  /** Of links and buttons. */
  readonly accent: Rgb;
  /** Behind what belongs to the business. */
  readonly accentSoft: Rgb;
  /** On a button. */
  readonly onAccent: Rgb;
}

/** What the shades stand on; the same as `--paper` and `--raised` in page.css. */
export const PAPER = {
  light: { paper: parseColor("#fbfbf9"), raised: parseColor("#ffffff"), ink: parseColor("#000000"), tint: 0.1 },
  dark: { paper: parseColor("#14181a"), raised: parseColor("#1b2023"), ink: parseColor("#ffffff"), tint: 0.14 },
} as const;

/** The shades of a colour: as it is where it can be read, else darker, on dark paper lighter. */
export function brandShades(color: string, scheme: keyof typeof PAPER): BrandShades {
  const { paper, raised, ink, tint } = PAPER[scheme];
  const brand = parseColor(color);
  const accentSoft = mixed(paper, brand, tint);
  const accent = readableShade(brand, ink, [paper, raised, accentSoft]);
  return { accent, accentSoft, onAccent: raised };
}

/** Path of the style sheet of a colour: it names the colour and its content, and so never changes. */
export function themePath(color: string): string {
  const digest = digestOf(new TextEncoder().encode(themeCss(color))).slice(0, 10);
  return PATHS.theme.replace("{theme}", `${color.slice(1)}-${digest}`);
}

/** The style sheet at a path as {@link themePath} makes it; null for every other. */
export function themeAt(theme: string): { readonly color: string; readonly css: string } | null {
  const color = `#${/^([0-9a-f]{6})-/.exec(theme)?.[1] ?? ""}`;
  return color.length === 7 && themePath(color).endsWith(`/${theme}`) ? { color, css: themeCss(color) } : null;
}

/** On paper everything stays black. */
function themeCss(color: string): string {
  return `@media screen{${rootOf(color, "light")}}@media screen and (prefers-color-scheme:dark){${rootOf(color, "dark")}}\n`;
}

function rootOf(color: string, scheme: keyof typeof PAPER): string {
  const { accent, accentSoft, onAccent } = brandShades(color, scheme);
  return `:root{--accent:${colorText(accent)};--accent-soft:${colorText(accentSoft)};--on-accent:${colorText(onAccent)}}`;
}
