/**
 * Draws a drawing as PNG with Takumi, a layout and drawing engine in WebAssembly: no fonts of the system, nothing fetched.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { initSync, type Node, Renderer } from "@takumi-rs/wasm";
// @ts-expect-error: typed as a module of its functions, but taken as the path of its file.
import wasm from "@takumi-rs/wasm/takumi_wasm_bg.wasm" with { type: "file" };
import type { Drawing } from "../../platform.ts";
import { once } from "../../web/once.ts";
import { FONTS } from "./fonts.ts";

/** The same drawing gives the same bytes. */
export async function drawPng(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const renderer = await openRenderer();
  const images = Object.entries(drawing.svgs).map(([src, svg]) => {
    return { src, data: new TextEncoder().encode(svg), cache: "none" as const };
  });
  const { width, height, language } = drawing;
  const root = drawing.root as unknown as Node;
  return new Uint8Array(await renderer.render(root, { width, height, lang: language, images }));
}

const openRenderer = once(async () => {
  initSync({ module: await readFile(wasm) });
  const renderer = new Renderer();
  for (const { name, weight, path } of FONTS) {
    await renderer.registerFont({ name, weight, data: await readFile(path) });
  }
  return renderer;
});
