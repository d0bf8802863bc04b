/** Changes the profile of the business, and its technicians, services and areas: by the rules of an import, all or nothing. */
import Type from "typebox";
import { consoleEnglish, type MessageKey } from "../languages/mod.ts";
import type { StoredProfile } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { type ActOutcome, act, done, type Subject, same } from "./act.ts";
import { FILES, field, type GivenFile, PAIRS } from "./act_input.ts";
import type { ActContext } from "./act_services.ts";
import { CATALOG_FIELDS, type CatalogList, linesOf } from "./business_fields.ts";
import {
  type BusinessEdit,
  type EditOutcome,
  editBusiness,
  type PictureEdit,
  seenOfBusiness,
} from "./edit_business.ts";
import { type ActRefusal, refused, refusedFor } from "./refusal.ts";

/** Null before the first import. */
export const profile: Subject<StoredProfile | null, "store"> = {
  path: "profile",
  unknown: "pictures.first",
  find: async (store) => [(await readBusiness(store))?.profile ?? null],
  id: () => "",
  seen: seenOfBusiness,
};

export const setProfile = act({
  name: "profile set",
  command: "profile",
  subject: profile,
  within: "store",
  details:
    "Checked by the rules of an import. An empty text clears a field; repeat a field to set a list. A logo or " +
    "photograph whose address is set is fetched, over https and from public hosts only.",
  examples: [
    ['goodword profile set telephone="+1 512 555 0142" address.locality=Austin', "two fields at once"],
    ["goodword profile set technicians.ana-ruiz.aliases=Annie technicians.ana-ruiz.aliases=A.R.", "a list"],
    ['goodword profile set opening_hours="Mo-Fr 8-12, 13-17; Sa 9-12"', "opening hours"],
    ["goodword profile set technicians.bob.public=no", "never show his name"],
  ],
  input: Type.Object({
    fields: Type.Record(Type.String(), Type.String(), {
      ...PAIRS,
      ...field({ flags: "<fields...>", help: "each as FIELD=TEXT; goodword profile show lists the fields" }),
    }),
    picture: Type.Optional(Type.Array(Type.Unsafe<GivenFile>({}), FILES)),
  }),
  async prepare({ picture = [] }, { pictures }) {
    const [file] = picture;
    const reading = file === undefined ? null : await pictures.prepare(await file.read(), "logo");
    if (reading?.kind === "refused") return refused("invalid", "pictures.wrong", {}, "picture");
    return { kind: "ready", ready: reading };
  },
  run(store, { input: { fields }, expected, context, ready }) {
    const edits = Object.entries(fields).map(([path, text]) => ({ path, text }));
    const picture = ready === null ? undefined : ({ kind: "logo", picture: ready.picture } as const);
    return edit(store, { edits, expected, picture }, context);
  },
});

const LIST = {
  list: Type.Enum(
    Object.keys(CATALOG_FIELDS) as [CatalogList, ...CatalogList[]],
    field({ flags: "<list>", help: "the list" }),
  ),
};

export const addToProfile = act({
  name: "profile add",
  command: "profile",
  path: "profile",
  within: "store",
  examples: [['goodword profile add technicians "Ana Ruiz" Bob', "two technicians who may be named in public"]],
  input: Type.Object({
    ...LIST,
    names: Type.Array(
      Type.String(),
      field({
        flags: "<names...>",
        help: "their names; existing ones are unchanged",
        rows: 3,
        label: "catalog.names",
        hint: "catalog.names.hint",
      }),
    ),
    public: Type.Optional(Type.Boolean(field({ label: "catalog.agreed" }))),
  }),
  async run(store, { input: { list, names, public: isPublic = true }, context }) {
    const text = names.join("\n");
    if (linesOf(text).length === 0) return refused("usage", "profile.wrong.missing", {}, "names");
    const outcome = await edit(store, { edits: [{ path: list, text, isPublic }] }, context);
    return outcome.kind === "refused" ? { ...outcome, field: "names" } : outcome;
  },
});

export const removeFromProfile = act({
  name: "profile remove",
  command: "profile",
  subject: profile,
  within: "store",
  details: "Reviews are unchanged; figures of what is removed are no longer published.",
  input: Type.Object({
    ...LIST,
    ids: Type.Array(Type.String(), field({ flags: "<ids...>", help: "their ids, as shown by goodword profile show" })),
  }),
  run: (store, { input: { list, ids }, expected, context }) =>
    edit(store, { edits: ids.map((id) => ({ path: `${list}.${id}`, text: null })), expected }, context),
});

interface Edit {
  readonly edits: readonly BusinessEdit[];
  readonly picture?: PictureEdit | undefined;
  readonly expected?: string | undefined;
}

async function edit(store: Store, order: Edit, context: ActContext): Promise<ActOutcome> {
  const outcome = await saveEdit(store, order, context);
  if (outcome.kind === "refused") return outcome;
  const notice = "done.saved";
  if (outcome.kind === "same") return same({ lines: ["Nothing to change"], data: { changed: [] }, notice });
  const { changed, notes, revision } = outcome;
  const lines = [...notes, `Changed ${changed.join(", ")}; revision ${revision}`];
  return done({ lines, data: { changed, notes, revision }, notice });
}

type SavedEdit = Extract<EditOutcome, { kind: "saved" | "same" }> | ActRefusal;

export async function saveEdit(store: Store, order: Edit, { pictures, by }: ActContext): Promise<SavedEdit> {
  // The server that a console is part of analyses later.
  const outcome = await editBusiness(store, { ...order, fetch: pictures.fetch, leavesAnalysis: by !== undefined });
  if (outcome.kind === "changed") return refused("changed", "frame.changed");
  if (outcome.kind === "unknown") {
    const sentence = `No field ${JSON.stringify(outcome.path)}; goodword profile show lists them`;
    return { ...refused("unknown", "profile.wrong.choice"), sentence };
  }
  if (outcome.kind !== "refused") return outcome;
  const typed = new Map(order.edits.map(({ path, text }) => [path, text]));
  const faults = outcome.faults.map(({ path, rule, most, found = "", sentence }) => {
    const isText = rule === "text" || rule === "list";
    const isBlank = isText && (typed.get(path) ?? "").trim() === "";
    const key = `profile.wrong.${isBlank ? "missing" : isText && most === null ? "characters" : rule}`;
    const code = Object.hasOwn(consoleEnglish, key) ? (key as MessageKey) : "profile.wrong.choice";
    return { ...refused("invalid", code, { found, most: most ?? 0 }, path), sentence };
  });
  return refusedFor(faults) ?? refused("invalid", "profile.wrong.choice");
}
