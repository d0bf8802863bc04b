/** What a server loads before its first answer, and what a command loads until it ends. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
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

/** Files of ours that a process with these arguments has loaded when it ends, over a database without reviews. */
export async function loadedByCommand(args: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-loaded-"));
  try {
    const [database, report] = [join(folder, "goodword.sqlite"), join(folder, "loaded.json")];
    await openDatabase(database)[Symbol.asyncDispose]();
    const cmd = [process.execPath, "--preload", join(import.meta.dir, "report_loaded.ts"), join(ROOT, "src/main.ts")];
    const env = { ...process.env, DATABASE_URL: database, LOADED_REPORT: report };
    await Bun.spawn({ cmd: [...cmd, ...args], env, stdout: "ignore", stderr: "ignore" }).exited;
    const loaded: string[] = JSON.parse(readFileSync(report, "utf8"));
    return loaded.map((path) => relative(ROOT, path)).filter((path) => path.startsWith("src/"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
