import { GoodwordError } from "../../errors.ts";
import { businessOf, saveLogo } from "../../owner/mod.ts";
import type { Picture } from "../../review/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { pictureAt, sizeInWords } from "../picture_at.ts";

/** Keeps the logo that the pages show. */
export const logoCommand: Command = {
  name: "logo",
  summary: "show a logo on the pages, from a file or from the web",
  details:
    "Takes PNG, JPEG, WebP, GIF, BMP or SVG, shrinks it to what a page shows, and serves it from here as WebP. Without an argument " +
    "it is fetched anew from the address that the profile names (logo of business.json), over https and from public hosts only.",
  arguments: [{ name: "[file]", description: "file or https:// address of the logo" }],
  options: [{ flags: "--remove", description: "show initials instead" }],
  examples: [
    ["goodword logo logo.svg", "show this logo"],
    ["goodword logo", "fetch the logo of the profile again"],
  ],
  run: async (call) => {
    const logo = call.flag("remove") ? null : await logoOf(call);
    return outcomeOf(logo, await call.withStore((store) => saveLogo(store, logo)));
  },
};

async function logoOf(call: Call): Promise<Picture> {
  const source = call.arguments[0] ?? (await call.withStore(businessOf, { isReadOnly: true })).logo;
  if (!source) throw new GoodwordError("usage", "The profile names no logo; name a file");
  return pictureAt(call, "logo", source);
}

function outcomeOf(logo: Picture | null, revision: number | null): Outcome {
  if (revision === null) return { lines: ["Nothing to change"], data: { changed: false } };
  const size = logo === null ? null : { width: logo.width, height: logo.height };
  const what = size === null ? "The pages show initials" : `The pages show the logo, ${sizeInWords(size)}`;
  return { lines: [`${what}; revision ${revision}`], data: { changed: true, logo: size, revision } };
}
