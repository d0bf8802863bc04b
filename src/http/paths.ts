/** Every address below the base address, written nowhere else (`test/house/paths_test.ts`). */
import { nearestName } from "../nearest_name.ts";

/** `{name}` marks a path parameter. */
export const PATHS = {
  reviews: "/reviews.json",
  insights: "/insights.json",
  jsonFeed: "/api/feed.json",
  atomFeed: "/feed.xml",
  search: "/api/reviews/search",
  reviewData: "/api/reviews/{id}",
  since: "/api/reviews/since/{date}",
  changes: "/api/changes",
  updates: "/api/updates.json",
  csv: "/reviews.csv",
  ndjson: "/reviews.ndjson",
  openApi: "/.well-known/openapi.json",
  openApiToo: "/openapi.json",
  health: "/healthz",
  readiness: "/readyz",
  metrics: "/metrics",
  hub: "/api/websub/hub",
  mcp: "/mcp",
  serverCard: "/mcp/server-card",
  aiCatalog: "/.well-known/ai-catalog.json",
  home: "/",
  review: "/reviews/{id}",
  reviewReport: "/reviews/{id}/report",
  answer: "/r/{token}",
  receipt: "/r/{token}/receipt",
  withdrawal: "/r/{token}/withdraw",
  contest: "/r/{token}/contest",
  unsubscribing: "/u/{token}",
  searchPage: "/search",
  technicians: "/technicians",
  services: "/services",
  technician: "/technicians/{id}",
  service: "/services/{id}",
  verification: "/verification",
  record: "/record.json",
  recordPage: "/record",
  reviewProof: "/api/reviews/{id}/proof",
  logCheckpoint: "/log/checkpoint",
  logKey: "/log/key",
  loggedReviews: "/log/reviews.ndjson",
  logTile: "/log/tile/{level}/{tile}",
  developers: "/developers",
  theme: "/assets/theme/{theme}",
  logo: "/assets/logo/{name}",
  photo: "/assets/photo/{name}",
  jobPhoto: "/photos/{name}",
  docs: "/docs",
  docsPart: "/docs/{part}",
  swagger: "/swagger",
  openApiPage: "/openapi",
  badge: "/badge.svg",
  card: "/card.svg",
  cardPdf: "/card.pdf",
  shareImage: "/share.png",
  reviewShareImage: "/reviews/{id}/share.png",
  embed: "/embed.js",
  embedPage: "/embed",
  oEmbed: "/oembed",
  llms: "/llms.txt",
  robots: "/robots.txt",
  sitemap: "/sitemap.xml",
  apiCatalog: "/.well-known/api-catalog",
  securityTxt: "/.well-known/security.txt",
} as const;

/** What people try first, where spelling alone would not lead them on. */
const GUESSES: Readonly<Record<string, string>> = {
  "/reviews": PATHS.search,
  "/api/reviews": PATHS.search,
  "/api/search": PATHS.search,
  "/insights": PATHS.insights,
  "/api/insights": PATHS.insights,
  "/feed": PATHS.atomFeed,
  "/rss": PATHS.atomFeed,
};

/** Known path nearest to an unknown one; the reference by default. */
export function nearestPath(pathname: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, "");
  const fixed = Object.values(PATHS).filter((known) => !known.includes("{"));
  return GUESSES[path] ?? nearestName(path, fixed) ?? PATHS.docs;
}

/** The path with its one parameter filled in. */
function pathTo(template: string): (value: string) => string {
  return (value) => template.replace(/\{\w+\}/, value);
}

export const reviewDataPath = pathTo(PATHS.reviewData);
export const reviewProofPath = pathTo(PATHS.reviewProof);
export const reviewShareImagePath = pathTo(PATHS.reviewShareImage);
export const reviewPath = pathTo(PATHS.review);
export const reviewReportPath = pathTo(PATHS.reviewReport);
export const answerPath = pathTo(PATHS.answer);
export const jobPhotoPath = pathTo(PATHS.jobPhoto);
export const unsubscribingPath = pathTo(PATHS.unsubscribing);
export const technicianPath = pathTo(PATHS.technician);
export const servicePath = pathTo(PATHS.service);

/** A log that replaces a lost one has a path of its own. */
export function logPath(number: number): string {
  return number === 1 ? "/log" : `/log/${number}`;
}

export interface Site {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
}

export function absoluteUrl({ baseUrl }: Site, path: string): string {
  return baseUrl + path;
}

export function link(url: string, rel: string, type?: string): string {
  return `<${url}>; rel="${rel}"${type === undefined ? "" : `; type="${type}"`}`;
}

/** RFC 8288, RFC 4946. */
export function licenseLinks(license: { readonly url: string } | null): string[] {
  return license === null ? [] : [link(license.url, "license")];
}

/** WebSub section 4. */
export function topicLinks(site: Site, path: string): string[] {
  return [link(absoluteUrl(site, PATHS.hub), "hub"), link(absoluteUrl(site, path), "self")];
}
