/**
 * What a command sees of the process it runs in, so that a test can be that process.
 *
 * @module
 */
import type { Readable, Writable } from "node:stream";
import type { PictureKind, PictureReading } from "../review/mod.ts";
import type { OpenOptions, Store } from "../store/mod.ts";

/** Opens the store at a path. @throws {GoodwordError} `database`, naming the file */
export type OpenStore = (path: string, options: OpenOptions) => Promise<Store>;

/** Makes pictures ready for pages. */
export interface Pictures {
  /** From the web; nothing private is reached. */
  fetch(url: string, kind: PictureKind): Promise<PictureReading>;
  /** From the bytes of a file. */
  prepare(bytes: Uint8Array, kind: PictureKind): Promise<PictureReading>;
}

/** The process as a command sees it: environment, clock, files to print to, and whoever may answer questions. */
export interface World {
  readonly open: OpenStore;
  readonly pictures: Pictures;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder the command is run in, absolute. */
  readonly folder: string;
  /** Epoch milliseconds. */
  now(): number;
  randomBytes(count: number): Uint8Array;
  /** Standard output; resolves once it is on its way. */
  print(content: string | Uint8Array): Promise<void>;
  /** Width of the terminal that `print` writes to; null when it is none. */
  readonly printColumns: number | null;
  /** Standard error, at once. */
  warn(text: string): void;
  /** Width of the terminal that `warn` writes to; null when it is none. */
  readonly columns: number | null;
  /** Standard input and output as streams, for a command that converses over them. */
  readonly streams: { readonly input: Readable; readonly output: Writable };
  /** All of standard input. */
  readInput(): Promise<Uint8Array>;
  /** Has the runtime collect garbage now: by itself it lets a heap grow far beyond what is in use. */
  collectGarbage(): void;
  /** Resolves after a while. */
  pause(ms: number): Promise<void>;
  /** Asks a person; null when nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
}
