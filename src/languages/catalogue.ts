/**
 * The shape that every catalogue has: all messages of English, each as a text or as a plural, as English has it.
 *
 * @module
 */
import type { en } from "./en.ts";
import type { GapsOf, Plural } from "./message.ts";

type Messages = typeof en.messages;

/** The name of a message. */
export type MessageKey = keyof Messages;

/** All fixed words of one language. */
export interface Catalogue {
  /** BCP 47: the language, and the first segment of the addresses of its pages. */
  readonly language: string;
  /** BCP 47: how Intl writes numbers, dates and lists; may name a region. */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  readonly messages: { readonly [Key in MessageKey]: Messages[Key] extends string ? string : Plural };
}

/** The values for the gaps of a message; none are asked for where it has no gaps. */
export type ValuesOf<Key extends MessageKey, Value> = [GapsOf<Messages[Key]>] extends [never]
  ? []
  : [values: { readonly [Gap in GapsOf<Messages[Key]>]: Gap extends "count" ? number : Value }];
