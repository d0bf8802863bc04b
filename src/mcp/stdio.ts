/** MCP over standard input and output, for an agent on the machine of the owner. */
import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { ServerResult } from "@modelcontextprotocol/sdk/types.js";
import { createDispatcher, type Dispatcher, type DispatcherOptions } from "./dispatcher.ts";
import { CAPABILITIES, instructions, serverInfo } from "./identity.ts";
import { type ListOwnReviews, listOwnReviews } from "./list_own_reviews.ts";
import { isWritten, METHODS, readUri } from "./methods.ts";
import { createResourceSubscriptions } from "./resources.ts";
import { type Params, RPC, RpcError } from "./rpc.ts";
import { DEFAULT_LIMITS } from "./tool.ts";

/** What answers one local client. */
interface StdioOptions extends Omit<DispatcherOptions, "limits" | "ownTools"> {
  readonly input: Readable;
  /** Takes protocol messages and nothing else. */
  readonly output: Writable;
  /** Resolves after a while: how often subscribed resources are looked at. */
  readonly pause: (ms: number) => Promise<void>;
  /** The reviews that the public does not see; null unless the client may. */
  readonly ownReviews: ListOwnReviews | null;
}

/** How often the store is looked at while a resource is subscribed to, in milliseconds. */
const LOOK_MS = 1000;
/** The one client, where subscriptions are kept by session. */
const CLIENT = "stdio";

/** Answers a client until it closes its input. */
export async function serveStdio({ input, output, pause, log, ownReviews, ...parts }: StdioOptions): Promise<void> {
  const ownTools = ownReviews === null ? [] : [listOwnReviews(ownReviews)];
  const answering = createDispatcher({ ...parts, log, limits: DEFAULT_LIMITS, ownTools });
  const question = await answering.question();
  const server = new Server(serverInfo(question), { capabilities: CAPABILITIES, instructions: instructions(question) });
  const subscribed = watchSubscribed(answering, { pause, notify: (uri) => server.sendResourceUpdated({ uri }) });
  server.onerror = (error) => log.warn("Cannot read a message", { error: error.message });
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    try {
      return (await (subscribed.answer(method, params) ?? answerAsValue(answering, method, params))) as ServerResult;
    } catch (error) {
      throw answering.refusal(error);
    }
  };
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    input.once("end", () => void server.close());
    input.once("close", () => void server.close());
  });
  const transport = new StdioServerTransport(input, output, { maxBufferSize: DEFAULT_LIMITS.maxBodyBytes });
  // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await ended;
  subscribed.stop();
}

/** The result of a method as a value, for a transport that writes it itself. @throws {RpcError} */
export async function answerAsValue(answering: Dispatcher, method: string, params: Params): Promise<object> {
  if (isWritten(method)) return JSON.parse(`{${textOf(await answering.written(method, params))}}`);
  const found = METHODS.get(method);
  if (found === undefined) throw new RpcError(RPC.methodNotFound, "Method not found");
  const result = found.answer(found.known(params), await answering.question());
  return method === "tools/list" ? { ...result, tools: answering.tools.map(({ listing }) => listing) } : result;
}

function textOf(members: string | Uint8Array): string {
  return typeof members === "string" ? members : new TextDecoder().decode(members);
}

interface Watching {
  readonly pause: StdioOptions["pause"];
  readonly notify: (uri: string) => Promise<void>;
}

/** The subscriptions of the client. The store is looked at for as long as there are any, and again after it failed. */
function watchSubscribed(answering: Dispatcher, { pause, notify }: Watching) {
  const subscriptions = createResourceSubscriptions(DEFAULT_LIMITS);
  let isEnded = false;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    while (!isEnded && subscriptions.count() > 0) {
      await pause(LOOK_MS);
      if (!isEnded) await answering.question().then(subscriptions.publicationChanged).catch(answering.refusal);
    }
    isLooking = false;
  };
  const change = async (params: Params, isOn: boolean) => {
    const { uri } = readUri(params);
    const question = await answering.question();
    if (!isOn) subscriptions.unsubscribe(CLIENT, uri);
    else {
      subscriptions.subscribe(CLIENT, uri, question);
      subscriptions.attach(CLIENT, (changed) => void notify(changed), question);
      void look();
    }
    return {};
  };
  return {
    /** Null for other methods. */
    answer(method: string, params: Params): Promise<object> | null {
      if (method === "resources/subscribe") return change(params, true);
      return method === "resources/unsubscribe" ? change(params, false) : null;
    },
    stop() {
      isEnded = true;
    },
  };
}
