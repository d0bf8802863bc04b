/** The business of a store, and the file that a new one is described in. */
import { GoodwordError } from "../errors.ts";
import { readImport } from "../import/mod.ts";
import type { Business } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";

/** The business of a store, private technicians included. @throws {GoodwordError} `not_found` before the first import */
export async function requireBusiness(store: Store): Promise<Business> {
  const stored = await readBusiness(store);
  if (stored === null) throw new GoodwordError("not_found", "No reviews yet; import some first");
  return stored.profile;
}

/**
 * The text of a `business.json` that imports as it stands.
 *
 * @param name What messages call the file.
 * @throws {GoodwordError} `input_refused` for whatever an import would refuse, while the answers are at hand
 */
export function businessFile(name: string, business: Readonly<Record<string, unknown>>): string {
  const text = `${JSON.stringify({ business }, null, 2)}\n`;
  // No review stands in it, so the day does not matter.
  readImport([{ name, bytes: new TextEncoder().encode(text) }], { today: "9999-12-30" });
  return text;
}
