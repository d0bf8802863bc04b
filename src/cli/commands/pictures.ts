/** The pictures of the business: its logo and its photograph, from a file or from the web. */

import { readFileSync } from "node:fs";
import { GoodwordError } from "../../errors.ts";
import { requireBusiness } from "../../owner/business.ts";
import { type BusinessEdit, type EditOutcome, editBusiness } from "../../owner/edit_business.ts";
import { withFileErrors } from "../../owner/import_files.ts";
import type { Picture, PictureKind } from "../../review/mod.ts";
import type { CommandCall, Outcome } from "../command.ts";

/** Keeps the logo that the pages show. */
export async function logo(call: CommandCall): Promise<Outcome> {
  const picture = call.flag("remove") ? null : await logoOf(call);
  const what = picture === null ? "The pages show initials" : `The pages show the logo, ${sizeInWords(picture)}`;
  return outcomeOf(what, { logo: sizeOf(picture) }, await change(call, [], { kind: "logo", picture }));
}

async function logoOf(call: CommandCall): Promise<Picture> {
  const source = call.arguments[0] ?? (await call.withStore(requireBusiness, { isReadOnly: true })).logo;
  if (!source) throw new GoodwordError("usage", "The profile has no logo; name a file");
  return pictureAt(call, "logo", source);
}

/** Keeps the photograph that the profile shows. */
export async function photo(call: CommandCall): Promise<Outcome> {
  const source = call.flag("remove") ? null : await photoSource(call);
  const picture = source === null ? null : await pictureAt(call, "photo", source);
  const what =
    picture === null ? "The profile shows no photograph" : `The profile shows the photograph, ${sizeInWords(picture)}`;
  const edits = source === null ? [] : wordsOnPhoto(call, source);
  return outcomeOf(what, { photo: sizeOf(picture) }, await change(call, edits, { kind: "photo", picture }));
}

async function photoSource(call: CommandCall): Promise<string> {
  const source = call.arguments[0] ?? (await call.withStore(requireBusiness, { isReadOnly: true })).photo?.url;
  if (!source) throw new GoodwordError("usage", "The profile has no photograph; name a file");
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

function change(
  call: CommandCall,
  edits: readonly BusinessEdit[],
  picture: { readonly kind: PictureKind; readonly picture: Picture | null },
): Promise<EditOutcome> {
  const { fetch } = call.context.pictures;
  return call.withStore((store) => editBusiness(store, { edits, picture, fetch }));
}

function outcomeOf(what: string, data: object, outcome: EditOutcome): Outcome {
  switch (outcome.kind) {
    case "saved": {
      const { revision } = outcome;
      return { lines: [`${what}; revision ${revision}`], data: { changed: true, ...data, revision } };
    }
    case "refused":
      throw new GoodwordError("input_refused", outcome.faults.map(({ sentence }) => sentence).join("; "));
    default:
      return { lines: ["Nothing to change"], data: { changed: false } };
  }
}

function sizeOf(picture: Picture | null): Pick<Picture, "width" | "height"> | null {
  return picture === null ? null : { width: picture.width, height: picture.height };
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
  throw new GoodwordError("input_refused", `Cannot use the ${kind} ${source}: ${reading.reason}`);
}

/** "480 by 192 pixels" */
function sizeInWords({ width, height }: Pick<Picture, "width" | "height">): string {
  return `${width} by ${height} pixels`;
}
