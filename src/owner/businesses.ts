/** Which businesses a process serves, and where: added, moved to another address, renamed, removed. */
import Type from "typebox";
import { baseUrlOf } from "../config.ts";
import { isBusinessId, type ListedBusiness, type ListOutcome, readBusiness } from "../store/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { field } from "./act_input.ts";
import type { ListedStores } from "./act_services.ts";
import { businessAfterEdits, editBusiness } from "./edit_business.ts";
import { type ActRefusal, refused } from "./refusal.ts";

const ID = "id: lower-case letters, digits and hyphens, 40 at most";

const business: Subject<ListedBusiness, "businesses"> = {
  argument: { name: "<id>", description: ID },
  path: "businesses/:id",
  unknown: "act.noBusiness",
  find: async ({ list }, [id]) => (await list.list()).filter((each) => each.id === id),
  id: ({ id }) => id,
  seen: ({ id, baseUrl }) => [id, baseUrl],
};

const idField = (flags: string, help: string) =>
  Type.String(field({ flags, help, label: "businesses.id", hint: "businesses.idHint" }));

const ADDRESS = {
  base_url: Type.String(
    field({
      flags: "--base-url <url>",
      help: "where its readers find it",
      label: "businesses.address",
      hint: "businesses.addressHint",
    }),
  ),
};

/** A business with a store of its own, empty unless a store stands in its place. Nothing of it is a sample. */
export const addBusiness = act({
  name: "business add",
  path: "businesses",
  within: "businesses",
  createsStore: true,
  details:
    "A running server serves it within a second, as a draft that search engines must not index until its first review. " +
    "An existing database file named ID.sqlite is used as it is.",
  examples: [["goodword business add ortega --base-url https://reviews.ortega.example", "one more client"]],
  input: Type.Object({
    name: Type.Optional(
      Type.String(
        field({
          flags: "--name <name>",
          help: "its name (default: set by the first import)",
          label: "profile.name",
          hint: "businesses.nameHint",
        }),
      ),
    ),
    id: idField("<id>", ID),
    ...ADDRESS,
  }),
  async run({ list, withStoreOf }, { input }) {
    const id = input.id.trim();
    const name = input.name?.trim() ?? "";
    if (!isBusinessId(id)) return refused("usage", "businesses.fault.invalid_id", {}, "id");
    const edits = [{ path: "name", text: name }];
    if (name !== "" && businessAfterEdits(null, edits) === null)
      return refused("usage", "businesses.fault.invalid_name", {}, "name");
    const added = await atAddress(id, input.base_url, (baseUrl) => list.add(id, baseUrl));
    if (added.kind === "refused" || name === "") return added;
    const withoutPicture = () => Promise.reject(new Error("A name has no picture"));
    await withStoreOf(id, async (store) => {
      // A store that stood in its place may have a name.
      if ((await readBusiness(store)) === null) await editBusiness(store, { edits, fetch: withoutPicture });
    });
    return added;
  },
  detail: (added) => added,
});

export const moveBusiness = act({
  name: "business move",
  subject: business,
  within: "businesses",
  createsStore: true,
  details: "The old address stops working; links in its documents use the new one.",
  input: Type.Object(ADDRESS),
  run: ({ list }, { one: { id }, input }) => atAddress(id, input.base_url, (baseUrl) => list.move(id, baseUrl)),
  detail: (moved) => moved,
});

export const renameBusiness = act({
  name: "business rename",
  subject: business,
  within: "businesses",
  createsStore: true,
  input: Type.Object({ id: idField("<new-id>", "the new id") }),
  async run({ list }, { one, input }) {
    const id = input.id.trim();
    if (!isBusinessId(id)) return refused("usage", "businesses.fault.invalid_id", {}, "id");
    const outcome = await list.rename(one.id, id);
    return outcome === "done" ? isAt(id, one.baseUrl) : refusalOf(outcome, one.id);
  },
  detail: ({ id: to }, { ids: [id] }) => ({ id, to }),
});

export const removeBusiness = act({
  name: "business remove",
  subject: business,
  within: "businesses",
  createsStore: true,
  input: Type.Object({
    // A form asks for the name as well; the command already names the business.
    confirm: Type.Optional(Type.String(field({ label: "businesses.confirm", isClearable: true }))),
  }),
  async run(listed, { one: { id }, input: { confirm } }) {
    const names = confirm === undefined ? [] : [id, await nameOfBusiness(listed, id)];
    const isMeant = confirm === undefined || names.some((each) => each?.toLowerCase() === confirm.trim().toLowerCase());
    if (!isMeant) return refused("invalid", "businesses.fault.unconfirmed", { id }, "confirm");
    const removed = await listed.list.remove(id);
    if (typeof removed === "string") return refusalOf(removed === "done" ? "unknown" : removed, id);
    const { leftAt } = removed;
    return done({
      lines: [`Stopped serving ${id}`, `Its database and keys are in ${leftAt}; delete them when you like`],
      data: { id, left_at: leftAt },
    });
  },
  detail: ({ id }) => ({ id }),
});

/** Null where its store cannot be read: such a business can be removed, too. */
export async function nameOfBusiness(
  { withStoreOf }: Pick<ListedStores, "withStoreOf">,
  id: string,
): Promise<string | null> {
  const business = await withStoreOf(id, readBusiness).catch(() => null);
  return business?.profile.name ?? null;
}

async function atAddress(id: string, address: string, change: (baseUrl: string) => Promise<ListOutcome>) {
  let baseUrl: string;
  try {
    baseUrl = baseUrlOf(address.trim());
  } catch {
    return refused("usage", "businesses.fault.invalid_address", {}, "base_url");
  }
  const outcome = await change(baseUrl);
  return outcome === "done" ? isAt(id, baseUrl) : refusalOf(outcome, id);
}

function isAt(id: string, baseUrl: string) {
  const data = { id, base_url: baseUrl };
  return done({ lines: [`${id} is at ${baseUrl}`], data, notice: "done.saved" });
}

const FIELD_OF = { id_taken: "id", linked: "id", address_taken: "base_url", in_use: undefined } as const;

function refusalOf(outcome: Exclude<ListOutcome, "done">, id: string): ActRefusal {
  if (outcome === "unknown") return refused("unknown", "act.noBusiness", { id });
  return refused("invalid", `businesses.fault.${outcome}`, { id }, FIELD_OF[outcome]);
}
