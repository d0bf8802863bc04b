/** The MCP endpoint over a small plumber's reviews, with helpers to talk to it as a client would. */

import { clientKey } from "../../src/http/admission.ts";
import { Outgoing, PIECE_BYTES } from "../../src/http/outgoing.ts";
import { createMcp, type Mcp, type McpOptions } from "../../src/mcp/mod.ts";
import { agentViews } from "../../src/pages/mod.ts";
import type { Publication } from "../../src/publication/mod.ts";
import {
  type Business,
  type Mentions,
  mentionLister,
  type PublishedMentions,
  type Review,
} from "../../src/review/mod.ts";
import { CLIENT } from "./client.ts";
import { insightsOf } from "./insights_of.ts";
import { businessOf, reviewOf } from "./page_stage.ts";
import { publicationOf } from "./publication_of.ts";
import { createRecordingLog, type RecordingLog } from "./recording_log.ts";
import { createSeededRandom } from "./seeded_random.ts";
import { createVirtualClock, type VirtualClock } from "./virtual_clock.ts";

export const BASE_URL = "https://reviews.plumber.example";
export const PLUMBER: Business = {
  ...businessOf({ description: null, address: null, time_zone: "America/New_York", founded: 1999 }),
  name: "Ocean Plumbing",
  url: "https://plumber.example/",
  telephone: "+15550100",
  services: [
    { id: "drain-cleaning", name: "Drain cleaning", keywords: ["drain"] },
    { id: "water-heater", name: "Water heater repair", keywords: ["water heater"] },
  ],
  technicians: [
    { id: "maria", name: "Maria Lopez", aliases: ["Maria"], public: true },
    { id: "tom", name: "Tom Baker", aliases: ["Tom"], public: true },
  ],
  service_areas: [{ id: "springfield", name: "Springfield", aliases: [] }],
};

/** A review in which only `fields` matter. */
export function review(fields: Partial<Review> & { id: string }): Review {
  return reviewOf({
    url: `${BASE_URL}/reviews/${fields.id}`,
    text: "Arrived on time and fixed it.",
    verification: { method: "platform", strength: null, date: null },
    ...fields,
  });
}

function mentioned(mentions: Mentions): PublishedMentions {
  return { entities: mentionLister(PLUMBER)(mentions), ...mentions };
}

/** Sixty reviews over a year with all stars, technicians and services. */
export const SIXTY: readonly Review[] = Array.from({ length: 60 }, (_, index) =>
  review({
    id: `r_${String(index).padStart(2, "0")}`,
    date: `2026-${String((index % 12) + 1).padStart(2, "0")}-${String((index % 28) + 1).padStart(2, "0")}`,
    rating: (index % 5) + 1,
    text: index % 3 === 0 ? "The drain is clear again." : "Came late, but the WATER heater works.",
    mentions: mentioned({
      technicians: index % 2 === 0 ? ["Maria Lopez"] : index % 7 === 0 ? ["Tom Baker", "Maria Lopez"] : [],
      services: index % 3 === 0 ? ["drain-cleaning"] : ["water-heater"],
      service_areas: [],
    }),
  }),
);

export interface Endpoint {
  readonly mcp: Mcp;
  readonly clock: VirtualClock;
  readonly log: RecordingLog;
  /** Sends a request of {@link CLIENT}, which is admitted at once. */
  handle(request: Request): Promise<Response>;
  /** Makes `publication` the current one and notifies the endpoint. */
  publish(publication: Publication): void;
  /** Sends a request as it is. */
  send(method: string, headers: Record<string, string>, body?: string | object): Promise<Response>;
}

export function endpointOf(
  publication: Publication = publicationOf(PLUMBER, SIXTY, { insights: insightsOf(PLUMBER, SIXTY) }),
  parts: Partial<McpOptions> & { readonly outgoing?: Outgoing } = {},
) {
  let current = publication;
  const clock = createVirtualClock();
  const log = createRecordingLog();
  const mcp = createMcp({
    publication: () => current,
    baseUrl: BASE_URL,
    sessionKey: new Uint8Array(32).fill(7),
    clock,
    random: createSeededRandom(1),
    log,
    views: agentViews({ baseUrl: BASE_URL, version: "1.0.0" }),
    ...parts,
  });
  const limits = { maxUnsentBytesPerClient: 64 * PIECE_BYTES, maxUnsentBytes: 1024 * PIECE_BYTES };
  const outgoing = parts.outgoing ?? new Outgoing(clock, limits);
  const callOf = (request: Request): Parameters<Mcp["handle"]>[0] => ({
    request,
    client: CLIENT,
    charge() {},
    turn: async () => {},
    admit: (compute) => compute(),
    holding: (_, answer) => answer(),
    send: (body) => outgoing.send(body, { client: clientKey(CLIENT.clientAddress), cut() {} }),
  });
  const handle = (request: Request) => mcp.handle(callOf(request));
  const endpoint: Endpoint = {
    mcp,
    handle,
    clock,
    log,
    publish(next) {
      current = next;
      mcp.publicationChanged(next);
    },
    send(method, headers, body) {
      const text = typeof body === "object" ? JSON.stringify(body) : body;
      const request = new Request(`${BASE_URL}/mcp`, { method, headers, ...(text !== undefined && { body: text }) });
      return handle(request);
    },
  };
  return endpoint;
}

export const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** The params of a handshake of `protocolVersion`. */
export function initializeParams(protocolVersion = "2025-06-18") {
  return { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } };
}

export interface RpcBody {
  readonly id: string | number | null;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** A legacy client that has shaken hands: sends requests on its session and reads the answers. */
export async function sessionOn(endpoint: Endpoint, protocolVersion = "2025-06-18") {
  const initialize = { jsonrpc: "2.0", id: 0, method: "initialize", params: initializeParams(protocolVersion) };
  const handshake = await endpoint.send("POST", JSON_HEADERS, initialize);
  const id = handshake.headers.get("mcp-session-id") ?? "";
  const headers = { ...JSON_HEADERS, "mcp-session-id": id, "mcp-protocol-version": protocolVersion };
  const post = (method: string, params?: object) =>
    endpoint.send("POST", headers, { jsonrpc: "2.0", id: 1, method, ...(params && { params }) });
  const rpc = async (method: string, params?: object) => (await (await post(method, params)).json()) as RpcBody;
  return {
    id,
    headers,
    post,
    rpc,
    /** The result of a request that must succeed. */
    result: async (method: string, params?: object) => resultOf(await rpc(method, params)),
    handshake: (await handshake.json()) as RpcBody,
    call: async (name: string, args: object = {}) => toolResult(await rpc("tools/call", { name, arguments: args })),
  };
}

/** The result of an answer. @throws for an error */
export function resultOf({ result, error }: RpcBody): Record<string, unknown> {
  if (!result) throw new Error(`Expected a result, got ${JSON.stringify(error)}`);
  return result;
}

export interface ToolResult {
  readonly text: string;
  readonly texts: readonly string[];
  readonly structured: Record<string, unknown> | undefined;
  readonly isError: boolean;
}

export function toolResult(body: RpcBody): ToolResult {
  const { content, structuredContent, isError } = resultOf(body) as {
    content: { type: string; text: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
  };
  const texts = content.map(({ text }) => text);
  return { text: texts[0] ?? "", texts, structured: structuredContent, isError: isError === true };
}

const MODERN = "2026-07-28";

/** Sends a request of revision 2026-07-28, with valid headers and `_meta` unless overridden. */
export function modern(
  endpoint: Endpoint,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const name = params.name ?? params.uri;
  const meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
  return endpoint.send(
    "POST",
    {
      ...JSON_HEADERS,
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
      ...headers,
    },
    { jsonrpc: "2.0", id: 1, method, params: { _meta: meta, ...params } },
  );
}

/** Reads the events of a stream one by one; comments are left out. */
export function eventsOf(response: Response) {
  const reader = response.body!.getReader();
  let buffered = "";
  const decoder = new TextDecoder();
  const readOn = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (!done) buffered += decoder.decode(value, { stream: true });
    return !done;
  };
  return {
    /** The next message, or null when the stream has ended. */
    async next(): Promise<Record<string, unknown> | null> {
      for (;;) {
        const match = /event: message\ndata: (.*)\n\n/.exec(buffered);
        if (match) {
          buffered = buffered.slice(match.index + match[0].length);
          return JSON.parse(match[1]!) as Record<string, unknown>;
        }
        if (!(await readOn())) return null;
      }
    },
    /** The next bytes as they come. */
    async raw(): Promise<string> {
      await readOn();
      const text = buffered;
      buffered = "";
      return text;
    },
    cancel: () => reader.cancel(),
  };
}
