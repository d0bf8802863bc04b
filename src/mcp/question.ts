/**
 * What a handler knows of the world: the publication that it answers from, and how much it may say.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { McpLimits } from "./limits.ts";

/** One for each publication. */
export interface Question {
  readonly publication: Publication;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly limits: McpLimits;
  /** Answers that cost much and do not depend on a client's words, by name. */
  readonly memory: Map<string, unknown>;
}

/** Creates the question for a publication, with nothing remembered yet. */
export function questionOf(publication: Publication, baseUrl: string, limits: McpLimits): Question {
  return { publication, baseUrl, limits, memory: new Map() };
}

/** What `compute` gives, computed once for a publication. One `name` always stands for one computation. */
export function remembered<T>({ memory }: Question, name: string, compute: () => T): T {
  if (!memory.has(name)) memory.set(name, compute());
  return memory.get(name) as T;
}
