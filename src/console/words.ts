/** The console's own words, beside those that it shares with the public pages. */
import type { GapsOf, Plural, Words } from "../review/languages/mod.ts";
import type { en } from "./words/en.ts";

type Messages = typeof en;

/** The messages of one language, the same for every language. */
export type ConsoleCatalogue = { readonly [Key in keyof Messages]: Messages[Key] extends string ? string : Plural };

type Values<Key extends keyof Messages> = [GapsOf<Messages[Key]>] extends [never]
  ? []
  : [values: { readonly [Gap in GapsOf<Messages[Key]>]: Gap extends "count" ? number : string | number }];

/** One language, speaking to the owner. Numbers, dates and lists are written as on the public pages. */
export interface ConsoleWords extends Omit<Words, "say" | "pieces"> {
  say<Key extends keyof Messages>(key: Key, ...values: Values<Key>): string;
  /** The words of the public pages. */
  readonly shared: Words;
}
