/** The business of a store, and the file that a new one is described in. */

import { GoodwordError } from "../errors.ts";
import { readImport } from "../import/mod.ts";
import type { Business } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { utf8Bytes } from "../utf8.ts";

export async function requireBusiness(store: Store): Promise<Business> {
  const stored = await readBusiness(store);
  if (stored === null) throw new GoodwordError("not_found", "No reviews yet; import some first");
  return stored.profile;
}

/** The text of a `business.json`. @throws {GoodwordError} `input_refused` for whatever an import would refuse */
export function businessFile(name: string, business: Readonly<Record<string, unknown>>): string {
  const text = `${JSON.stringify({ business }, null, 2)}\n`;
  readImport([{ name, bytes: utf8Bytes(text) }], { today: "9999-12-30" });
  return text;
}
