import { readdirSync, readFileSync } from "node:fs";
import { zipSync } from "fflate";
import type { ImportFile } from "../../src/import/mod.ts";

const ROOT = new URL("../fixtures/import/", import.meta.url).pathname;

/** One file of test/fixtures/import. */
export function fixture(name: string): ImportFile {
  return { name, bytes: new Uint8Array(readFileSync(ROOT + name)) };
}

/** A folder of test/fixtures/import, as the command hands it over. */
export function fixtureFolder(folder: string): ImportFile[] {
  const entries = readdirSync(ROOT + folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${ROOT}${folder}/`.length))
    .map((name) => ({ name, bytes: fixture(`${folder}/${name}`).bytes }));
}

/** Files as a zip archive. */
export function zipOf(name: string, files: readonly ImportFile[]): ImportFile {
  return { name, bytes: zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]))) };
}
