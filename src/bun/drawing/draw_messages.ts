/**
 * What the server and its drawing worker say to each other.
 *
 * @module
 */
import type { Drawing } from "../../platform.ts";

/** A picture to draw. The worker draws one after another, in the order in which it is told. */
export type DrawOrder = Drawing;

/** What the worker reports back. */
export type DrawMessage =
  /** The worker listens. */
  | { readonly kind: "ready" }
  | { readonly kind: "drawn"; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly kind: "failed"; readonly message: string };
