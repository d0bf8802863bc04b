/**
 * The letters of pictures: Inter for Latin, Greek and Cyrillic, Noto Sans for Arabic and Hebrew. In the binary they are files of its own.
 *
 * @module
 */
import cyrillic from "@fontsource/inter/files/inter-cyrillic-400-normal.woff2" with { type: "file" };
import cyrillicBold from "@fontsource/inter/files/inter-cyrillic-700-normal.woff2" with { type: "file" };
import greek from "@fontsource/inter/files/inter-greek-400-normal.woff2" with { type: "file" };
import greekBold from "@fontsource/inter/files/inter-greek-700-normal.woff2" with { type: "file" };
import latin from "@fontsource/inter/files/inter-latin-400-normal.woff2" with { type: "file" };
import latinBold from "@fontsource/inter/files/inter-latin-700-normal.woff2" with { type: "file" };
import latinExtended from "@fontsource/inter/files/inter-latin-ext-400-normal.woff2" with { type: "file" };
import latinExtendedBold from "@fontsource/inter/files/inter-latin-ext-700-normal.woff2" with { type: "file" };
import vietnamese from "@fontsource/inter/files/inter-vietnamese-400-normal.woff2" with { type: "file" };
import vietnameseBold from "@fontsource/inter/files/inter-vietnamese-700-normal.woff2" with { type: "file" };
import arabic from "@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2" with { type: "file" };
import arabicBold from "@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff2" with {
  type: "file",
};
import hebrew from "@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2" with { type: "file" };
import hebrewBold from "@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-700-normal.woff2" with {
  type: "file",
};

/** The letters of one script in one weight. */
export interface FontFile {
  readonly name: string;
  readonly weight: 400 | 700;
  readonly path: string;
}

/** Every font; a text is drawn with the first that has its letters. */
export const FONTS: readonly FontFile[] = [
  ...regularAndBold("Inter", latin, latinBold),
  ...regularAndBold("Inter Latin Extended", latinExtended, latinExtendedBold),
  ...regularAndBold("Inter Vietnamese", vietnamese, vietnameseBold),
  ...regularAndBold("Inter Greek", greek, greekBold),
  ...regularAndBold("Inter Cyrillic", cyrillic, cyrillicBold),
  ...regularAndBold("Noto Sans Arabic", arabic, arabicBold),
  ...regularAndBold("Noto Sans Hebrew", hebrew, hebrewBold),
];

function regularAndBold(name: string, regular: string, bold: string): FontFile[] {
  return [
    { name, weight: 400, path: regular },
    { name, weight: 700, path: bold },
  ];
}
