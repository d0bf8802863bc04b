import { GoodwordError } from "../errors.ts";
import type { Business } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";

/** The business of a store, private technicians included. @throws {GoodwordError} `not_found` before the first import */
export async function businessOf(store: Store): Promise<Business> {
  const stored = await readBusiness(store);
  if (stored === null) throw new GoodwordError("not_found", "There are no reviews yet; import some first");
  return stored.profile;
}
