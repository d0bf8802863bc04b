/** The servers that the bench of the MCP endpoint measures. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type ServerResult } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, Server as NewServer } from "@modelcontextprotocol/server";
import { createDispatcher, type Dispatcher } from "../src/mcp/dispatcher.ts";
import { CAPABILITIES, instructions, serverInfo } from "../src/mcp/identity.ts";
import { METHODS, WRITTEN_METHODS } from "../src/mcp/methods.ts";
import type { Params } from "../src/mcp/rpc.ts";
import { answerAsValue } from "../src/mcp/stdio.ts";
import { DEFAULT_LIMITS } from "../src/mcp/tool.ts";
import { agentViews } from "../src/pages/load_pages.ts";
import type { Publication } from "../src/publication/mod.ts";
import { appOf, NOBODY } from "../test/support/app_of.ts";
import { BASE_URL, CLIENT, endpointOf, PLUMBER, review } from "../test/support/mcp_endpoint.ts";
import { publicationOf } from "../test/support/publication_of.ts";
import { createRecordingLog } from "../test/support/recording_log.ts";
import { createSeededRandom } from "../test/support/seeded_random.ts";
import { generatedBusiness, generateReviews } from "./generate_reviews.ts";

type Handler = (request: Request) => Response | Promise<Response>;

export const REVIEWS = 10_000;
export const OURS = "goodword";
export const REST = "goodword, REST";
const TOOL = "search_reviews";
const NEW_BARE = "server 2.x, empty tool";
const NEW_TABLES = "server 2.x, our tables";

/** The servers under measurement, by name. */
export const SERVERS: Readonly<Record<string, () => Handler>> = {
  [OURS]: goodwordServer,
  "sdk 1.x, session, empty tool": sdkSessionServer,
  "sdk 1.x, empty tool": sdkRequestServer,
  "sdk 1.x, our tables": sdkTablesServer,
  [NEW_BARE]: newBareServer,
  [NEW_TABLES]: newTablesServer,
  [REST]: restServer,
};

/** Those that answer the revision without sessions. */
export const SPEAKS_MODERN: ReadonlySet<string> = new Set([OURS, NEW_BARE, NEW_TABLES]);

function goodwordServer(): Handler {
  const { mcp } = endpointOf(benchPublication());
  return (request) => mcp.handle(request, CLIENT);
}

function restServer(): Handler {
  const app = appOf(benchPublication(), { site: { baseUrl: BASE_URL } });
  return (request) => app(request, NOBODY);
}

function benchPublication(): Publication {
  const reviews = Array.from(generateReviews(REVIEWS, 1), (generated) =>
    review({
      ...generated,
      author: { name: generated.author.name, is_anonymous: false },
      source: { name: generated.source.name, url: null },
      verification: { ...generated.verification, strength: null },
      mentions: { ...NO_MENTIONS, technicians: [...generated.mentions.technicians] },
    }),
  );
  const technicians = generatedBusiness.technicians.map(({ name }) => ({ id: name, name, aliases: [], public: true }));
  return publicationOf({ ...PLUMBER, technicians }, reviews);
}

const NO_MENTIONS = { technicians: [], services: [], service_areas: [] };

function bareServer(): Server {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: TOOL, inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
  return server;
}

/** As in the SDK's examples: a server and a transport for every session, kept in a map. */
function sdkSessionServer(): Handler {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const known = transports.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    const server = bareServer();
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport.handleRequest(request);
  };
}

/** As in the SDK's stateless example, with JSON answers: the least a request can cost there. */
function sdkRequestServer(): Handler {
  return async (request) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = bareServer();
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport.handleRequest(request);
  };
}

/** Our methods and tools behind the SDK's transport, with nothing of our own before them. */
function sdkTablesServer(): Handler {
  const answering = benchAnswering();
  return async (request) => {
    const question = await answering.question();
    const server = new Server(serverInfo(question), {
      capabilities: CAPABILITIES,
      instructions: instructions(question),
    });
    server.fallbackRequestHandler = async ({ method, params = {} }) =>
      (await answerAsValue(answering, method, params)) as ServerResult;
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport.handleRequest(request);
  };
}

/** As in the examples of the SDK's successor, which serves both eras without sessions. */
function newBareServer(): Handler {
  const handler = createMcpHandler(
    () => {
      const server = new NewServer({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/call", () => ({ content: [] }));
      return server;
    },
    { responseMode: "json" },
  );
  return (request) => handler.fetch(request);
}

/** Our methods and tools behind the same. */
function newTablesServer(): Handler {
  const answering = benchAnswering();
  const handler = createMcpHandler(
    async () => {
      const question = await answering.question();
      const options = { capabilities: CAPABILITIES, instructions: instructions(question) };
      const server = new NewServer(serverInfo(question), options);
      for (const method of [...METHODS.keys(), ...WRITTEN_METHODS]) {
        // The types know a closed list of methods, each with its own result.
        server.setRequestHandler(
          method as "ping",
          (async ({ params = {} }: { params?: Params }) => answerAsValue(answering, method, params)) as never,
        );
      }
      return server;
    },
    { responseMode: "json" },
  );
  return (request) => handler.fetch(request);
}

function benchAnswering(): Dispatcher {
  const publication = benchPublication();
  return createDispatcher({
    publication: () => publication,
    baseUrl: BASE_URL,
    limits: DEFAULT_LIMITS,
    random: createSeededRandom(1),
    log: createRecordingLog(),
    views: agentViews({ baseUrl: BASE_URL, version: "1.0.0" }),
  });
}
