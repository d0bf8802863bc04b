/** Messages to /mcp of both eras: each method, each tool with several arguments, and errors. */

interface Message {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Posts a body; the headers of the answer. */
type Post = (headers: Readonly<Record<string, string>>, body: string) => Promise<Headers>;

const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "1999-01-01"];
const MODERN = "2026-07-28";
const CLIENT = { name: "recorder", version: "1" };
const JSON_ONLY = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

export async function askMcp(post: Post, reviewId: string): Promise<void> {
  const messages = messagesOf(reviewId);
  for (const protocolVersion of LEGACY) {
    const params = { protocolVersion, capabilities: {}, clientInfo: CLIENT };
    const opened = await post(JSON_ONLY, rpc({ method: "initialize", params }));
    const session = { ...JSON_ONLY, "Mcp-Session-Id": opened.get("mcp-session-id") ?? "" };
    const headers = { ...session, "Mcp-Protocol-Version": protocolVersion };
    await post(headers, JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    const asked = protocolVersion === "2025-06-18" ? messages : messages.slice(0, 8);
    for (const message of asked) await post(headers, rpc(message));
  }
  for (const { method, params } of [{ method: "server/discover", params: {} }, ...messages]) {
    const name = params.name ?? params.uri;
    const headers = { ...JSON_ONLY, "Mcp-Protocol-Version": MODERN, "Mcp-Method": method };
    await post(
      typeof name === "string" ? { ...headers, "Mcp-Name": name } : headers,
      rpc({ method, params: { ...params, _meta: META } }),
    );
  }
  for (const body of [
    "",
    "{",
    "[]",
    "null",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    rpc({ method: "ping", params: {} }),
  ]) {
    await post(JSON_ONLY, body);
    await post({ "Content-Type": "text/plain" }, body);
    await post({ ...JSON_ONLY, "Mcp-Session-Id": "unknown" }, body);
    await post({ ...JSON_ONLY, "Mcp-Protocol-Version": MODERN }, body);
  }
}

const META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CLIENT,
};

function rpc({ method, params }: Message): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

function messagesOf(id: string): Message[] {
  const call = (name: string, ...each: object[]) =>
    each.map((args) => ({ method: "tools/call", params: { name, arguments: args } }));
  const wrong = [{ unknown: 1 }, { limit: "x" }];
  const sections = ["summary", "aspects", "technicians", "services", "topics", "nonsense"].map((section) => ({
    section,
  }));
  const groups = ["month", "rating", "service", "technician", "aspect", "verification", "nonsense"].map((group_by) => ({
    group_by,
  }));
  const prompts = [
    "summarize_reputation",
    "find_testimonials",
    "prepare_reply_strategy",
    "compare_services",
    "nonsense",
  ];
  const uris = [
    "goodword://business",
    "goodword://reviews/latest",
    "goodword://reviews",
    "goodword://insights",
    `goodword://reviews/${id}`,
  ];
  uris.push(
    "goodword://nonsense",
    "ui://goodword/rating",
    "ui://goodword/reviews",
    "ui://goodword/reviews?limit=2",
    "ui://goodword/comparison",
  );
  return [
    ...["tools/list", "resources/list", "resources/templates/list", "prompts/list", "ping", "nonsense"].map(bare),
    ...call("get_business", {}, ...wrong),
    ...call(
      "search_reviews",
      {},
      { min_rating: 4, words: "on time", limit: 5 },
      { query: "leak", detail: "full" },
      { max_rating: 2 },
    ),
    ...call("search_reviews", { mentions_service: "leak-repair", sort: "oldest" }, { cursor: "nonsense" }, ...wrong),
    ...call(
      "get_review_stats",
      {},
      { since: "2026-01-01", group_by: "month" },
      { compare: "previous" },
      ...groups,
      ...wrong,
    ),
    ...call("get_insights", {}, { aspect: "price_value" }, { technician: "Dana Whitfield" }, ...sections, ...wrong),
    ...call("get_review", { id }, { id, detail: "full" }, { id: "r_unknown" }, { id: "r0000006" }, ...wrong),
    ...call(
      "get_reviews_since",
      { date: "2026-01-01" },
      { date: "2025-01-01", limit: 3 },
      { date: "2026-02-30" },
      ...wrong,
    ),
    ...call("nonsense", {}),
    ...uris.map((uri) => ({ method: "resources/read", params: { uri } })),
    ...prompts.map((name) => ({ method: "prompts/get", params: { name, arguments: {} } })),
    { method: "prompts/get", params: { name: "find_testimonials", arguments: { service: "leak-repair" } } },
    {
      method: "completion/complete",
      params: { ref: { type: "ref/prompt", name: "find_testimonials" }, argument: { name: "service", value: "l" } },
    },
  ];
}

function bare(method: string): Message {
  return { method, params: {} };
}
