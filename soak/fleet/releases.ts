/** Two releases of the program: this tree, and a copy of it under another version, which its feeds, hub and documents show. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../test/support/source_files.ts";

export interface Releases extends Disposable {
  readonly programs: readonly (readonly string[])[];
}

export function makeReleases(): Releases {
  const folder = mkdtempSync(join(tmpdir(), "goodword-release-"));
  for (const part of ["src", "drizzle", "seed", "bun.lock"])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version: "99.0.0" }));
  const atom = join(folder, "src/publication/feeds/atom.ts");
  writeFileSync(atom, readFileSync(atom, "utf8").replace('"Goodword")', '"Goodword 99")'));
  return {
    programs: [ROOT, folder].map((tree) => [process.execPath, join(tree, "src/main.ts")]),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
