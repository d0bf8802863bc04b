/**
 * What the console is made of: pages that are shown and acts that are done, as rows. A page shows what `owner/` reads and
 * an act does what `owner/` does; neither decides anything.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import type { Business } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import type { ConsoleWords } from "./words.ts";

/** A person who is logged in. Owners do everything; readers look. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: "owner" | "reader";
}

/** What a page or an act is given. */
export interface ConsoleContext {
  /** Changes that are made through it stand in the history as this person's. */
  readonly store: Store;
  readonly person: Person;
  readonly words: ConsoleWords;
  /** Null before the first import. */
  readonly business: Business | null;
  readonly now: number;
  /** Decoded parameters of the path, such as `id`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly means: ConsoleMeans;
}

/** What the console needs of the process; each page takes what it is about. */
export interface ConsoleMeans {
  /** Address of the public pages, without a slash at its end. */
  readonly baseUrl: string;
  /** Address of the console, without a slash at its end. */
  readonly consoleUrl: string;
  randomBytes(count: number): Uint8Array;
}

/** A page as it is put into the frame. */
export interface ConsolePage {
  readonly title: string;
  /** Which entry of the navigation it belongs to; null for none. */
  readonly section: Section | null;
  readonly body: ComponentChildren;
}

/** The entries of the navigation, in their order. */
export const SECTIONS = [
  "inbox",
  "reviews",
  "import",
  "jobs",
  "invitations",
  "verification",
  "copies",
  "insights",
  "profile",
  "share",
  "subscribers",
  "people",
  "activity",
] as const;

/** An entry of the navigation. */
export type Section = (typeof SECTIONS)[number];

/** A page at `GET path`; parameters are written `:id`. Null is answered with 404. */
export interface PageRow {
  readonly path: string;
  /** Owners alone may see it; readers too when left out. */
  readonly ownersOnly?: boolean;
  readonly show: (context: ConsoleContext) => Promise<ConsolePage | null>;
}

/** The fields of a form that was sent; files are spooled beside, under the name of their field. */
export interface SentForm {
  /** The first value of a field, "" when it is missing. Line feeds are `\n`. */
  text(name: string): string;
  all(name: string): readonly string[];
  files(name: string): readonly SentFile[];
}

/** A file that was sent with a form; it is deleted when the act has ended, unless it is moved elsewhere. */
export interface SentFile {
  readonly name: string;
  readonly size: number;
  /** Where it lies on this machine. */
  readonly path: string;
}

/** What is answered to a form. */
export type ActAnswer =
  /** 303 to a path of the console; `notice` is shown there once. */
  | { readonly kind: "done"; readonly to: string; readonly notice?: NoticeKey }
  /** The page once more with what was typed and what is wrong with it (422), or with what has changed meanwhile (409). */
  | { readonly kind: "again"; readonly status: 409 | 422; readonly page: ConsolePage }
  | { readonly kind: "missing" }
  /** A file to be saved. */
  | { readonly kind: "file"; readonly name: string; readonly mediaType: string; readonly body: string | Uint8Array };

/** A form at `POST path`. Owners alone may send it, unless it is about oneself. */
export interface ActRow {
  readonly path: string;
  /** The file of `owner/` behind it, such as `reply`, by which a table in the tests finds both its doors. */
  readonly act: string;
  /** Readers may, too: what is their own, such as their password. */
  readonly forReaders?: boolean;
  readonly run: (context: ConsoleContext, form: SentForm) => Promise<ActAnswer>;
}

/** Names a message that tells that something was done. */
export type NoticeKey = Extract<Parameters<ConsoleWords["say"]>[0], `done.${string}`>;
