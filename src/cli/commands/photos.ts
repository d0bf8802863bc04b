/** Lists photographs of jobs, and sets the pictures of the business from a file or the web. */

import { readFileSync } from "node:fs";
import { inputRefused, usageFault } from "../../errors.ts";
import { requireBusiness } from "../../owner/business.ts";
import { type BusinessEdit, editBusiness } from "../../owner/edit_business.ts";
import { withFileErrors } from "../../owner/import_files.ts";
import { listPhotos } from "../../owner/photos.ts";
import { MOST_PHOTOS, type Picture, type PictureKind, pictureUrl } from "../../review/mod.ts";
import { type CommandCall, type Outcome, table } from "../command.ts";
import { savedEdit } from "./profile.ts";

export async function photosList(call: CommandCall): Promise<Outcome> {
  const photos = await call.withStore(listPhotos, { isReadOnly: true });
  const rows = photos.map(({ id, date, service, technician, caption }) => {
    return [id, date ?? "-", service ?? "-", technician ?? "-", caption ?? "-"];
  });
  return { lines: [...table(rows), `${photos.length} of at most ${MOST_PHOTOS} photographs`], data: { photos } };
}

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
  const saved = savedEdit(await call.withStore((store) => editBusiness(store, order)));
  if (saved === null) return { lines: ["Nothing to change"], data: { changed: false } };
  const { revision } = saved;
  const { name, none, shown } = PICTURES[kind];
  const what = picture === null ? none : `${shown} the ${name}, ${picture.width} by ${picture.height} pixels`;
  const size = picture && { width: picture.width, height: picture.height };
  return { lines: [`${what}; revision ${revision}`], data: { changed: true, [kind]: size, revision } };
}

const PICTURES = {
  logo: { name: "logo", none: "The pages show initials", shown: "The pages show" },
  photo: { name: "photograph", none: "The profile shows no photograph", shown: "The profile shows" },
} as const;

async function sourceOf(call: CommandCall, kind: PictureKind): Promise<string> {
  const [given] = call.arguments;
  const source = given ?? pictureUrl(await call.withStore(requireBusiness, { isReadOnly: true }), kind);
  if (!source) throw usageFault(`The profile has no ${PICTURES[kind].name}; name a file`);
  return source;
}

function wordsOnPhoto(call: CommandCall, source: string): BusinessEdit[] {
  const license = call.text("license");
  const texts = {
    url: isAddress(source) ? source : "",
    description: call.text("description"),
    author: call.text("author"),
    license: license === "none" ? "" : license,
  };
  return Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [{ path: `photo.${name}`, text }]));
}

function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source);
}

/** Reads a picture and prepares it for pages. @throws {GoodwordError} input_refused, with the fault of the picture */
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
