/**
 * What a handler knows of the world: the publication that it answers from, and how much it may say.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { McpLimits } from "./limits.ts";

export interface Question {
  readonly publication: Publication;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly limits: McpLimits;
}
