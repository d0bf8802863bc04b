/**
 * The tools, resources and prompts that the official conformance suite asks a server for by name, behind our own edge.
 *
 * It shows that the edge stands in the way of nothing that the protocol has: server requests, progress, logging and
 * streams too, which the product does not use.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerResult,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { LegacyProtocol } from "../../src/mcp/legacy.ts";
import type { RpcMessage } from "../../src/mcp/rpc.ts";

type Extra = Parameters<Parameters<Server["setRequestHandler"]>[1]>[1];
type Call = (args: Record<string, unknown>, extra: Extra, server: Server) => object | Promise<object>;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
const EMPTY = { type: "object", properties: {} };

const text = (value: string) => ({ content: [{ type: "text", text: value }] });
const image = { type: "image", data: PIXEL, mimeType: "image/png" };

async function log(extra: Extra, data: string): Promise<void> {
  await extra.sendNotification({ method: "notifications/message", params: { level: "info", data } });
}

async function elicit(extra: Extra, message: string, properties: object): Promise<object> {
  const requestedSchema = { type: "object", properties, required: [] };
  const params = { message, requestedSchema };
  const answer = await extra.sendRequest({ method: "elicitation/create", params } as never, ElicitResultSchema);
  return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
}

const OPTIONS = ["option1", "option2", "option3"];
const TITLED = [
  { const: "value1", title: "First" },
  { const: "value2", title: "Second" },
];

const TOOLS: Record<string, Call> = {
  test_simple_text: () => text("This is a simple text response for testing."),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [
      { type: "resource", resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "Text." } },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      image,
      {
        type: "resource",
        resource: { uri: "test://mixed-content-resource", mimeType: "application/json", text: "{}" },
      },
    ],
  }),
  async test_tool_with_logging(_, extra) {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await log(extra, data);
    }
    return text("Logged");
  },
  test_error_handling() {
    return { ...text("This tool intentionally returns an error for testing"), isError: true };
  },
  async test_tool_with_progress(_, extra) {
    const progressToken = extra._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken!, progress, total: 100 };
      await extra.sendNotification({ method: "notifications/progress", params });
    }
    return text("Done");
  },
  async test_sampling({ prompt }, extra) {
    const messages = [{ role: "user" as const, content: { type: "text" as const, text: String(prompt) } }];
    const params = { messages, maxTokens: 100 };
    const answer = await extra.sendRequest({ method: "sampling/createMessage", params }, CreateMessageResultSchema);
    return text(`LLM response: ${JSON.stringify(answer.content)}`);
  },
  test_elicitation: ({ message }, extra) =>
    elicit(extra, String(message), { username: { type: "string" }, email: { type: "string" } }),
  test_elicitation_sep1034_defaults: (_, extra) =>
    elicit(extra, "Defaults", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  test_elicitation_sep1330_enums: (_, extra) =>
    elicit(extra, "Enums", {
      untitledSingle: { type: "string", enum: OPTIONS },
      titledSingle: { type: "string", oneOf: TITLED },
      legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["One", "Two"] },
      untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
      titledMulti: { type: "array", items: { anyOf: TITLED } },
    }),
  async test_reconnection() {
    return text("Reconnected");
  },
  json_schema_2020_12_tool: () => text("Called"),
};

const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
  properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
  additionalProperties: false,
};

const ask = (value: string) => ({ role: "user", content: { type: "text", text: value } });
const PROMPTS: Record<string, (args: Record<string, string>) => object[]> = {
  test_simple_prompt: () => [ask("This is a simple prompt for testing.")],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [ask(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    {
      role: "user",
      content: { type: "resource", resource: { uri: resourceUri, mimeType: "text/plain", text: "Text." } },
    },
    ask("Please process the embedded resource above."),
  ],
  test_prompt_with_image: () => [{ role: "user", content: image }, ask("Please analyze the image above.")],
};

function readResource(uri: string): object {
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PIXEL };
  const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1];
  return { uri, mimeType: "text/plain", text: id === undefined ? "Static text." : JSON.stringify({ id }) };
}

function fixtureServer(): Server {
  const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} };
  const server = new Server({ name: "fixtures", version: "1" }, { capabilities });
  const answer = (result: object) => result as ServerResult;
  server.setRequestHandler(ListToolsRequestSchema, () =>
    answer({
      tools: Object.keys(TOOLS).map((name) => ({
        name,
        description: `The suite's ${name}`,
        inputSchema: name === "json_schema_2020_12_tool" ? SCHEMA_2020_12 : EMPTY,
      })),
    }),
  );
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) =>
    answer(await TOOLS[params.name]!(params.arguments ?? {}, extra as Extra, server)),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () =>
    answer({ resources: ["test://static-text", "test://static-binary"].map((uri) => ({ uri, name: uri })) }),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () =>
    answer({ resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }] }),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => answer({ contents: [readResource(params.uri)] }));
  server.setRequestHandler(SubscribeRequestSchema, () => answer({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => answer({}));
  server.setRequestHandler(ListPromptsRequestSchema, () =>
    answer({ prompts: Object.keys(PROMPTS).map((name) => ({ name, description: name })) }),
  );
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    answer({ messages: PROMPTS[params.name]!(params.arguments ?? {}) }),
  );
  server.setRequestHandler(CompleteRequestSchema, () => answer({ completion: { values: [], total: 0 } }));
  return server;
}

/** A leg that holds a server per session, since the suite needs a server that asks its client back. */
export function createFixtureLeg(): LegacyProtocol {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const forward = (sessionId: string, request: Request, message: RpcMessage) =>
    transports.get(sessionId)!.handleRequest(request, { parsedBody: wireForm(message) });
  return {
    async initialize(message, mint) {
      const session = mint();
      const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => session });
      transports.set(session, transport);
      const server = fixtureServer();
      await server.connect(transport as Parameters<typeof server.connect>[0]);
      const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
      return forward(session, new Request("http://goodword.test/mcp", { method: "POST", headers }), message);
    },
    post: (message, { request }) => forward(request.headers.get("mcp-session-id") ?? "", request, message),
  };
}

function wireForm(message: RpcMessage): object {
  if (message.kind === "response") return message.body;
  const { method, params } = message;
  return { jsonrpc: "2.0", method, params, ...(message.kind === "request" && { id: message.id }) };
}
