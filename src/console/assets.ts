/** Style sheets, scripts and icon of the console, each under an address that names its content. */
import { digestOf } from "../http/representation.ts";

type Load = () => Promise<{ readonly default: string }>;

/** Scripts that pages ask for by name, each a file of `assets/`. */
const SCRIPTS = {
  import: () => import("./assets/import.browser.js", { with: { type: "text" } }),
  // The public pages' own.
  copy: () => import("../pages/assets/page.browser.js", { with: { type: "text" } }),
  preview: () => import("./assets/preview.browser.js", { with: { type: "text" } }),
  passkeys: () => import("./assets/passkeys.browser.js", { with: { type: "text" } }),
} satisfies Readonly<Record<string, Load>>;

/** A script of the console. */
export type ScriptName = keyof typeof SCRIPTS;

/** Those of the public pages are theirs: a review looks here as it does there. */
const STYLES = {
  page: () => import("../pages/assets/page.css", { with: { type: "text" } }),
  console: () => import("./assets/console.css", { with: { type: "text" } }),
} satisfies Readonly<Record<string, Load>>;

const ICONS = {
  icon: () => import("../pages/assets/icon.svg", { with: { type: "text" } }),
} satisfies Readonly<Record<string, Load>>;

const KINDS = [
  { mediaType: "text/javascript; charset=utf-8", extension: "js", files: SCRIPTS },
  { mediaType: "text/css; charset=utf-8", extension: "css", files: STYLES },
  { mediaType: "image/svg+xml", extension: "svg", files: ICONS },
];

/** The assets with their paths. */
export interface ConsoleAssets {
  readonly pathOf: (name: ScriptName | keyof typeof STYLES | keyof typeof ICONS) => string;
  readonly at: (path: string) => { readonly mediaType: string; readonly text: string } | undefined;
}

/** Loads them all: a page names them by their content. */
export async function loadAssets(): Promise<ConsoleAssets> {
  const paths = new Map<string, string>();
  const byPath = new Map<string, { readonly mediaType: string; readonly text: string }>();
  for (const { mediaType, extension, files } of KINDS) {
    for (const [name, load] of Object.entries<Load>(files)) {
      const { default: text } = await load();
      const path = `/assets/${name}-${digestOf(text).slice(0, 10)}.${extension}`;
      paths.set(name, path);
      byPath.set(path, { mediaType, text });
    }
  }
  return { pathOf: (name) => paths.get(name) ?? "", at: (path) => byPath.get(path) };
}
