/** Which businesses a process serves, and where: added, moved to another address, renamed, removed. */
import { baseUrlOf } from "../config.ts";
import { type BusinessList, isBusinessId, type ListOutcome, readBusiness, type Store } from "../store/mod.ts";
import { businessAfterEdits, editBusiness } from "./edit_business.ts";

type ListRefusal = Exclude<ListOutcome, "done"> | "invalid_id" | "invalid_name";

export type BusinessOutcome =
  | { readonly kind: ListRefusal }
  | { readonly kind: "invalid_address"; readonly expected: string }
  | { readonly kind: "done"; readonly id: string; readonly baseUrl: string }
  | { readonly kind: "removed"; readonly id: string; readonly leftAt: string };

type WithStoreOf = (id: string, use: (store: Store) => Promise<unknown>) => Promise<unknown>;

/** A business with a store of its own, empty unless a store stands in its place. Nothing of it is a sample. */
export async function addBusiness(
  list: BusinessList,
  { id, address, name }: Readonly<Record<"id" | "address" | "name", string>>,
  withStoreOf: WithStoreOf,
): Promise<BusinessOutcome> {
  if (!isBusinessId(id)) return { kind: "invalid_id" };
  const edits = [{ path: "name", text: name }];
  if (name !== "" && businessAfterEdits(null, edits) === null) return { kind: "invalid_name" };
  const added = await atAddress(id, address, (baseUrl) => list.add(id, baseUrl));
  if (added.kind !== "done" || name === "") return added;
  const withoutPicture = () => Promise.reject(new Error("A name has no picture"));
  await withStoreOf(id, async (store) => {
    // A store that stood in its place may have a name.
    if ((await readBusiness(store)) === null) await editBusiness(store, { edits, fetch: withoutPicture });
  });
  return added;
}

export function moveBusiness(list: BusinessList, id: string, address: string): Promise<BusinessOutcome> {
  return atAddress(id, address, (baseUrl) => list.move(id, baseUrl));
}

export async function renameBusiness(list: BusinessList, id: string, to: string): Promise<BusinessOutcome> {
  if (!isBusinessId(to)) return { kind: "invalid_id" };
  const kind = await list.rename(id, to);
  if (kind !== "done") return { kind };
  const renamed = (await list.list()).find((each) => each.id === to);
  return { kind, id: to, baseUrl: renamed?.baseUrl ?? "" };
}

export async function removeBusiness(list: BusinessList, id: string): Promise<BusinessOutcome> {
  const removed = await list.remove(id);
  if (typeof removed !== "string") return { kind: "removed", id, leftAt: removed.leftAt };
  return removed === "done" ? { kind: "unknown" } : { kind: removed };
}

async function atAddress(
  id: string,
  address: string,
  change: (baseUrl: string) => Promise<ListOutcome>,
): Promise<BusinessOutcome> {
  const baseUrl = normalised(address);
  if (typeof baseUrl !== "string") return baseUrl;
  const kind = await change(baseUrl);
  return kind === "done" ? { kind, id, baseUrl } : { kind };
}

function normalised(address: string): string | Extract<BusinessOutcome, { kind: "invalid_address" }> {
  try {
    return baseUrlOf(address);
  } catch (error) {
    return { kind: "invalid_address", expected: (error as Error).message };
  }
}
