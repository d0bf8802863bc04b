/** Style sheets, scripts and icon of the pages, each under an address that names its content and so never changes. */

import { readFile } from "node:fs/promises";
import { version as swaggerVersion } from "swagger-ui-dist/package.json";
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { digestOf } from "../http/digest.ts";
import { utf8Bytes } from "../utf8.ts";
import docsScript from "./assets/docs.browser.js" with { type: "text" };
import docsStyle from "./assets/docs.css" with { type: "text" };
import embedStyle from "./assets/embed.css" with { type: "text" };
import embedScript from "./assets/embed_page.browser.js" with { type: "text" };
import formScript from "./assets/form.browser.js" with { type: "text" };
import formStyle from "./assets/form.css" with { type: "text" };
import icon from "./assets/icon.svg" with { type: "text" };
import pageScript from "./assets/page.browser.js" with { type: "text" };
import style from "./assets/page.css" with { type: "text" };

interface PageAsset {
  /** Below the base address; serve it as immutable. */
  readonly path: string;
  readonly mediaType: string;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

const MEDIA_TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

export const ASSETS = {
  style: textAsset("page", "css", style),
  pageScript: textAsset("page", "js", pageScript),
  docsStyle: textAsset("docs", "css", docsStyle),
  docsScript: textAsset("docs", "js", docsScript),
  // Too large to be read at each start.
  swaggerStyle: fileAsset("css", swaggerStyle),
  swaggerScript: fileAsset("js", swaggerScript),
  formStyle: textAsset("form", "css", formStyle),
  formScript: textAsset("form", "js", formScript),
  embedStyle: textAsset("embed", "css", embedStyle),
  embedScript: textAsset("embed", "js", embedScript),
  icon: textAsset("icon", "svg", icon),
};

export const pageAssets: readonly PageAsset[] = Object.values(ASSETS);

function textAsset(name: string, extension: keyof typeof MEDIA_TYPES, text: string): PageAsset {
  const path = `/assets/${name}-${digestOf(text).slice(0, 10)}.${extension}`;
  return { path, mediaType: MEDIA_TYPES[extension], read: async () => utf8Bytes(text) };
}

function fileAsset(extension: keyof typeof MEDIA_TYPES, file: string): PageAsset {
  const path = `/assets/swagger-ui-${swaggerVersion}.${extension}`;
  return { path, mediaType: MEDIA_TYPES[extension], read: async () => new Uint8Array(await readFile(file)) };
}
