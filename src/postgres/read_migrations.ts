import { readdirSync, readFileSync } from "node:fs";

/** The SQL of every file in drizzle/postgres/, in order. Called as a macro: its result is inlined when the program is built. */
export function readMigrations(): string[] {
  const folder = new URL("../../drizzle/postgres/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return files.sort().map((name) => readFileSync(new URL(name, folder), "utf8"));
}
