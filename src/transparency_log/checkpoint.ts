/** The signed state of a log: C2SP tlog-checkpoint@v1.0.0. */
import { type Note, readBase64, readNote } from "./note.ts";

/** A log's tree at one size. */
export interface Checkpoint {
  /** Who the log is, for example `reviews.example.com/log`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** The text of a checkpoint, to be signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64(root)}\n`;
}

/** Reads a checkpoint with its note; null where it is none. Nothing is verified; extension lines stay in the note's text. */
export function readCheckpoint(text: string): (Checkpoint & { readonly note: Note }) | null {
  const note = readNote(text);
  const [origin = "", size = "", root = "", ...extensions] = note?.text.slice(0, -1).split("\n") ?? [];
  const rootBytes = readBase64(root);
  const count = readDecimal(size);
  if (note === null || origin === "" || count === null || rootBytes?.length !== 32 || extensions.includes(""))
    return null;
  return { origin, size: count, root: rootBytes, note };
}

/** The size that a checkpoint is of; -1 where there is none. */
export function sizeOfCheckpoint(text: string | null): number {
  return (text === null ? null : readCheckpoint(text))?.size ?? -1;
}

/** A number as checkpoints and proofs write it: digits without leading zeroes, below 2^53; null for anything else. */
export function readDecimal(text: string): number | null {
  const number = Number(text);
  return /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number) ? number : null;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
