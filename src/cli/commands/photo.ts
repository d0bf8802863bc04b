import { GoodwordError } from "../../errors.ts";
import { businessOf, savePhoto, wordsOnPhoto } from "../../owner/mod.ts";
import type { Photo, Picture } from "../../review/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { isAddress, pictureAt, sizeInWords } from "../picture_at.ts";

/** Keeps the photograph that the profile shows. */
export const photoCommand: Command = {
  name: "photo",
  summary: "show a photograph on the profile, with its author and licence",
  details:
    "Takes PNG, JPEG, WebP, GIF, BMP or SVG, shrinks it to what a page shows, and serves it from here as WebP, without what a " +
    "camera notes beside the pixels, such as the place. What is not said here stays as the profile has it (photo of business.json). " +
    "Without an argument it is fetched anew from the address named there, over https and from public hosts only.",
  arguments: [{ name: "[file]", description: "file or https:// address of the photograph" }],
  options: [
    { flags: "--description <text>", description: "what it shows, for those who do not see it" },
    { flags: "--author <name>", description: "who took it, or holds the rights" },
    { flags: "--license <license>", description: "its licence as SPDX id or URL; none for all rights reserved" },
    { flags: "--remove", description: "show none" },
  ],
  examples: [
    [
      'goodword photo team.jpg --description "The six of us beside the van" --author "Ana Ruiz" --license CC-BY-4.0',
      "show this photograph",
    ],
    ["goodword photo --remove", "show none"],
  ],
  run: async (call) => {
    const photo = call.flag("remove") ? null : await photoOf(call);
    return outcomeOf(photo?.picture ?? null, await call.withStore((store) => savePhoto(store, photo)));
  },
};

async function photoOf(call: Call): Promise<{ picture: Picture; of: Photo }> {
  const business = await call.withStore(businessOf, { isReadOnly: true });
  const source = call.arguments[0] ?? business.photo?.url;
  if (!source) throw new GoodwordError("usage", "The profile names no photograph; name a file");
  const of = wordsOnPhoto(business, {
    url: isAddress(source) ? source : null,
    description: call.text("description"),
    author: call.text("author"),
    license: call.text("license"),
  });
  return { picture: await pictureAt(call, "photo", source), of };
}

function outcomeOf(photo: Picture | null, revision: number | null): Outcome {
  if (revision === null) return { lines: ["Nothing to change"], data: { changed: false } };
  const size = photo === null ? null : { width: photo.width, height: photo.height };
  const what =
    size === null ? "The profile shows no photograph" : `The profile shows the photograph, ${sizeInWords(size)}`;
  return { lines: [`${what}; revision ${revision}`], data: { changed: true, photo: size, revision } };
}
