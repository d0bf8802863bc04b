/** Readable shades of the brand colour on light and dark paper: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */

import { digestOf } from "../http/digest.ts";
import { ASSET_CACHE_CONTROL } from "../http/headers.ts";
import { PATHS } from "../http/paths.ts";
import type { Publication } from "../publication/mod.ts";
import {
  colorText,
  mixed,
  type Picture,
  type PictureKind,
  parseColor,
  type Rgb,
  readableShade,
  withoutWebpNotes,
} from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import type { PageDocument } from "./page.ts";

interface BrandShades {
  readonly accent: Rgb;
  /** Behind what belongs to the business. */
  readonly accentSoft: Rgb;
  readonly onAccent: Rgb;
}

/** What the shades stand on; the same as `--paper`, `--raised` and `--notice` in page.css. */
export const PAPER = {
  light: {
    paper: parseColor("#fbfbf9"),
    raised: parseColor("#ffffff"),
    notice: parseColor("#fdf3d8"),
    ink: parseColor("#000000"),
    tint: 0.1,
  },
  dark: {
    paper: parseColor("#14181a"),
    raised: parseColor("#1b2023"),
    notice: parseColor("#332b14"),
    ink: parseColor("#ffffff"),
    tint: 0.14,
  },
} as const;

/** The shades of a colour: as it is where it can be read, else darker, on dark paper lighter. */
export function brandShades(color: string, scheme: keyof typeof PAPER): BrandShades {
  const { paper, raised, notice, ink, tint } = PAPER[scheme];
  const brand = parseColor(color);
  const accentSoft = mixed(paper, brand, tint);
  const accent = readableShade(brand, ink, [paper, raised, notice, accentSoft]);
  return { accent, accentSoft, onAccent: raised };
}

export function themePath(color: string): string {
  const digest = digestOf(utf8Bytes(themeCss(color))).slice(0, 10);
  return PATHS.theme.replace("{theme}", `${color.slice(1)}-${digest}`);
}

/** Null for another name than {@link themePath} makes. Pages in caches ask for earlier colours, too. */
export function themeFile({ business }: Publication, name: string): PageDocument | null {
  const color = `#${/^([0-9a-f]{6})-/.exec(name)?.[1] ?? ""}`;
  if (color.length !== 7 || !themePath(color).endsWith(`/${name}`)) return null;
  return {
    status: 200,
    mediaType: "text/css; charset=utf-8",
    body: themeCss(color),
    cacheable: color === business.color,
    headers: { "Cache-Control": ASSET_CACHE_CONTROL },
  };
}

/** A style sheet of a colour for what `selector` finds. On paper everything stays black. */
export function themeCss(color: string, selector = ":root"): string {
  const rule = (scheme: keyof typeof PAPER) => `${selector}${shadesOf(color, scheme)}`;
  return `@media screen{${rule("light")}}@media screen and (prefers-color-scheme:dark){${rule("dark")}}\n`;
}

function shadesOf(color: string, scheme: keyof typeof PAPER): string {
  const { accent, accentSoft, onAccent } = brandColors(color, scheme);
  return `{--accent:${accent};--accent-soft:${accentSoft};--on-accent:${onAccent}}`;
}

/** The shades as "#rrggbb", for pictures. */
export function brandColors(color: string, scheme: keyof typeof PAPER): Record<keyof BrandShades, string> {
  const { accent, accentSoft, onAccent } = brandShades(color, scheme);
  return { accent: colorText(accent), accentSoft: colorText(accentSoft), onAccent: colorText(onAccent) };
}

export function picturePath(kind: PictureKind, { webp }: Picture): string {
  return PATHS[kind].replace("{name}", `${digestOf(utf8Bytes(webp)).slice(0, 10)}.webp`);
}

/** The picture under this name; null where it is not, or no longer, the one of the business. */
export function pictureFile(publication: Publication, kind: PictureKind, name: string): PageDocument | null {
  const picture = publication[kind];
  if (picture === null || !picturePath(kind, picture).endsWith(`/${name}`)) return null;
  return {
    status: 200,
    mediaType: "image/webp",
    // Releases before 1.2.0 kept the colour profile.
    body: withoutWebpNotes(Uint8Array.fromBase64(picture.webp)),
    cacheable: true,
    headers: { "Cache-Control": ASSET_CACHE_CONTROL, "Content-Security-Policy": "default-src 'none'" },
  };
}
