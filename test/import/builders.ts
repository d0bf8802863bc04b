import { type ImportFile, type ImportOptions, type ImportReading, readImport } from "../../src/import/mod.ts";

/** Options that fit most tests; `today` is far enough ahead of every date they use. */
export const OPTIONS: ImportOptions = { today: "2026-06-30" };

export function fileOf(name: string, content: string | Uint8Array): ImportFile {
  return { name, bytes: typeof content === "string" ? new TextEncoder().encode(content) : content };
}

/** Reads one file. */
export function readOne(
  name: string,
  content: string | Uint8Array,
  options: Partial<ImportOptions> = {},
): ImportReading {
  return readImport([fileOf(name, content)], { ...OPTIONS, ...options });
}

/** The smallest review a goodword file may hold. */
export function smallestReview(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "a1",
    date: "2024-05-31",
    rating: 5,
    text: "On time and tidy",
    author: { name: "Jane D." },
    source: { name: "google" },
    verification: { method: "operator_attested" },
    ...fields,
  };
}

/** A goodword file with these reviews. */
export function goodwordFile(...reviews: unknown[]): string {
  return JSON.stringify({ business: { name: "Ace Plumbing" }, reviews });
}

/** The message a reading is refused with. */
export function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("Nothing was refused");
}
