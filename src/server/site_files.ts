/** The site as files, for hosts that only serve files: calls the application in this process, and follows the links in its pages. */

import { version } from "../../package.json";
import { LogTiles } from "../api/mod.ts";
import { type Environment, readConfig } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { logPath, PATHS, reviewDataPath, reviewPath, type Site } from "../http/paths.ts";
import { readCheckpoint, TILE_WIDTH, tilePath, tileWidth } from "../log/mod.ts";
import { SITEMAP_PART } from "../pages/mod.ts";
import type { Draw } from "../platform.ts";
import { openPublished, type Published } from "../publication/publishing/mod.ts";
import type { Store } from "../store/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { type App, createApp, type OpenServices } from "./app/mod.ts";
import { systemClock, systemRandom } from "./clock.ts";
import { createLog } from "./log.ts";
import { createProcessLimits } from "./process_limits.ts";
import { openPlace } from "./publisher/publication_file.ts";
import { publishDatabase } from "./publisher/publish_database.ts";
import { RELEASE } from "./publisher/release.ts";
import { hostFiles, type SiteFile } from "./site_headers.ts";
import { drawIn } from "./workers/draw_in_thread.ts";
import { ServiceThread } from "./workers/service_thread.ts";

/** The files of what a database publishes, with the signed state of its log last; a worker draws the pictures, unless `draw` does. */
export async function* siteFiles(
  database: string,
  environment: Environment,
  store: Store,
  draw?: Draw,
): AsyncGenerator<SiteFile> {
  const config = readConfig(environment);
  const site = { baseUrl: config.baseUrl };
  const published = await publishedOf(database, site, config.logKey);
  await using drawing = new ServiceThread({ name: "the drawing worker" });
  const log = createLog({ ...config, logLevel: "error" }, systemClock.now);
  const current = { current: published, ready: async () => published };
  const app = createApp({
    ...createProcessLimits({ rateLimitPerMinute: 0 }, systemClock),
    site,
    version,
    log,
    startedAt: 0,
    reader: current,
    clock: systemClock,
    random: systemRandom,
    draw: draw ?? drawIn(drawing),
    photos: store.photos,
    logTiles: new LogTiles(store.transparencyLog),
    isOnlyServer: () => true,
    isAsking: false,
    keepsPages: false,
  } as unknown as OpenServices);
  yield* new SiteWalk(app, site, published).files();
}

async function publishedOf(databasePath: string, site: Site, logKey: string | null): Promise<Published> {
  const order = { release: RELEASE, databasePath, site, isReadOnly: false, logKey, file: null, before: null };
  const first = { reviewCount: 0, checksIntegrity: false, held: 0, othersHold: 0, log: null };
  const { place } = await publishDatabase({ ...order, ...first });
  const opened = await openPlace(place);
  if (opened === null)
    throw new GoodwordError("database", `${databasePath}: was published again in the meantime; try again`);
  return openPublished(opened.parts, site);
}

/** What needs a server, or would be a picture of each review. */
// biome-ignore format: a list of addresses
const SERVED = [
  PATHS.docs, PATHS.developers, PATHS.mcp, PATHS.openApi, PATHS.swagger, PATHS.search, PATHS.searchPage, PATHS.changes,
  PATHS.reviewProof, PATHS.reviewReport, PATHS.reviewShareImage, PATHS.oEmbed, PATHS.hub, PATHS.since, PATHS.health,
];
const LEFT_OUT = new RegExp(`^(?:/\\w\\w)?(?:${SERVED.map(patternOf).join("|")})(?:/|$)`);

function patternOf(path: string): string {
  return path
    .split(/\{\w+\}/)
    .map(RegExp.escape)
    .join("[^/]+");
}

/** What has no place without a server: parts of pages by their classes and elements. */
const PARTS_LEFT_OUT = "search, .chips, .orders, .needs-server";

const LIST = "/reviews";

const THIS_PROGRAM = { clientAddress: "127.0.0.1", keepOpen() {}, limitIdle() {}, cut() {} };

class SiteWalk {
  /** What to ask for, and the address that it gets; grows while it is walked. */
  readonly #asked = new Map<string, string>();
  readonly #folders = new Set<string>();
  readonly #folder: string;
  readonly #origin: string;
  #listPages = 0;

  constructor(
    private readonly app: App,
    private readonly site: Site,
    private readonly published: Published,
  ) {
    const base = new URL(site.baseUrl);
    this.#origin = base.origin;
    this.#folder = base.pathname.replace(/\/$/, "");
  }

  async *files(): AsyncGenerator<SiteFile> {
    const { publication, documents } = this.published;
    const signed = [...documents.keys()].filter((path) => path.endsWith("/checkpoint"));
    for (const path of [...(await this.#tiles(signed[0])), ...SEEDS]) this.#asked.set(path, path);
    for (const path of documents.keys()) if (!signed.includes(path)) this.#asked.set(path, path);
    for (let at = 0; at < publication.reviewCount; at++) {
      const { id } = publication.reviewAt(at);
      for (const path of [reviewPath(id), reviewDataPath(id)].map(encodeURI)) this.#asked.set(path, path);
    }
    const parts = Math.ceil(publication.reviewCount / SITEMAP_PART);
    for (let part = 1; parts > 1 && part <= parts; part++)
      this.#asked.set(`${PATHS.sitemap}?part=${part}`, sitemapPart(part));
    for (const [path, address] of this.#asked) {
      const file = await this.#file(path, address);
      if (file !== null) yield file;
    }
    const missing = await this.#answer("/nowhere", 404);
    yield { path: "404.html", bytes: utf8Bytes(this.#page(await missing.text(), "/")) };
    yield* hostFiles(this.#folders);
    // Last, so that a watcher of the log finds every entry that it covers.
    for (const path of signed) yield { path: path.slice(1), bytes: await (await this.#answer(path)).bytes() };
  }

  async #answer(path: string, status = 200): Promise<Response> {
    const headers = { Accept: status === 404 ? "text/html" : "*/*" };
    const response = await this.app(new Request(`http://localhost${path}`, { headers }), THIS_PROGRAM);
    if (response.status === status || response.status === 404) return response;
    throw new GoodwordError("internal", `${path} answers ${response.status}`);
  }

  async #file(path: string, address: string): Promise<SiteFile | null> {
    const response = await this.#answer(path);
    // Not every business has all of them; /.well-known/security.txt, for example, needs a contact.
    if (response.status === 404) return null;
    const name = decodeURIComponent(address.slice(1));
    const type = response.headers.get("Content-Type") ?? "";
    if (!type.startsWith("text/html")) {
      return { path: name, bytes: await this.#document(path, response) };
    }
    const bytes = utf8Bytes(this.#page(await response.text(), path));
    if (name !== "" && path !== PATHS.embedPage) this.#folders.add(name.split("/", 1)[0] ?? "");
    return { path: name === "" ? "index.html" : `${name.replace(/\/$/, "")}/index.html`, bytes };
  }

  async #document(path: string, response: Response): Promise<Uint8Array> {
    const [name = ""] = path.split("?");
    const change = CHANGES[name.replace(/^\/\w\w(?=\/)/, "")];
    if (change === undefined) return response.bytes();
    return utf8Bytes(change(await response.text(), this.site));
  }

  /** A page whose links all lead to files, or elsewhere. */
  #page(html: string, from: string): string {
    const follow = (attribute: string, leave: "remove" | "removeAndKeepContent") => ({
      element: (element: HTMLRewriterTypes.Element) => {
        // The link as written: only links with a query contain an escaped character.
        const link = (element.getAttribute(attribute) ?? "").replaceAll("&amp;", "&");
        const target = this.#target(link, from);
        if (target === null) element[leave]();
        else if (target !== link) element.setAttribute(attribute, target);
      },
    });
    return new HTMLRewriter()
      .on(PARTS_LEFT_OUT, { element: (element) => void element.remove() })
      .on("a[href]", follow("href", "removeAndKeepContent"))
      .on("link[href]", follow("href", "remove"))
      .on("img[src], script[src]", follow("src", "remove"))
      .on('meta[property="og:image"]', {
        element: (element) => {
          const given = element.getAttribute("content") ?? "";
          if (this.#target(given, from) === null) element.setAttribute("content", this.site.baseUrl + PATHS.shareImage);
        },
      })
      .transform(html);
  }

  /** Target of a link on the site of files, which contains it from then on; null for targets that are left out. */
  #target(link: string, from: string): string | null {
    if (link.startsWith("#") || !URL.canParse(link, `${this.#origin}${this.#folder}${from}`)) return link;
    const { origin, pathname, search, searchParams, hash } = new URL(link, `${this.#origin}${this.#folder}${from}`);
    if (origin !== this.#origin || !pathname.startsWith(`${this.#folder}/`)) return link;
    const path = pathname.slice(this.#folder.length);
    if (isOfList(path, searchParams)) return `${this.#folder}${this.#listPage(`/?${searchParams}`)}${hash}`;
    if (search !== "" || LEFT_OUT.test(path)) return null;
    if (!this.#asked.has(path)) this.#asked.set(path, path);
    return link;
  }

  /** The page of the list of all reviews that a search stands for; in the language of the business. */
  #listPage(asked: string): string {
    const known = this.#asked.get(asked);
    if (known !== undefined) return known;
    const page = ++this.#listPages;
    const address = page === 1 ? `${LIST}/` : `${LIST}/page/${page}/`;
    this.#asked.set(asked, address);
    return address;
  }

  /** Tiles of hashes and bundles of entries of the tree that is signed. */
  async #tiles(checkpoint: string | undefined): Promise<string[]> {
    const text = checkpoint === undefined ? "" : await (await this.#answer(checkpoint)).text();
    const size = readCheckpoint(text)?.size ?? 0;
    const at = this.published.publication.record?.log.path ?? logPath(1);
    const paths: string[] = [];
    const add = (level: number | "entries") => {
      for (let index = 0; tileWidth({ level, index }, size) > 0; index++) {
        paths.push(`${at}/${tilePath({ level, index, width: tileWidth({ level, index }, size) })}`);
      }
    };
    if (size > 0) add("entries");
    for (let level = 0; size >= TILE_WIDTH ** level; level++) add(level);
    return paths;
  }
}

/** What no page leads to. */
const SEEDS = [
  PATHS.home,
  PATHS.embed,
  PATHS.embedPage,
  PATHS.badge,
  PATHS.card,
  PATHS.cardPdf,
  PATHS.shareImage,
  PATHS.robots,
  PATHS.sitemap,
  PATHS.llms,
  PATHS.securityTxt,
  PATHS.csv,
  PATHS.ndjson,
  PATHS.loggedReviews,
  PATHS.technicians,
  PATHS.services,
];

/** All reviews by date, or a further page of them, without any filter. */
function isOfList(path: string, parameters: URLSearchParams): boolean {
  const isHome = /^\/(?:\w\w\/)?$/.test(path);
  return (
    isHome &&
    parameters.get("sort") === "newest" &&
    [...parameters.keys()].every((name) => name === "sort" || name === "cursor")
  );
}

function sitemapPart(part: number): string {
  return PATHS.sitemap.replace(".xml", `-${part}.xml`);
}

const CHANGES: Readonly<Record<string, (text: string, site: Site) => string>> = {
  [PATHS.atomFeed]: (text) => text.replace(/\s*<link rel="hub"[^>]*>/g, ""),
  [PATHS.jsonFeed]: withoutHubs,
  [PATHS.updates]: withoutHubs,
  [PATHS.sitemap]: (text, site) =>
    text
      .replaceAll(/sitemap\.xml\?part=(\d+)/g, "sitemap-$1.xml")
      .replaceAll(/<url><loc>([^<]*)<\/loc>.*?<\/url>\n/g, (entry, url) => (isLeftOut(url, site) ? "" : entry)),
  [PATHS.llms]: (text, site) =>
    text
      .split("\n")
      .filter((line) => !isLeftOut(/\]\(([^)]*)\)/.exec(line)?.[1] ?? "", site))
      .join("\n")
      .replace(/## \w+\s+(?=## )/, ""),
};

function withoutHubs(text: string): string {
  return text.replace(/"hubs":\s*\[[^\]]*\],?\s*/, "").replaceAll(/"about":\s*"[^"]*",?\s*/g, "");
}

function isLeftOut(url: string, { baseUrl }: Site): boolean {
  const [path = ""] = url.slice(baseUrl.length).split(/[?#]/);
  return url.startsWith(baseUrl) && (url.includes("?") || LEFT_OUT.test(path));
}
