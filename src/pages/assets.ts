/**
 * Style sheet, scripts and icon of the pages, each under an address that names its content and so never changes.
 *
 * @module
 */
import docsScript from "./assets/docs.browser.js" with { type: "text" };
import icon from "./assets/icon.svg" with { type: "text" };
import pageScript from "./assets/page.browser.js" with { type: "text" };
import style from "./assets/page.css" with { type: "text" };

export interface PageAsset {
  /** Below the base address; serve it as immutable. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const STYLE_PATH = versionedPath("page", "css", style);
export const PAGE_SCRIPT_PATH = versionedPath("page", "js", pageScript);
export const DOCS_SCRIPT_PATH = versionedPath("docs", "js", docsScript);
export const ICON_PATH = versionedPath("icon", "svg", icon);

/** All the assets there are. */
export function pageAssets(): readonly PageAsset[] {
  return [
    asset(STYLE_PATH, "text/css; charset=utf-8", style),
    asset(PAGE_SCRIPT_PATH, "text/javascript; charset=utf-8", pageScript),
    asset(DOCS_SCRIPT_PATH, "text/javascript; charset=utf-8", docsScript),
    asset(ICON_PATH, "image/svg+xml", icon),
  ];
}

function asset(path: string, mediaType: string, text: string): PageAsset {
  return { path, mediaType, bytes: new TextEncoder().encode(text) };
}

function versionedPath(name: string, extension: string, text: string): string {
  return `/assets/${name}-${fingerprint(text)}.${extension}`;
}

/** FNV-1a, 32 bits, in hexadecimal: it tells versions of one file apart and guards nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
