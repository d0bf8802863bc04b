/** What one client can ask for that costs most: the rows of the admission bench. */

/** A request to send. */
export interface AttackRequest extends RequestInit {
  /** With its query string. */
  readonly path: string;
}

/** One way to ask for much. */
export interface Attack {
  readonly name: string;
  /** Connections that were enough to slow others before there was an admission. */
  readonly connections: number;
  /** The request by its number: no two need be the same. */
  readonly requestFor: (number: number) => AttackRequest;
}

const GZIP = { "Accept-Encoding": "gzip" };
const BROWSER = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br, zstd" };
const UNKNOWN = Array.from({ length: 4000 }, (_, at) => at.toString(36)).join("&");
const FILTERS =
  "min_rating=1&max_rating=5&since=2000-01-01&until=2030-01-01&updated_since=2000-01-01&query=zqxj&words=zq&" +
  "mentions_technician=Dana+Whitfield&mentions_service=drain-cleaning&mentions_area=ashford&mentions_aspect=punctuality&" +
  "sentiment=negative&language=en&source=google";
const BRACKETS = "[".repeat(1_000_000);
const STATS = { group_by: "month", since: "2000-01-01" };

export const ATTACKS: readonly Attack[] = [
  attack("/reviews.csv?min_rating=1.x", 2, (n) => ({ path: `/reviews.csv?min_rating=1.${n}` })),
  attack("search, 4,000 unknown parameters", 4, (n) => ({ path: `/api/reviews/search?${UNKNOWN}&u${n}` })),
  attack("/sitemap.xml?part=N&x=N", 1, (n) => ({
    path: `/sitemap.xml?part=${1 + (n % 100)}&x=${n}`,
    headers: BROWSER,
  })),
  attack("/?query=...&limit=100", 8, (n) => ({
    path: `/?query=${(n % 1296).toString(36)}&limit=100`,
    headers: BROWSER,
  })),
  attack("POST /mcp, 1 MB of [", 8, () => ({ path: "/mcp", ...posted(BRACKETS) })),
  attack("/api/changes?limit=1000", 64, () => ({ path: "/api/changes?limit=1000", headers: GZIP })),
  attack("/api/reviews/since, gzip", 64, (n) => ({
    path: `/api/reviews/since/20${10 + (n % 15)}-01-01`,
    headers: GZIP,
  })),
  attack("search, 14 filters without a hit", 64, (n) => ({
    path: `/api/reviews/search?${FILTERS}&limit=${1 + (n % 100)}`,
  })),
  attack("/reviews.ndjson?log=true, uncompressed", 4, () => ({
    path: "/reviews.ndjson?log=true",
    headers: { "Accept-Encoding": "identity" },
  })),
  attack("get_review_stats", 64, (n) => ({ path: "/mcp", ...posted(toolCall(n)) })),
];

function attack(name: string, connections: number, requestFor: Attack["requestFor"]): Attack {
  return { name, connections, requestFor };
}

function posted(body: string): RequestInit {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  return { method: "POST", headers, body };
}

function toolCall(id: number): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "get_review_stats", arguments: STATS },
  });
}
