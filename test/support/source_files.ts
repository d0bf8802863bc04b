/** The source of the program as text, and who imports whom. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface SourceFile {
  /** Below the root: `src/http/paths.ts`. */
  readonly path: string;
  readonly text: string;
  /** Paths of the files of ours that it imports, types included. */
  readonly imports: readonly string[];
  /** Those of them that it cannot be loaded without, types included. */
  readonly needs: readonly string[];
  /** Names of packages and runtime modules that it imports. */
  readonly packages: readonly string[];
}

const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*(\(?)\s*"([^"]+)"/g;

export function sourceFiles(folder = "src"): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
    .map((name) => readSource(join(folder, name)))
    .sort((a, b) => a.path.localeCompare(b.path));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), "utf8");
  const found = [...text.matchAll(SPECIFIER)].map(([, lazy, specifier = ""]) => ({ isLazy: lazy === "(", specifier }));
  const ours = found.filter(({ specifier }) => specifier.startsWith("."));
  const place = ({ specifier }: { specifier: string }) => relative(ROOT, join(ROOT, dirname(path), specifier));
  return {
    path,
    text,
    imports: ours.map(place),
    needs: ours.filter(({ isLazy }) => !isLazy).map(place),
    packages: found.filter((each) => !ours.includes(each)).map(({ specifier }) => specifier),
  };
}

/** The folder below src that a file belongs to, or the name of a file that stands at the top. */
export function folderOf(path: string): string {
  return path.split("/")[1] ?? path;
}
