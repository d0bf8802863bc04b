/** Logo and photograph of the profile, from a file or the web. */
import { readFileSync } from "node:fs";
import Type from "typebox";
import { type PictureKind, type PictureReading, pictureUrl } from "../review/mod.ts";
import { act, done, same } from "./act.ts";
import { FILES, field, type GivenFile } from "./act_input.ts";
import type { ActContext } from "./act_services.ts";
import { withFileErrors } from "./import_files.ts";
import { profile, saveEdit } from "./profile.ts";
import { type ActRefusal, refused } from "./refusal.ts";

const KINDS = {
  logo: { name: "logo", none: "The pages show initials", shown: "The pages show" },
  photo: { name: "photograph", none: "The profile shows no photograph", shown: "The profile shows" },
} as const;

const sourceFields = (what: string, none: string) => ({
  source: Type.Optional(Type.String(field({ flags: "[file]", help: `file or https:// address of the ${what}` }))),
  remove: Type.Optional(Type.Boolean(field({ help: none }))),
  // Of the form, which has the address of the profile in a field; "" is no address.
  picture: Type.Optional(Type.Array(Type.Unsafe<GivenFile>({}), FILES)),
  url: Type.Optional(Type.String(field({ isClearable: true }))),
});

const SHARED = { subject: profile, within: "store", command: "profile" } as const;

export const setLogo = act({
  name: "logo",
  ...SHARED,
  details:
    "Takes PNG, JPEG, WebP, GIF, BMP or SVG, scales it down and serves it as WebP. Without an argument " +
    "it is fetched again from the address in the profile (logo in business.json), over https and from public hosts only.",
  examples: [
    ["goodword logo logo.svg", "show this logo"],
    ["goodword logo", "fetch the profile's logo again"],
  ],
  input: Type.Object(sourceFields("logo", "show initials instead")),
  contradictions: [{ fields: ["source", "remove"], code: "pictures.missing" }],
  run: (store, { one, input, expected, context }) => setPicture("logo", store, { one, input, expected, context }),
});

const TEXT = { isClearable: true };

export const setPhoto = act({
  name: "photo",
  ...SHARED,
  details:
    "Takes PNG, JPEG, WebP, GIF, BMP or SVG, scales it down and serves it as WebP, without camera " +
    "metadata such as the location. Omitted options keep their values from the profile (photo in business.json). " +
    "Without an argument it is fetched again from the address given there, over https and from public hosts only.",
  examples: [
    [
      'goodword photo team.jpg --description "The six of us beside the van" --author "Ana Ruiz" --license CC-BY-4.0',
      "show this photograph",
    ],
    ["goodword photo --remove", "show none"],
  ],
  input: Type.Object({
    ...sourceFields("photograph", "show none"),
    description: Type.Optional(
      Type.String(field({ ...TEXT, flags: "--description <text>", help: "what it shows, for screen readers" })),
    ),
    author: Type.Optional(
      Type.String(field({ ...TEXT, flags: "--author <name>", help: "the photographer or rights holder" })),
    ),
    license: Type.Optional(
      Type.String(field({ ...TEXT, help: "its licence as SPDX id or URL; none for all rights reserved" })),
    ),
  }),
  contradictions: [
    { fields: ["source", "remove"], code: "pictures.missing" },
    { fields: ["description", "remove"], code: "pictures.missing" },
    { fields: ["author", "remove"], code: "pictures.missing" },
    { fields: ["license", "remove"], code: "pictures.missing" },
  ],
  run: (store, { one, input, expected, context }) => setPicture("photo", store, { one, input, expected, context }),
});

interface PictureInput {
  readonly source?: string;
  readonly remove?: boolean;
  readonly picture?: readonly GivenFile[];
  readonly url?: string;
  readonly description?: string;
  readonly author?: string;
  readonly license?: string;
}

type Profile = Awaited<ReturnType<typeof profile.find>>[number];

interface PictureRun {
  readonly one: Profile;
  readonly input: PictureInput;
  readonly expected: string | undefined;
  readonly context: ActContext;
}

async function setPicture(
  kind: PictureKind,
  store: Parameters<typeof saveEdit>[0],
  { one, input, expected, context }: PictureRun,
) {
  const { name, none, shown } = KINDS[kind];
  if (one === null) return { ...refused("unknown", "pictures.first"), sentence: "No reviews yet; import some first" };
  const chosen = input.remove ? null : await choose(kind, one, input, context);
  if (chosen?.kind === "refused") return chosen;
  const picture = chosen === null ? null : chosen.picture;
  const order = {
    edits: editsOf(kind, input, chosen?.address),
    picture: picture === undefined ? undefined : { kind, picture },
  };
  const outcome = await saveEdit(store, { ...order, expected }, context);
  if (outcome.kind === "refused") return outcome;
  const notice = "done.saved";
  if (outcome.kind === "same") return same({ lines: ["Nothing to change"], data: { changed: false }, notice });
  const { revision } = outcome;
  const size = picture ? { width: picture.width, height: picture.height } : null;
  const what = size === null ? none : `${shown} the ${name}, ${size.width} by ${size.height} pixels`;
  const data = { changed: true, [kind]: size, revision };
  return done<{ changed: boolean }>({ lines: [`${what}; revision ${revision}`], data, notice });
}

interface Chosen {
  readonly kind: "chosen";
  /** The picture that is shown stays where it is undefined. */
  readonly picture: Extract<PictureReading, { kind: "picture" }>["picture"] | undefined;
  /** Of the picture, as the profile is to have it. */
  readonly address: string;
}

/** The picture of the file, else that of a new address; from a command without either, that of the address again. */
async function choose(
  kind: PictureKind,
  business: NonNullable<Profile>,
  { source, picture: [sent] = [], url }: PictureInput,
  { pictures }: ActContext,
): Promise<Chosen | ActRefusal> {
  const kept = pictureUrl(business, kind) ?? "";
  const isForm = url !== undefined;
  const address = (isForm ? url : (source ?? kept)).trim();
  if (isForm && sent === undefined && (address === "" || address === kept)) {
    const isShown = business[`${kind}_image`] !== undefined;
    return isShown
      ? { kind: "chosen", picture: undefined, address }
      : refused("invalid", "pictures.missing", {}, "picture");
  }
  if (address === "" && sent === undefined) {
    const sentence = `The profile has no ${KINDS[kind].name}; name a file`;
    return { ...refused("usage", "pictures.missing"), sentence };
  }
  const isAddress = /^https?:\/\//.test(address);
  const reading =
    sent !== undefined
      ? await pictures.prepare(await sent.read(), kind)
      : isForm || isAddress
        ? await pictures.fetch(address, kind).catch((): PictureReading => ({ kind: "refused", reason: "unreachable" }))
        : await pictures.prepare(
            withFileErrors(address, "read", () => readFileSync(address)),
            kind,
          );
  if (reading.kind === "refused") {
    const sentence = `Cannot use the ${kind} ${address}: ${reading.reason}`;
    const at = sent === undefined ? (kind === "logo" ? "logo" : "photo.url") : "picture";
    return { ...refused("invalid", "pictures.wrong", {}, at), sentence };
  }
  return { kind: "chosen", picture: reading.picture, address: isForm || isAddress ? address : "" };
}

/** A command leaves the address of a logo as the profile has it, to fetch the logo again. */
function editsOf(kind: PictureKind, { remove, url, description, author, license }: PictureInput, address?: string) {
  if (remove || (kind === "logo" && url === undefined)) return [];
  if (kind === "logo") return [{ path: "logo", text: address ?? "" }];
  const texts = { url: address, description, author, license: license === "none" ? "" : license };
  return Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [{ path: `photo.${name}`, text }]));
}
