import { digestOf } from "../http/digest.ts";
import icon from "../pages/assets/icon.svg" with { type: "text" };
// The public pages' own: a review looks here as it does there.
import copy from "../pages/assets/page.browser.js" with { type: "text" };
import page from "../pages/assets/page.css" with { type: "text" };
import console from "./assets/console.css" with { type: "text" };
import importing from "./assets/import.browser.js" with { type: "text" };
import passkeys from "./assets/passkeys.browser.js" with { type: "text" };
import preview from "./assets/preview.browser.js" with { type: "text" };

const SCRIPTS = { import: importing, copy, preview, passkeys };

export type ScriptName = keyof typeof SCRIPTS;

const KINDS = [
  { mediaType: "text/javascript; charset=utf-8", extension: "js", files: SCRIPTS },
  { mediaType: "text/css; charset=utf-8", extension: "css", files: { page, console } },
  { mediaType: "image/svg+xml", extension: "svg", files: { icon } },
];

const ASSETS = KINDS.flatMap(({ mediaType, extension, files }) =>
  Object.entries<string>(files).map(([name, text]) => {
    return { name, mediaType, text, path: `/assets/${name}-${digestOf(text).slice(0, 10)}.${extension}` };
  }),
);

export function assetPath(name: ScriptName | "page" | "console" | "icon"): string {
  return ASSETS.find((asset) => asset.name === name)?.path ?? "";
}

export function assetAt(path: string) {
  return ASSETS.find((asset) => asset.path === path);
}
