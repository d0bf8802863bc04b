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
    for (const path of importsOf(file)) {
      if (path.startsWith(".")) visit(join(dirname(file), path));
      else packages.add(path);
    }
  };
  visit(path);
  return { files, packages };
}

const scanners = { ts: new Bun.Transpiler({ loader: "ts" }), tsx: new Bun.Transpiler({ loader: "tsx" }) };
const scanned = new Map<string, readonly string[]>();

/** What a file names in its static imports, each file scanned once: the memory of scans is not seen by the garbage collector. */
function importsOf(file: string): readonly string[] {
  const loader = /\.(tsx?)$/.exec(file)?.[1];
  if (loader !== "ts" && loader !== "tsx") return [];
  const imports =
    scanned.get(file) ??
    scanners[loader]
      .scanImports(readFileSync(join(ROOT, file)))
      .flatMap(({ path, kind }) => (kind === "dynamic-import" ? [] : path));
  scanned.set(file, imports);
  return imports;
}

/** Files of ours that a process with these arguments has loaded when it ends, over a database without reviews. */
export async function loadedByCommand(args: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-loaded-"));
  try {
    const database = join(folder, "goodword.sqlite");
    const report = join(folder, "loaded.json");
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
