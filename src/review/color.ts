/** Colours and how well they are read on each other (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */

export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColor(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function colorText(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

export function mixed([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb {
  const between = (one: number, other: number) => Math.round(one + (other - one) * share);
  return [between(r, r2), between(g, g2), between(b, b2)];
}

/** Contrast from 1 (the same) to 21 (black on white). */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

/** The colour, moved toward `end` no further than it takes to stand out from every one of the backgrounds. */
export function readableShade(color: Rgb, end: Rgb, backgrounds: readonly Rgb[]): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mixed(color, end, share);
    if (backgrounds.every((background) => contrastOf(shade, background) >= READABLE)) return shade;
  }
  return end;
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
