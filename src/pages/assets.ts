/** Style sheet, scripts and icon of the pages, each under an address that names its content and so never changes. */
import { digestOf } from "../http/representation.ts";
import docsScript from "./assets/docs.browser.js" with { type: "text" };
import formScript from "./assets/form.browser.js" with { type: "text" };
import formStyle from "./assets/form.css" with { type: "text" };
import icon from "./assets/icon.svg" with { type: "text" };
import pageScript from "./assets/page.browser.js" with { type: "text" };
import style from "./assets/page.css" with { type: "text" };

/** A static file of the pages. */
interface PageAsset {
  /** Below the base address; serve it as immutable. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Versioned path of the style sheet. */
export const STYLE_PATH = versionedPath("page", "css", style);
/** Versioned path of the script that every page loads. */
export const PAGE_SCRIPT_PATH = versionedPath("page", "js", pageScript);
/** Versioned path of the script of the API reference. */
export const DOCS_SCRIPT_PATH = versionedPath("docs", "js", docsScript);
/** Versioned paths of what the forms of customers and readers add. */
export const FORM_STYLE_PATH = versionedPath("form", "css", formStyle);
export const FORM_SCRIPT_PATH = versionedPath("form", "js", formScript);
/** Versioned path of the icon. */
export const ICON_PATH = versionedPath("icon", "svg", icon);

/** All the assets there are. */
export function pageAssets(): readonly PageAsset[] {
  return [
    asset(STYLE_PATH, "text/css; charset=utf-8", style),
    asset(PAGE_SCRIPT_PATH, "text/javascript; charset=utf-8", pageScript),
    asset(DOCS_SCRIPT_PATH, "text/javascript; charset=utf-8", docsScript),
    asset(FORM_STYLE_PATH, "text/css; charset=utf-8", formStyle),
    asset(FORM_SCRIPT_PATH, "text/javascript; charset=utf-8", formScript),
    asset(ICON_PATH, "image/svg+xml", icon),
  ];
}

function asset(path: string, mediaType: string, text: string): PageAsset {
  return { path, mediaType, bytes: new TextEncoder().encode(text) };
}

function versionedPath(name: string, extension: string, text: string): string {
  return `/assets/${name}-${digestOf(text).slice(0, 10)}.${extension}`;
}
