/**
 * Several messages in one POST, which revision 2025-03-26 alone has.
 *
 * Spec: MCP 2025-03-26, Transports (a server must take them); JSON-RPC 2.0 section 6.
 *
 * @module
 */
import { type Message, messageOf } from "./message.ts";
import { acceptedResponse, answersResponse, errorResponse, RPC, RpcError } from "./rpc.ts";
import type { LegacyVersion } from "./versions.ts";

/** The revision whose clients may send batches. */
export const BATCHING_VERSION: LegacyVersion = "2025-03-26";
/** Few, since each may ask for a megabyte and all of it is sent in one piece. */
const MOST_MESSAGES = 20;

/** Answers the messages one after the other, with an array of the answers that they want. */
export async function answerBatch(
  members: readonly unknown[],
  answer: (message: Message) => Promise<Response>,
): Promise<Response> {
  if (members.length === 0 || members.length > MOST_MESSAGES) {
    const error = new RpcError(RPC.invalidRequest, `A batch holds 1 to ${MOST_MESSAGES} messages`);
    return errorResponse(400, null, error);
  }
  const answers: string[] = [];
  for (const member of members) {
    const response = await answerOne(member, answer);
    if (response.status !== 202) answers.push(await response.text());
  }
  return answers.length === 0 ? acceptedResponse() : answersResponse(answers);
}

function answerOne(member: unknown, answer: (message: Message) => Promise<Response>) {
  const reading = messageOf(member);
  if (reading.kind === "refused") return reading.response;
  if (reading.kind === "batch") return refused(null, "A batch holds messages, not batches");
  const { message } = reading;
  if (message.kind === "request" && message.method === "initialize") {
    return refused(message.id, "initialize must stand alone");
  }
  return answer(message);
}

function refused(id: string | number | null, message: string): Response {
  return errorResponse(400, id, new RpcError(RPC.invalidRequest, message));
}
