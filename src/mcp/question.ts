/**
 * What a handler answers from: one publication, and the limits of what a client may take, chosen so that none can
 * exhaust the server.
 */
import { PATHS } from "../http/paths.ts";
import type { Publication } from "../publication/mod.ts";

/** One for each publication. */
export interface Question {
  readonly publication: Publication;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly limits: McpLimits;
}

/** Where each review is for a reader: put its id in the place of `{id}`. */
export function reviewUrl({ baseUrl }: Pick<Question, "baseUrl">): string {
  return `${baseUrl}${PATHS.review}`;
}

export interface McpLimits {
  /** Longest request body. */
  readonly maxBodyBytes: number;
  /** Longest answer of a tool, as JSON text: hosts refuse results of more than about 25,000 tokens. */
  readonly maxAnswerBytes: number;
  /** Largest document that is offered whole as a resource. */
  readonly maxResourceBytes: number;
  /** How long a session id is good for. */
  readonly sessionSeconds: number;
  /** Ended sessions that are remembered, so that their ids are refused. */
  readonly maxEndedSessions: number;
  /**
   * Event streams open at once: in all, by client, and by address, which many clients may share. A client is a session, or
   * an address where there are no sessions.
   */
  readonly maxStreams: number;
  readonly maxStreamsPerClient: number;
  readonly maxStreamsPerAddress: number;
  /** How often a silent stream sends a comment, and when it is closed for good. */
  readonly keepAliveMs: number;
  readonly streamMs: number;
  /** Sessions that may hold resource subscriptions, and how many each. */
  readonly maxSubscribedSessions: number;
  readonly maxSubscriptionsPerSession: number;
}

/** Limits of a server whose owner configured none. */
export const DEFAULT_LIMITS: McpLimits = {
  maxBodyBytes: 1024 * 1024,
  maxAnswerBytes: 40_000,
  maxResourceBytes: 1024 * 1024,
  sessionSeconds: 24 * 3600,
  maxEndedSessions: 10_000,
  maxStreams: 2000,
  maxStreamsPerClient: 8,
  maxStreamsPerAddress: 500,
  keepAliveMs: 15_000,
  streamMs: 3600_000,
  maxSubscribedSessions: 10_000,
  maxSubscriptionsPerSession: 50,
};
