/**
 * What the server and the thread that keeps its hub's rows say to each other.
 *
 * @module
 */
import type { SubscriptionStore } from "../hub/mod.ts";

/** The database file that the rows are in. */
export interface SubscriptionFile {
  readonly path: string;
  readonly isReadOnly: boolean;
}

/** The hub's store over a connection of its own. */
export interface OpenSubscriptions extends SubscriptionStore {
  close(): Promise<void>;
}

/** A call by name; what is given and what comes back are plain values. */
export interface SubscriptionCall {
  readonly id: number;
  readonly file: SubscriptionFile;
  readonly name: keyof OpenSubscriptions;
  readonly given: readonly unknown[];
}

/** The outcome of a call to the worker; `id` is the call's. */
export type SubscriptionResult =
  | { readonly kind: "returned"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
