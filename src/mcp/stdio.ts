import type { Readable, Writable } from "node:stream";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { ServerResult } from "@modelcontextprotocol/sdk/types.js";
import { createDispatcher, type DispatcherOptions } from "./dispatcher.ts";
import { CAPABILITIES, instructions, serverInfo } from "./identity.ts";
import { type ListOwnReviews, listOwnReviews } from "./list_own_reviews.ts";
import { isMembers, type JsonMembers } from "./methods.ts";
import { DEFAULT_LIMITS } from "./tool.ts";

interface StdioOptions extends Omit<DispatcherOptions, "limits" | "ownTools"> {
  readonly input: Readable;
  readonly output: Writable;
  /** Null if the client may not see unpublished reviews. */
  readonly ownReviews: ListOwnReviews | null;
}

export async function serveStdio({ input, output, log, ownReviews, ...parts }: StdioOptions): Promise<void> {
  const ownTools = ownReviews === null ? [] : [listOwnReviews(ownReviews)];
  const answering = createDispatcher({ ...parts, log, limits: DEFAULT_LIMITS, ownTools });
  const context = await answering.context();
  const server = new Server(serverInfo(context), { capabilities: CAPABILITIES, instructions: instructions(context) });
  server.onerror = (error) => log.warn("Cannot read a message", { error: error.message });
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    try {
      const result = await answering.answer(method, params, ALONE);
      return (isMembers(result) ? JSON.parse(`{${textOf(result)}}`) : result) as ServerResult;
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
}

/** The one client of this process has no limits. */
const ALONE = { charge() {}, turn: async () => {} };

function textOf(members: JsonMembers): string {
  return typeof members === "string" ? members : new TextDecoder().decode(members);
}
