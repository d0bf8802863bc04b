/** Every request that is made of a server: addresses that it links to or documents, each method, condition, coding and language. */
import { PATHS } from "../../src/http/paths.ts";

export interface AskedRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Read = (path: string) => Promise<{ readonly type: string; readonly text: string }>;

/** Addresses of one shape, such as those of reviews, that are enough to see what has changed. */
const MAX_PER_SHAPE = 3;

const WRONG = ["nonsense"];

/** All requests of a server whose links begin with `baseUrl`. */
export async function requestsOf(read: Read, baseUrl: string): Promise<AskedRequest[]> {
  const paths = await crawl(read, baseUrl);
  const shapes = new Map([...paths].reverse().map((path) => [shapeOf(path.split("?")[0] ?? ""), path]));
  return [
    ...[...paths].map((path) => ({ path })),
    // Attempts with unknown links are limited by the minute.
    ...[...shapes.values()].filter((path) => !/\/[ru]\//.test(path)).flatMap(variants),
    ...HUB_FORMS.map((body) => ({ path: PATHS.hub, method: "POST", headers: FORM, body })),
  ];
}

/** What the documents and pages lead to, from those that every server has; and what OpenAPI describes. */
async function crawl(read: Read, baseUrl: string): Promise<Set<string>> {
  const described = await describedPaths(read);
  const found = new Set<string>();
  const counts = new Map<string, number>();
  const add = (path: string) => {
    const shape = shapeOf(path);
    const count = counts.get(shape) ?? 0;
    if (found.has(path) || count >= MAX_PER_SHAPE || path.startsWith("//")) return;
    found.add(path);
    counts.set(shape, count + 1);
  };
  for (const path of Object.values(PATHS)) add(path.replace(/\{\w+\}/g, "unknown"));
  for (const language of ["de", "es", "fr", "en"]) for (const page of ["", "/", "/record"]) add(`/${language}${page}`);
  // A set also yields what is added while it is walked through.
  for (const path of found) {
    const { type, text } = await read(path);
    if (!/html|xml|json|text\/plain/.test(type)) continue;
    const links = text.matchAll(/(?:href|src|action)="(\/[^"#]*)|"?(https?:\/\/[^"\s<>)\\#]+)/g);
    for (const [, own, absolute = ""] of links) {
      if (own !== undefined) add(own.replaceAll("&amp;", "&"));
      else if (absolute.startsWith(`${baseUrl}/`)) add(absolute.slice(baseUrl.length).replaceAll("&amp;", "&"));
    }
  }
  return new Set([...found, ...described]);
}

/** Ids, dates, digests and values of parameters do not make another shape. */
function shapeOf(path: string): string {
  const [pathname = "", query] = path.split("?");
  const parts = pathname
    .split("/")
    .map((part, at) => (at > 1 && !/^(?:share\.png|proof|report)$/.test(part) ? "*" : part));
  return `${parts.join("/")}?${[...new URLSearchParams(query).keys()].sort().join("&")}`;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly example?: unknown;
  readonly schema?: { type?: string; format?: string; enum?: unknown[]; minimum?: number; default?: unknown };
}

/** Each operation of the OpenAPI document, with each of its parameters alone, sound and wrong, and two together. */
async function describedPaths(read: Read): Promise<string[]> {
  const { paths = {}, components = {} } = JSON.parse((await read(PATHS.openApi)).text || "{}");
  const [first, last] = reviewIds((await read("/reviews.json")).text);
  return Object.entries<Record<string, { parameters?: Parameter[] }>>(paths).flatMap(
    ([template, { get, ...shared }]) => {
      if (get === undefined) return [];
      const listed = [...((shared.parameters as unknown as Parameter[]) ?? []), ...(get.parameters ?? [])];
      const parameters = listed.map((each) =>
        "$ref" in each ? components.parameters[String(each.$ref).split("/").at(-1) ?? ""] : each,
      );
      const [path, wrongPath] = [first ?? "none", "no such"].map((id) =>
        template.replace(/\{(\w+)\}/g, (_, name) =>
          encodeURIComponent(name === "id" ? id : name === "date" ? "2026-01-01" : id),
        ),
      ) as [string, string];
      const query = parameters.filter((each) => each.in === "query");
      const sound = query.map((each) => `${each.name}=${encodeURIComponent(String(soundValue(each)))}`);
      return [
        path,
        wrongPath,
        `${path}?unknown=1`,
        `${path}?${sound.join("&")}`,
        path.replace(first ?? "none", last ?? "none"),
        ...sound.map((pair) => `${path}?${pair}`),
        ...sound.slice(1).map((pair, at) => `${path}?${sound[at]}&${pair}`),
        ...query.flatMap(({ name }) => WRONG.map((value) => `${path}?${name}=${value}`)),
      ];
    },
  );
}

function reviewIds(text: string): string[] {
  const ids = Array.from(text.matchAll(/"id":\s?"(r[\w-]+)","?/g), ([, id = ""]) => id);
  return [...ids.slice(0, 1), ...ids.slice(-1)];
}

function soundValue({ example, schema = {} }: Parameter): unknown {
  if (example !== undefined) return example;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return schema.default ?? schema.minimum ?? 1;
  return schema.format === "date" ? "2026-03-10" : "the";
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** One address of each shape in all other ways. */
function variants(path: string): AskedRequest[] {
  const accepts = ["application/ld+json", "text/html", "text/markdown", "application/json;q=0.1, */*;q=0"];
  const headers = [
    ...["gzip", "br", "zstd", "deflate;q=0.5, gzip;q=0, *;q=0"].map((coding) => ({ "Accept-Encoding": coding })),
    ...["de", "es-MX, en;q=0.5", "fr", "xx"].map((language) => ({ "Accept-Language": language })),
    ...accepts.map((Accept) => ({ Accept })),
    ...['"other"', "*"].map((tag) => ({ "If-None-Match": tag })),
    { "If-Modified-Since": "Mon, 02 Nov 2026 12:00:00 GMT" },
    { "If-Modified-Since": "Sun, 01 Nov 2026 12:00:00 GMT" },
    ...["bytes=0-99", "bytes=-50", "bytes=9999999-"].map((Range) => ({ Range })),
    { Origin: "https://elsewhere.example" },
  ];
  const separator = path.includes("?") ? "&" : "?";
  return [
    ...headers.map((each) => ({ path, headers: each })),
    ...["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"].map((method) => ({ path, method })),
    {
      path,
      method: "OPTIONS",
      headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "GET" },
    },
    { path, method: "POST", headers: FORM, body: "reason=nonsense" },
    ...["utm_source=mail", "lang=de", "limit=x"].map((pair) => ({ path: `${path}${separator}${pair}` })),
    { path: `${path.split("?")[0]}/` },
  ];
}

const HUB_FORMS = [
  "",
  "hub.mode=subscribe",
  "hub.mode=nonsense&hub.topic=x&hub.callback=y",
  "hub.mode=subscribe&hub.topic=http://reviews.goodword.test/feed.xml&hub.callback=http://127.0.0.1/",
  "hub.mode=subscribe&hub.topic=http://reviews.goodword.test/none&hub.callback=https://callback.example/",
  "hub.mode=unsubscribe&hub.topic=http://reviews.goodword.test/feed.xml&hub.callback=ftp://callback.example/",
  `hub.mode=subscribe&hub.secret=${"s".repeat(201)}`,
];
