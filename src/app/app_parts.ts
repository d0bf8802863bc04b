/**
 * What the application is made of, and what its handlers are given.
 *
 * @module
 */
import type { Hub } from "../hub/mod.ts";
import type { Mcp } from "../mcp/mod.ts";
import type { Clock, Log, Random } from "../platform.ts";
import type { Published } from "../publishing/mod.ts";
import type { Representation } from "../web/representation.ts";
import type { Site } from "../web/site.ts";

/** What the server knows of the connection that a request came by. */
export interface Client {
  readonly clientAddress: string;
  /** Lifts the server's idle time-out for the answer to `request`. */
  keepOpen(request: Request): void;
  /** Ends the connection of `request` when nothing more is read from it within seconds. */
  cut(request: Request): void;
}

/** What is published, as the server's publisher has it. */
export interface Reader {
  readonly current: Published | null;
  /** A document that can be answered at once. */
  document(path: string): Representation | undefined;
  /** What is published, as soon as there is anything. */
  ready(): Promise<Published>;
}

export interface AppParts {
  readonly site: Site;
  /** Of the program. */
  readonly version: string;
  readonly reader: Reader;
  readonly hub: Hub;
  readonly mcp: Mcp;
  /** Figures in Prometheus text. */
  readonly metrics: () => Promise<string>;
  /** The OpenAPI document; made when it is first asked for. */
  readonly openApi: () => Promise<{ readonly document: object; readonly representation: Representation }>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** 0 for no limit. */
  readonly rateLimitPerMinute: number;
}

/** A request with what every handler needs of it. */
export interface Call {
  readonly request: Request;
  readonly pathname: string;
  /** Without its question mark. */
  readonly queryString: string;
  /** Path parameters as the router decoded them. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly client: Client;
}

export type Handler = (call: Call) => Promise<Response> | Response;
