/**
 * Large bodies are sent from the file of their publication: the kernel takes them from there, so that they are neither copied nor held
 * in memory a second time. Where there is no such file, or no descriptor to spare, they are sent from memory.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { type BodyParts, LARGE_DOCUMENT_BYTES } from "../../http/content_coding.ts";
import type { FindInFile } from "../../http/representation.ts";
import { HEADER_BYTES } from "../../publication/publishing/publication_bytes.ts";
import type { PlacedPublication, PublicationPlace } from "./publication_file.ts";

/** Finds the large bodies of a publication in its file. */
export function bodiesInFile({ place, bytes }: PlacedPublication): FindInFile {
  if (place.kind === "memory") return () => null;
  let file: OpenFile | null | undefined;
  return (body) => {
    const span = spanIn(bytes, body);
    if (span === null || span.end - span.start < LARGE_DOCUMENT_BYTES) return null;
    if (file === undefined) file = openSame(place);
    const found = file;
    return found && (() => (canSpareDescriptor() ? found.slice(span) : null));
  };
}

/** Bytes from `start` up to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The one piece of the file that all parts lie in, one behind another; null where they do not. */
function spanIn({ buffer, byteOffset }: Uint8Array, body: BodyParts): Span | null {
  const start = body[0]?.byteOffset ?? 0;
  let end = start;
  for (const part of body) {
    if (part.buffer !== buffer || part.byteOffset !== end) return null;
    end += part.length;
  }
  return { start: start - byteOffset, end: end - byteOffset };
}

/** An answer is sent, and its file opened, within this time after it was made. */
const CLOSE_AFTER_MS = 5000;

/** Closes the files that no further answer can be made from. */
const closing = new FinalizationRegistry<number>((descriptor) => {
  setTimeout(() => closeSync(descriptor), CLOSE_AFTER_MS).unref();
});

/** A file that is kept open, since another one will take its name. */
class OpenFile {
  constructor(private readonly descriptor: number) {
    closing.register(this, descriptor);
  }

  /** It is opened once more for each reader, who goes through it at a pace of his own. */
  slice({ start, end }: Span): Blob {
    return Bun.file(`/proc/self/fd/${this.descriptor}`).slice(start, end);
  }
}

/** Null if another file now has the path, or if open files have no path, as outside of Linux. */
function openSame({ path, header: expected }: PublicationPlace & { kind: "file" }): OpenFile | null {
  if (process.platform !== "linux") return null;
  try {
    const descriptor = openSync(path, "r");
    const header = new Uint8Array(HEADER_BYTES);
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
    if (header.toHex() === expected) return new OpenFile(descriptor);
    closeSync(descriptor);
  } catch {
    // Removed, or no descriptor is left.
  }
  return null;
}

/** While this many are in use, none is spent on a reader, who may keep it for long. */
const MAX_DESCRIPTORS = 512;

/** The system gives the lowest one that is free. */
function canSpareDescriptor(): boolean {
  try {
    const free = openSync("/dev/null", "r");
    closeSync(free);
    return free < MAX_DESCRIPTORS;
  } catch {
    return false;
  }
}
