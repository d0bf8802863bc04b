/**
 * An opinion found in a text.
 *
 * @module
 */
import type { AspectId } from "./aspects.ts";

/** A run of tokens that praises or blames. */
export interface Opinion {
  /** Index of the first token, and one past the last. */
  readonly from: number;
  readonly to: number;
  /** Valence after all rules, about -5 to 5, never 0. */
  readonly value: number;
  /** The aspect a phrase speaks of; null when the words around it must tell. */
  readonly aspect: AspectId | null;
}
