/** Requests that are nearly right: sound ones of every operation, with something changed. */

import { METHODS as METHODS_OF_MCP } from "../../src/mcp/methods.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import { pageAssets } from "../../src/pages/mod.ts";
import type { Random } from "../../src/platform.ts";
import { operations } from "../../src/server/app/mod.ts";
import fuzz from "../../test/fixtures/fuzz.json" with { type: "json" };

export interface FuzzedRequest {
  /** The bytes as they are sent, one byte a character. */
  readonly bytes: string;
  /** Whether the bytes themselves were damaged, so that they may wait for an end that never comes. */
  readonly isDamaged: boolean;
}

/** Where a canary listens that nobody may be led to. */
export interface FuzzOptions {
  readonly canaryPort: number;
}

const METHODS = ["GET", "GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE"];
const VALUES: readonly string[] = fuzz.values;
const HEADERS: Readonly<Record<string, readonly string[]>> = fuzz.headers;
const ODD: readonly unknown[] = fuzz.odd;
/** Every parameter that an operation describes, and names that none has. */
const NAMES: readonly string[] = [
  ...new Set(operations.flatMap(({ query }) => Object.keys(query?.properties ?? {}))),
  ...fuzz.names,
];

/** The request of one seed. */
export function fuzzedRequest(random: Random, { canaryPort }: FuzzOptions): FuzzedRequest {
  const chance = (share: number) => random.number() < share;
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random.number() * choices.length)] as T;
  const path = chance(0.9) ? pathOf(pick, chance) : `/${pick(VALUES)}${pick(["", "/", "//", "/.", "/%2e%2e"])}`;
  const isMcp = path.startsWith("/mcp");
  const isHub = path.startsWith("/api/websub");
  const method = (isMcp || isHub) && chance(0.8) ? "POST" : pick(METHODS);
  const headers = new Map<string, string>([
    ["Host", "reviews.goodword.test"],
    ["Connection", "close"],
  ]);
  let body = "";
  if (method === "POST") {
    body = isHub ? form(pick, chance, canaryPort) : message(pick, chance);
    headers.set("Content-Type", isHub ? "application/x-www-form-urlencoded" : "application/json");
    headers.set("Accept", "application/json, text/event-stream");
  }
  for (let count = pick([0, 0, 1, 1, 2, 4]); count > 0; count--) {
    const name = pick(Object.keys(HEADERS));
    headers.set(name, pick(HEADERS[name] ?? []));
  }
  if (body !== "" && chance(0.1)) body = flipped(body, random);
  const length = body === "" ? "" : `Content-Length: ${Buffer.byteLength(body, "latin1")}\r\n`;
  const head = Array.from(headers, ([name, value]) => `${name}: ${value}\r\n`).join("");
  const bytes = `${method} ${latin(path)} HTTP/1.1\r\n${latin(head)}${length}\r\n${body}`;
  const isDamaged = chance(0.1);
  return { bytes: isDamaged ? flipped(bytes, random) : bytes, isDamaged };
}

type Pick = <T>(choices: readonly T[]) => T;
type Chance = (share: number) => boolean;

const PATHS = [...operations.map(({ path }) => path), ...pageAssets.map(({ path }) => path)];
const FAVOURED = ["/api/reviews/search", "/api/reviews/since/{date}", "/mcp", "/api/websub/hub", "/"];

function pathOf(pick: Pick, chance: Chance): string {
  const path = pick(chance(0.6) ? FAVOURED : PATHS).replace(/\{\w+\}/g, () => encoded(pick, chance));
  const count = chance(0.3) ? 0 : pick([1, 1, 2, 3, 9]);
  const query = Array.from({ length: count }, () => `${pick(NAMES)}=${encoded(pick, chance)}`);
  return query.length === 0 ? path : `${path}?${query.join(pick(["&", "&", "&", ";", "&&"]))}`;
}

function encoded(pick: Pick, chance: Chance): string {
  const value = pick(VALUES);
  return chance(0.7) && !value.includes("%") ? encodeURIComponent(value) : value.replaceAll(" ", "+");
}

const CALLED: readonly string[] = [
  ...METHODS_OF_MCP.keys(),
  "tools/list",
  "tools/call",
  "resources/read",
  "initialize",
  "resources/subscribe",
  "logging/setLevel",
  "notifications/initialized",
  "server/discover",
  "__proto__",
  "",
];
const TOOL_NAMES: readonly string[] = [...TOOLS.map(({ name }) => name), "no_tool"];

function message(pick: Pick, chance: Chance): string {
  if (chance(0.05)) return "[".repeat(pick([1, 1000, 20_000]));
  const given = Object.fromEntries(
    Array.from({ length: pick([0, 1, 2]) }, () => [pick(NAMES), chance(0.5) ? pick(ODD) : pick(VALUES)]),
  );
  const params = {
    name: pick(TOOL_NAMES),
    arguments: given,
    uri: pick(["goodword://business", "x", "https://reviews.goodword.test/reviews.json"]),
  };
  const one = {
    jsonrpc: chance(0.95) ? "2.0" : pick(ODD),
    ...(chance(0.9) && { id: chance(0.9) ? 1 : pick(ODD) }),
    method: chance(0.95) ? pick(CALLED) : pick(ODD),
    params: chance(0.9) ? params : pick(ODD),
  };
  return latin(JSON.stringify(chance(0.03) ? [one, one] : one));
}

/** Spellings of this machine, all at the canary's port, and invalid addresses. */
const LOCAL = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "localhost",
  "localhost.",
  "0.0.0.0",
  "[::]",
  "①②⑦.0.0.1",
  "user@127.0.0.1",
  "169.254.169.254",
  "10.0.0.1",
  "[fe80::1]",
  "[64:ff9b::7f00:1]",
] as const;

function form(pick: Pick, chance: Chance, canaryPort: number): string {
  const callback = `${pick(["https", "https", "https", "http", "ftp", "javascript"])}://${pick(LOCAL)}:${canaryPort}/${pick(["", "x?y=z", "#f"])}`;
  const fields: [string, string][] = [
    ["hub.callback", chance(0.9) ? callback : pick(VALUES)],
    ["hub.mode", chance(0.9) ? pick(["subscribe", "unsubscribe"]) : pick(VALUES)],
    [
      "hub.topic",
      chance(0.9)
        ? `https://reviews.goodword.test/${pick(["feed.xml", "reviews.json", "api/feed.json"])}`
        : pick(VALUES),
    ],
  ];
  if (chance(0.3)) fields.push(["hub.lease_seconds", pick(VALUES)]);
  if (chance(0.3)) fields.push(["hub.secret", pick(VALUES).repeat(pick([1, 1, 50]))]);
  if (chance(0.1)) fields.push(pick(fields));
  return fields.map(([name, value]) => `${name}=${chance(0.95) ? encodeURIComponent(value) : latin(value)}`).join("&");
}

function flipped(text: string, random: Random): string {
  const at = Math.floor(random.number() * text.length);
  const byte = String.fromCharCode(Math.floor(random.number() * 256));
  const cut = Math.floor(random.number() * 3);
  return text.slice(0, at) + byte + text.slice(at + cut);
}

/** The UTF-8 bytes, one a character. */
function latin(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
