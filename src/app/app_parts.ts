/**
 * What the application is made of, as the process that runs it has opened the parts.
 *
 * @module
 */
import type { HubService } from "../hub/mod.ts";
import type { McpService } from "../mcp/mod.ts";
import type { Clock, Draw, Log, Random } from "../platform.ts";
import type { Published } from "../publishing/mod.ts";
import type { RestService } from "../rest/mod.ts";
import type { Site } from "../web/site.ts";
import type { Source } from "../web/when_published.ts";

/** The open parts of a running server that the application answers from. */
export interface AppParts
  extends HubService,
    Pick<McpService, "mcp">,
    Pick<RestService, "metrics" | "trouble" | "changeStreams"> {
  readonly site: Site;
  /** Of the program. */
  readonly version: string;
  /** When the process started, epoch milliseconds: what changes with the program alone is dated so. */
  readonly startedAt: number;
  /** What is published, as the server's publisher has it. */
  readonly reader: Source<Published>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly draw: Draw;
  /** Work a minute and client, in requests; 0 for no limit. */
  readonly rateLimitPerMinute: number;
}
