/** What a server loads before its first answer. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./source_files.ts";

export interface Loaded {
  /** Files of ours, below the root. */
  readonly files: ReadonlySet<string>;
  /** Packages and runtime modules. */
  readonly packages: ReadonlySet<string>;
}

/** All that a file cannot be loaded without; what only types are taken from is not loaded, nor what waits for its need. */
export function loadedWith(path: string): Loaded {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    if (!/\.tsx?$/.test(file)) return;
    for (const { path, kind } of new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" }).scanImports(
      readFileSync(join(ROOT, file)),
    )) {
      if (kind === "dynamic-import") continue;
      if (path.startsWith(".")) visit(join(dirname(file), path));
      else packages.add(path);
    }
  };
  visit(path);
  return { files, packages };
}
