/** Floods of the public port: many requests that cost much to answer. */
import { type Attack, answerTo } from "./attack.ts";

/** A request to send. */
interface FloodRequest extends RequestInit {
  /** With its query string. */
  readonly path: string;
}

const BROWSER = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br, zstd" };
const IDENTITY = { "Accept-Encoding": "identity" };
const LONG = "text/html;q=0.1, ".repeat(820);
const LANGUAGES = Array.from({ length: 2000 }, (_, at) => `a${at.toString(36)};q=0.5`)
  .join(",")
  .slice(0, 14_000);
const TAGS = Array.from({ length: 1000 }, (_, at) => `"tag-${at}"`)
  .join(", ")
  .slice(0, 14_000);
const PARAMETERS = Array.from({ length: 4000 }, (_, at) => `p${at}=${at}`).join("&");
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const GZIP = { "Accept-Encoding": "gzip" };
const UNKNOWN = Array.from({ length: 4000 }, (_, at) => at.toString(36)).join("&");
const FILTERS =
  "min_rating=1&max_rating=5&since=2000-01-01&until=2030-01-01&updated_since=2000-01-01&query=zqxj&words=zq&" +
  "mentions_technician=Dana+Whitfield&mentions_service=drain-cleaning&mentions_area=ashford&mentions_aspect=punctuality&" +
  "sentiment=negative&language=en&source=google";
const BRACKETS = "[".repeat(1_000_000);
const STATS = { group_by: "month", since: "2000-01-01" };
const JSON_RPC = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

export const FLOODS: readonly Attack[] = [
  flood("/reviews.csv?min_rating=1.x", 64, (n) => ({ path: `/reviews.csv?min_rating=1.${n}` })),
  flood("search, 4,000 unknown parameters", 64, (n) => ({ path: `/api/reviews/search?${UNKNOWN}&u${n}` })),
  flood("/sitemap.xml?part=N&x=N", 64, (n) => ({
    path: `/sitemap.xml?part=${1 + (n % 100)}&x=${n}`,
    headers: BROWSER,
  })),
  flood("/?query=...&limit=100", 64, (n) => ({
    path: `/?query=${(n % 1296).toString(36)}&limit=100`,
    headers: BROWSER,
  })),
  flood("POST /mcp, 1 MB of [", 64, () => ({ path: "/mcp", method: "POST", headers: JSON_RPC, body: BRACKETS })),
  flood("/api/changes?limit=1000", 64, () => ({ path: "/api/changes?limit=1000", headers: GZIP })),
  flood("/api/reviews/since, gzip", 64, (n) => ({
    path: `/api/reviews/since/20${10 + (n % 15)}-01-01`,
    headers: GZIP,
  })),
  flood("search, 14 filters without a hit", 64, (n) => ({
    path: `/api/reviews/search?${FILTERS}&limit=${1 + (n % 100)}`,
  })),
  flood("/reviews.ndjson?log=true, uncompressed", 64, () => ({
    path: "/reviews.ndjson?log=true",
    headers: { "Accept-Encoding": "identity" },
  })),
  flood("get_review_stats", 64, (n) => ({ path: "/mcp", method: "POST", headers: JSON_RPC, body: toolCall(n) })),
  flood("/reviews.ndjson, uncompressed", 16, () => ({ path: "/reviews.ndjson", headers: IDENTITY })),
  flood("/reviews.csv, uncompressed", 16, () => ({ path: "/reviews.csv", headers: IDENTITY })),
  flood("/reviews.json?provenance=", 16, (n) => ({ path: `/reviews.json?provenance=unknown&x=${n}` })),
  flood("Accept of 14 kB", 64, (n) => ({ path: `/?n=${n}`, headers: { Accept: LONG } })),
  flood("Accept-Language of 14 kB", 64, (n) => ({
    path: `/?n=${n}`,
    headers: { ...BROWSER, "Accept-Language": LANGUAGES },
  })),
  flood("If-None-Match of 14 kB", 64, () => ({ path: "/reviews.json", headers: { "If-None-Match": TAGS } })),
  flood("ranges of /reviews.json", 64, (n) => ({
    path: "/reviews.json",
    headers: {
      Range: `bytes=${Array.from({ length: 500 }, (_, at) => `${(n + at) * 100}-${(n + at) * 100 + 9}`).join(",")}`,
    },
  })),
  flood("search for misspelt words", 64, (n) => ({
    path: `/api/reviews/search?words=plumbr+leek+wter+${(n % 46_656).toString(36)}qz`,
  })),
  flood("pages of a search", 64, (n) => ({ path: `/?words=leak+${n % 97}&sort=relevant`, headers: BROWSER })),
  flood("pages of technicians", 64, (n) => ({ path: `/technicians/dana-whitfield?n=${n}`, headers: BROWSER })),
  flood("share pictures", 8, (n) => ({ path: `/share.png?n=${n}` })),
  flood("/badge.svg", 64, (n) => ({ path: `/badge.svg?n=${n}&theme=${n % 2 === 0 ? "dark" : "light"}` })),
  flood("OpenAPI document", 64, (n) => ({ path: `/.well-known/openapi.json?n=${n}`, headers: IDENTITY })),
  flood("proofs of unknown reviews", 64, (n) => ({ path: `/api/reviews/r_${n.toString(36)}/proof` })),
  flood("tiles of the log", 64, (n) => ({ path: `/log/tile/0/${String(n % 200).padStart(3, "0")}` })),
  flood("unknown paths", 64, (n) => ({ path: `/${n}/${"x".repeat(2000)}`, headers: BROWSER })),
  flood("guessed links of customers", 64, (n) => ({ path: `/r/${String(n).padStart(27, "a")}`, headers: BROWSER })),
  flood("reports", 64, (n) => ({
    path: `/reviews/r${String(n % 1000).padStart(7, "0")}/report`,
    method: "POST",
    headers: FORM,
    body: `reason=abuse&text=${"x".repeat(1900)}`,
  })),
  flood("hub with 4,000 parameters", 64, () => ({
    path: "/api/websub/hub",
    method: "POST",
    headers: FORM,
    body: PARAMETERS,
  })),
  flood("sessions of MCP", 64, (n) => ({
    path: "/mcp",
    method: "POST",
    headers: JSON_RPC,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: n,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "soak", version: "1" } },
    }),
  })),
];

function flood(name: string, connections: number, requestFor: (number: number) => FloodRequest): Attack {
  const send: Attack["send"] = ({ url }, number) => {
    const { path, ...init } = requestFor(number);
    return answerTo(url + path, init);
  };
  return { name, connections, send, isHarmless: true };
}

function toolCall(id: number): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "get_review_stats", arguments: STATS },
  });
}
