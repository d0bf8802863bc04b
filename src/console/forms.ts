import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readFormBody } from "../http/request.ts";
import type { SentFile, SentForm } from "./page.ts";

type ReadForm = SentForm & AsyncDisposable;

type FormOutcome =
  | { readonly kind: "read"; readonly form: ReadForm }
  | { readonly kind: "refused"; readonly status: 400 | 413 | 415 };

const MAX_FILES = 500;
const MAX_FIELDS = 1000;
const MAX_FIELD_LENGTH = 1 << 20;
/** The size of all fields together, which are held in memory. */
const MAX_FIELDS_LENGTH = 4 << 20;
const MAX_NAME_LENGTH = 200;

/** Reads a form of at most `maxBytes`, of either content type; files go into `folder`, and are refused without one. */
export async function readForm(
  request: Request,
  { maxBytes, folder }: { readonly maxBytes: number; readonly folder: string | null },
): Promise<FormOutcome> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) return { kind: "refused", status: 413 };
  const type = request.headers.get("Content-Type") ?? "";
  const hasParts = type.toLowerCase().startsWith("multipart/form-data");
  if (hasParts && folder !== null) return readParts(request, { type, maxBytes, folder });
  const reading = await readFormBody(request, Math.min(maxBytes, MAX_FIELD_LENGTH));
  if (reading.kind === "refused") return { kind: "refused", status: reading.status };
  return { kind: "read", form: formOf(withLineFeeds([...new URLSearchParams(reading.text)]), []) };
}

interface NamedFile extends SentFile {
  readonly field: string;
}

function formOf(fields: readonly (readonly [name: string, value: string])[], files: readonly NamedFile[]): ReadForm {
  const all = (name: string) => fields.filter((field) => field[0] === name).map(([, value]) => value);
  return {
    all,
    text: (name) => all(name)[0] ?? "",
    files: (name) => files.filter(({ field }) => field === name),
    async [Symbol.asyncDispose]() {
      await Promise.all(files.map(({ path }) => rm(path, { force: true })));
    },
  };
}

function withLineFeeds(fields: readonly [string, string][]): [string, string][] {
  return fields.map(([name, value]) => [name, value.replace(/\r\n?/g, "\n")]);
}

/** Streams files to disk, so that a form of any size needs little memory. */
async function readParts(
  request: Request,
  { type, maxBytes, folder }: { readonly type: string; readonly maxBytes: number; readonly folder: string },
): Promise<FormOutcome> {
  const { default: Busboy } = await import("@fastify/busboy");
  const fields: [string, string][] = [];
  /** Files by their place in the form, since they may be finished in another order. */
  const files = new Map<number, NamedFile>();
  const writing: Promise<void>[] = [];
  const paths: string[] = [];
  let isTooMuch = false;
  const overflow = () => {
    isTooMuch = true;
  };
  const form = () => {
    const inOrder = [...files].sort(([one], [other]) => one - other).map(([, file]) => file);
    return formOf(withLineFeeds(fields), inOrder);
  };
  let taken = 0;
  let fieldsLength = 0;
  /** Stops at the limit, since no part of an oversized form is used. */
  async function* bounded(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      taken += piece.length;
      if (taken > maxBytes) overflow();
      if (isTooMuch) return;
      yield piece;
    }
  }
  try {
    const limits = { files: MAX_FILES, fields: MAX_FIELDS, fieldSize: MAX_FIELD_LENGTH, fileSize: maxBytes };
    const parser = new Busboy({ headers: { "content-type": type }, limits });
    parser.on("field", (name: string, value: string, _: boolean, isCut: boolean) => {
      fieldsLength += name.length + value.length;
      if (isCut || fieldsLength > MAX_FIELDS_LENGTH) overflow();
      else fields.push([name, value]);
    });
    parser.on("file", (field: string, stream: NodeJS.ReadableStream, given: string | undefined) => {
      const name = basename(given ?? "");
      const path = join(folder, `upload-${randomUUID()}`);
      paths.push(path);
      const place = writing.length;
      stream.on("limit", overflow);
      let size = 0;
      stream.on("data", (piece: Uint8Array) => {
        size += piece.length;
      });
      const written = pipeline(stream, createWriteStream(path, { mode: 0o600 })).then(async () => {
        // A file field without a chosen file.
        if (name === "" && size === 0) await rm(path, { force: true });
        else files.set(place, { field, name, size, path });
      });
      writing.push(written);
      written.catch(() => {});
    });
    for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"]) parser.on(limit as "filesLimit", overflow);
    await pipeline(Readable.fromWeb((request.body ?? new Blob([]).stream()) as never), bounded, parser);
    await Promise.all(writing);
    if (!isTooMuch) return { kind: "read", form: form() };
  } catch {
    await Promise.allSettled(writing);
  }
  await Promise.all(paths.map((path) => rm(path, { force: true })));
  return { kind: "refused", status: isTooMuch ? 413 : 400 };
}

/** Strips folders, which some browsers send before the name. */
function basename(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? "").slice(0, MAX_NAME_LENGTH);
}
