import { readImport } from "../import/mod.ts";

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
