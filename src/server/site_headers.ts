/** Headers for hosts of files: types of files without an ending, cache times, and the policies of pages. */

import { ASSET_CACHE_CONTROL } from "../http/headers.ts";
import { PATHS, reviewDataPath } from "../http/paths.ts";
import { PAGE_SECURITY_HEADERS } from "../pages/mod.ts";
import { utf8Bytes } from "../utf8.ts";

export interface SiteFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

type Headers = Readonly<Record<string, string>>;

const OPEN = { "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" };
const FOREVER = { "Cache-Control": ASSET_CACHE_CONTROL };
const typed = (type: string) => ({ "Content-Type": type, ...OPEN });

/** Headers by path, or by the beginning of one that ends with a slash. Hosts join the headers of matching rows, so that one file has one row. */
const ROWS: readonly (readonly [path: string, headers: Headers])[] = [
  [reviewDataPath(""), typed("application/json")],
  [PATHS.logTile.replace("{level}/{tile}", ""), { ...typed("application/octet-stream"), ...FOREVER }],
  [PATHS.logCheckpoint, { ...typed("text/plain; charset=utf-8"), "Cache-Control": "max-age=5" }],
  [PATHS.logKey, typed("text/plain; charset=utf-8")],
  [PATHS.loggedReviews, typed("application/x-ndjson")],
  [PATHS.ndjson, typed("application/x-ndjson")],
  [PATHS.atomFeed, typed("application/atom+xml")],
  [PATHS.embed, OPEN],
  ["/assets/", FOREVER],
];

/** `_headers` for Netlify and Cloudflare Pages, `.htaccess` for Apache, `.nojekyll` for GitHub Pages; `folders` are those of pages. */
export function* hostFiles(folders: Iterable<string>): Iterable<SiteFile> {
  const star = (path: string) => (path.endsWith("/") && path !== "/" ? `${path}*` : path);
  const pages = [...folders].map((folder) => [`/${folder}/`, PAGE_SECURITY_HEADERS] as const);
  yield text(
    "_headers",
    [["/", PAGE_SECURITY_HEADERS] as const, ...pages, ...ROWS].flatMap(([path, headers]) => [
      star(path),
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ]),
  );
  const directives = (headers: Headers) =>
    Object.entries(headers).map(([name, value]) =>
      name === "Content-Type" ? `  ForceType "${value}"` : `  Header set ${name} "${value}"`,
    );
  yield text(".htaccess", [
    "DirectoryIndex index.html",
    "ErrorDocument 404 /404.html",
    "<IfModule mod_headers.c>",
    ...[["(?<!/embed)/(?:index\\.html)?$", PAGE_SECURITY_HEADERS] as const, ...ROWS].flatMap(([path, headers]) => [
      `<If "%{REQUEST_URI} =~ m#${path}#">`,
      ...directives(headers),
      "</If>",
    ]),
    "</IfModule>",
  ]);
  yield { path: ".nojekyll", bytes: new Uint8Array() };
}

function text(path: string, lines: readonly string[]): SiteFile {
  return { path, bytes: utf8Bytes(`${lines.join("\n")}\n`) };
}
