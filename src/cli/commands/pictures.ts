/** The pictures of the business: its logo and its photograph, from a file or from the web. */

import { readFileSync } from "node:fs";
import { GoodwordError } from "../../errors.ts";
import { requireBusiness } from "../../owner/business.ts";
import { withFileErrors } from "../../owner/import_files.ts";
import { type PictureOutcome, saveLogo, savePhoto, wordsOnPhoto } from "../../owner/pictures.ts";
import type { Photo, Picture, PictureKind } from "../../review/mod.ts";
import type { CommandCall, Outcome } from "../command.ts";

/** Keeps the logo that the pages show. */
export async function logo(call: CommandCall): Promise<Outcome> {
  const logo = call.flag("remove") ? null : await logoOf(call);
  const what = logo === null ? "The pages show initials" : `The pages show the logo, ${sizeInWords(logo)}`;
  return outcomeOf(what, { logo: sizeOf(logo) }, await call.withStore((store) => saveLogo(store, logo)));
}

async function logoOf(call: CommandCall): Promise<Picture> {
  const source = call.arguments[0] ?? (await call.withStore(requireBusiness, { isReadOnly: true })).logo;
  if (!source) throw new GoodwordError("usage", "The profile has no logo; name a file");
  return pictureAt(call, "logo", source);
}

/** Keeps the photograph that the profile shows. */
export async function photo(call: CommandCall): Promise<Outcome> {
  const photo = call.flag("remove") ? null : await photoOf(call);
  const picture = photo?.picture ?? null;
  const what =
    picture === null ? "The profile shows no photograph" : `The profile shows the photograph, ${sizeInWords(picture)}`;
  return outcomeOf(what, { photo: sizeOf(picture) }, await call.withStore((store) => savePhoto(store, photo)));
}

async function photoOf(call: CommandCall): Promise<{ picture: Picture; of: Photo }> {
  const business = await call.withStore(requireBusiness, { isReadOnly: true });
  const source = call.arguments[0] ?? business.photo?.url;
  if (!source) throw new GoodwordError("usage", "The profile has no photograph; name a file");
  const of = wordsOnPhoto(business, {
    url: isAddress(source) ? source : null,
    description: call.text("description"),
    author: call.text("author"),
    license: call.text("license"),
  });
  return { picture: await pictureAt(call, "photo", source), of };
}

function outcomeOf(what: string, data: object, outcome: PictureOutcome): Outcome {
  if (outcome.kind !== "saved") return { lines: ["Nothing to change"], data: { changed: false } };
  const { revision } = outcome;
  return { lines: [`${what}; revision ${revision}`], data: { changed: true, ...data, revision } };
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
