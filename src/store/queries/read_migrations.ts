import { readdirSync, readFileSync } from "node:fs";

/** The SQL of every file in a folder of the repository, in order. Called as a macro: its result is inlined when the program is built. */
export function readMigrations(folder: string): string[] {
  const place = new URL(`../../../${folder}/`, import.meta.url);
  const files = readdirSync(place).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => readFileSync(new URL(name, place), "utf8"));
}
