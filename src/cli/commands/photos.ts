/** Photographs of jobs: added from files, listed, described and removed. */

import { readFileSync } from "node:fs";
import { GoodwordError, inputRefused, usageFault } from "../../errors.ts";
import { requireBusiness } from "../../owner/business.ts";
import { type BusinessEdit, editBusiness } from "../../owner/edit_business.ts";
import { fileOnDisk, withFileErrors } from "../../owner/import_files.ts";
import {
  addPhotos,
  editPhoto,
  listPhotos,
  PHOTO_FIELDS,
  type PhotoField,
  type PhotoWords,
  removePhoto,
} from "../../owner/photos.ts";
import {
  LONGEST_CAPTION,
  MOST_PHOTOS,
  type PhotoFault,
  type Picture,
  type PictureKind,
  type PreparedPhoto,
  pictureUrl,
} from "../../review/mod.ts";
import { argumentOf, type CommandCall, type Outcome, table } from "../command.ts";

/** Adds files, all or none. */
export async function photosAdd(call: CommandCall): Promise<Outcome> {
  const photos: PreparedPhoto[] = [];
  const faults: string[] = [];
  for (const path of call.arguments) {
    const reading = await readingAt(call, path);
    if (reading.kind === "photo") photos.push(reading.photo);
    else faults.push(`Cannot use ${path}: ${FAULTS[reading.fault]}`);
  }
  if (faults.length > 0) throw inputRefused(`${faults.join("; ")}. Nothing was changed`);
  const words = { caption: "", service: "", technician: "", date: "", ...wordsIn(call) };
  return settled(await call.withStore((store) => addPhotos(store, { photos, words })), words, (ids) => {
    return `Added ${ids.length === 1 ? "1 photograph" : `${ids.length} photographs`}: ${ids.join(", ")}`;
  });
}

/** Of a file that is too large nothing is read. */
async function readingAt({ context }: CommandCall, path: string): ReturnType<typeof context.pictures.preparePhoto> {
  const file = fileOnDisk(path);
  if (file.size > MOST_BYTES) return { kind: "refused", fault: "too_large" };
  return context.pictures.preparePhoto(file.bytes);
}

const MOST_BYTES = 10 << 20;

const FAULTS: Readonly<Record<PhotoFault, string>> = {
  empty: "the file is empty",
  too_large: "the file is larger than 10 MB",
  too_many_pixels: "it has more than 40 million pixels",
  heic: "it is a HEIC picture, as iPhones take them; export it as JPEG",
  other_format: "it is no JPEG, PNG or WebP picture",
  damaged: "the picture is damaged",
};

/** Prints all photographs. */
export async function photosList(call: CommandCall): Promise<Outcome> {
  const photos = await call.withStore(listPhotos, { isReadOnly: true });
  const rows = photos.map(({ id, date, service, technician, caption }) => {
    return [id, date ?? "-", service ?? "-", technician ?? "-", caption ?? "-"];
  });
  return { lines: [...table(rows), `${photos.length} of at most ${MOST_PHOTOS} photographs`], data: { photos } };
}

/** Says something else of a photograph; omitted options stay. */
export async function photosEdit(call: CommandCall): Promise<Outcome> {
  const words = wordsIn(call);
  const outcome = await call.withStore((store) => editPhoto(store, { id: argumentOf(call), words }));
  return settled(outcome, words, ([id]) => `Changed photograph ${id}`);
}

/** Takes a photograph away for good. */
export async function photosRemove(call: CommandCall): Promise<Outcome> {
  const outcome = await call.withStore((store) => removePhoto(store, { id: argumentOf(call) }));
  return settled(outcome, {}, ([id]) => `Removed photograph ${id}`);
}

function wordsIn(call: CommandCall): Partial<PhotoWords> {
  return Object.fromEntries(
    PHOTO_FIELDS.map((field) => [field, call.text(field)]).filter(([, text]) => text !== undefined),
  );
}

function settled(
  outcome: Awaited<ReturnType<typeof addPhotos>>,
  words: Partial<PhotoWords>,
  what: (ids: readonly string[]) => string,
): Outcome {
  switch (outcome.kind) {
    case "saved": {
      const { ids, revision } = outcome;
      return { lines: [`${what(ids)}; revision ${revision}`], data: { changed: true, ids, revision } };
    }
    case "same":
      return { lines: ["Nothing to change"], data: { changed: false } };
    case "refused":
      throw failed("input_refused", outcome.fields.map((field) => sentenceOf(field, words[field] ?? "")).join("; "));
    case "too_many":
      throw failed(
        "input_refused",
        `${outcome.kept} photographs are kept, of at most ${MOST_PHOTOS}; remove some first`,
      );
    case "no_business":
      throw failed("not_found", "No business yet; describe it first, as with goodword profile set name=NAME");
    case "unknown":
      throw failed("not_found", "No photograph with this id; see goodword photos list");
    case "changed":
      throw failed("input_refused", "The photograph was changed by somebody else");
  }
}

function failed(code: "input_refused" | "not_found", sentence: string): GoodwordError {
  return new GoodwordError(code, `${sentence}. Nothing was changed`);
}

function sentenceOf(field: PhotoField, text: string): string {
  const shown = JSON.stringify(text);
  switch (field) {
    case "caption":
      return `The caption is longer than ${LONGEST_CAPTION} characters`;
    case "service":
    case "technician":
      return `No ${field} ${shown} in the profile; see goodword profile show`;
    case "date":
      return `--date is ${shown}, expected a day that is not in the future, such as 2026-05-31`;
  }
}

// The pictures of the business: its logo and its photograph, from a file or from the web.

/** Keeps the picture that the pages or the profile show, or has them show none. */
export async function keepPicture(call: CommandCall, kind: PictureKind): Promise<Outcome> {
  const isDescribed = ["description", "author", "license"].some(
    (name) => kind === "photo" && call.text(name) !== undefined,
  );
  if (call.flag("remove") && (call.arguments.length > 0 || isDescribed)) {
    throw usageFault("Expected a picture or --remove, not both");
  }
  const source = call.flag("remove") ? null : await sourceOf(call, kind);
  const picture = source === null ? null : await pictureAt(call, kind, source);
  const edits = kind === "photo" && source !== null ? wordsOnPhoto(call, source) : [];
  const order = { edits, picture: { kind, picture }, fetch: call.context.pictures.fetch };
  const outcome = await call.withStore((store) => editBusiness(store, order));
  switch (outcome.kind) {
    case "saved": {
      const { revision } = outcome;
      const { name, none, shown } = PICTURES[kind];
      const what = picture === null ? none : `${shown} the ${name}, ${picture.width} by ${picture.height} pixels`;
      const size = picture && { width: picture.width, height: picture.height };
      return { lines: [`${what}; revision ${revision}`], data: { changed: true, [kind]: size, revision } };
    }
    case "refused":
      throw inputRefused(outcome.faults.map(({ sentence }) => sentence).join("; "));
    default:
      return { lines: ["Nothing to change"], data: { changed: false } };
  }
}

const PICTURES = {
  logo: { name: "logo", none: "The pages show initials", shown: "The pages show" },
  photo: { name: "photograph", none: "The profile shows no photograph", shown: "The profile shows" },
} as const;

/** A file or an address, as it was given or as the profile has it. */
async function sourceOf(call: CommandCall, kind: PictureKind): Promise<string> {
  const [given] = call.arguments;
  const source = given ?? pictureUrl(await call.withStore(requireBusiness, { isReadOnly: true }), kind);
  if (!source) throw usageFault(`The profile has no ${PICTURES[kind].name}; name a file`);
  return source;
}

/** What is left out stays as the profile has it. */
function wordsOnPhoto(call: CommandCall, source: string): BusinessEdit[] {
  const license = call.text("license");
  const said = {
    url: isAddress(source) ? source : "",
    description: call.text("description"),
    author: call.text("author"),
    license: license === "none" ? "" : license,
  };
  return Object.entries(said).flatMap(([name, text]) => (text === undefined ? [] : [{ path: `photo.${name}`, text }]));
}

/** Whether it is to be fetched. */
function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source);
}

/** The picture, made ready for pages. @throws {GoodwordError} input_refused, saying what is wrong with it */
async function pictureAt({ context }: CommandCall, kind: PictureKind, source: string): Promise<Picture> {
  const reading = await (isAddress(source)
    ? context.pictures.fetch(source, kind)
    : context.pictures.prepare(
        withFileErrors(source, "read", () => readFileSync(source)),
        kind,
      ));
  if (reading.kind === "picture") return reading.picture;
  throw inputRefused(`Cannot use the ${kind} ${source}: ${reading.reason}`);
}
