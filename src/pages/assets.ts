/** Style sheets, scripts and icon of the pages, each under an address that names its content and so never changes. */
import { readFile } from "node:fs/promises";
import { version as swaggerVersion } from "swagger-ui-dist/package.json";
import swaggerStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { digestOf } from "../http/representation.ts";
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

export const STYLE_PATH = versionedPath("page", "css", style);
export const PAGE_SCRIPT_PATH = versionedPath("page", "js", pageScript);
/** Versioned paths of what the API reference is made of. The files of Swagger UI are too large to be read at each start. */
export const DOCS_STYLE_PATH = versionedPath("docs", "css", docsStyle);
export const DOCS_SCRIPT_PATH = versionedPath("docs", "js", docsScript);
export const SWAGGER_STYLE_PATH = `/assets/swagger-ui-${swaggerVersion}.css`;
export const SWAGGER_SCRIPT_PATH = `/assets/swagger-ui-${swaggerVersion}.js`;
export const FORM_STYLE_PATH = versionedPath("form", "css", formStyle);
export const FORM_SCRIPT_PATH = versionedPath("form", "js", formScript);
export const EMBED_STYLE_PATH = versionedPath("embed", "css", embedStyle);
export const EMBED_SCRIPT_PATH = versionedPath("embed", "js", embedScript);
export const ICON_PATH = versionedPath("icon", "svg", icon);

const CSS = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

export const pageAssets: readonly PageAsset[] = [
  textAsset(STYLE_PATH, CSS, style),
  textAsset(PAGE_SCRIPT_PATH, SCRIPT, pageScript),
  textAsset(DOCS_STYLE_PATH, CSS, docsStyle),
  textAsset(DOCS_SCRIPT_PATH, SCRIPT, docsScript),
  { path: SWAGGER_STYLE_PATH, mediaType: CSS, read: () => bytesOf(swaggerStyle) },
  { path: SWAGGER_SCRIPT_PATH, mediaType: SCRIPT, read: () => bytesOf(swaggerScript) },
  textAsset(FORM_STYLE_PATH, CSS, formStyle),
  textAsset(FORM_SCRIPT_PATH, SCRIPT, formScript),
  textAsset(EMBED_STYLE_PATH, CSS, embedStyle),
  textAsset(EMBED_SCRIPT_PATH, SCRIPT, embedScript),
  textAsset(ICON_PATH, "image/svg+xml", icon),
];

function textAsset(path: string, mediaType: string, text: string): PageAsset {
  return { path, mediaType, read: async () => new TextEncoder().encode(text) };
}

async function bytesOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}

function versionedPath(name: string, extension: string, text: string): string {
  return `/assets/${name}-${digestOf(text).slice(0, 10)}.${extension}`;
}
