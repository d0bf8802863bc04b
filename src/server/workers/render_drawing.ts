/** Draws with Takumi, a layout and drawing engine in WebAssembly: no fonts of the system, nothing fetched. */

import { readFile } from "node:fs/promises";
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
import { initSync, type Node, Renderer } from "@takumi-rs/wasm";
// @ts-expect-error: typed as a module of its functions, but taken as the path of its file.
import wasm from "@takumi-rs/wasm/takumi_wasm_bg.wasm" with { type: "file" };
import { once } from "../../memo.ts";
import type { Drawing } from "../../platform.ts";
import { utf8Bytes } from "../../utf8.ts";

export type DrawingService = ReturnType<typeof openDrawing>;

export function openDrawing() {
  return {
    draw: (drawing: Drawing) =>
      renderDrawing(drawing).catch((error) => {
        throw new Error(`cannot draw a picture: ${error instanceof Error ? error.message : String(error)}`);
      }),
  };
}

/** The same drawing gives the same bytes. */
export async function renderDrawing(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const renderer = await openRenderer();
  const images = Object.entries(drawing.svgs).map(([src, svg]) => {
    return { src, data: utf8Bytes(svg), cache: "none" as const };
  });
  const { width, height, language } = drawing;
  const root = drawing.root as unknown as Node;
  const options = { width, height, lang: language, images };
  if (drawing.format === "svg") return utf8Bytes(await renderer.renderSvg(root, options));
  return new Uint8Array(await renderer.render(root, options));
}

const openRenderer = once(async () => {
  initSync({ module: await readFile(wasm) });
  const renderer = new Renderer();
  for (const { name, weight, path } of FONTS) {
    await renderer.registerFont({ name, weight, data: await readFile(path) });
  }
  return renderer;
});

interface FontFile {
  readonly name: string;
  readonly weight: 400 | 700;
  readonly path: string;
}

/** Every font; a text is drawn with the first that has its letters. */
const FONTS: readonly FontFile[] = [
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
