/** A folder that contains nothing but a site: changed files are written, and obsolete ones deleted. */

import { hash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { GoodwordError, inputRefused } from "../errors.ts";
import { withFileErrors } from "../owner/import_files.ts";
import { writeAtomically } from "../system.ts";

const LIST = ".goodword-site";
const UNFINISHED = ".unfinished";

/** Files of hosts and version control that may be in the folder. */
const OF_HOSTS = new Set([".git", ".github", ".vercel", ".netlify", "CNAME", LIST]);

interface FolderChanges {
  written: number;
  unchanged: number;
  deleted: number;
}

export class SiteFolder {
  readonly changes: FolderChanges = { written: 0, unchanged: 0, deleted: 0 };
  readonly #kept = new Map<string, string>();

  private constructor(
    private readonly folder: string,
    private readonly before: ReadonlyMap<string, string>,
  ) {}

  /** @throws {GoodwordError} `input_refused` for a file, and for a folder with anything that was not published there */
  static open(folder: string): SiteFolder {
    return withFileErrors(folder, "written", () => {
      const there = statSync(folder, { throwIfNoEntry: false });
      if (there !== undefined && !there.isDirectory()) throw inputRefused(`${folder}: not a folder`);
      mkdirSync(folder, { recursive: true });
      const before = listIn(folder);
      const foreign = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .filter((path) => {
          const whole = path.replace(UNFINISHED, "");
          return !before.has(whole) && !OF_HOSTS.has(whole.split("/", 1)[0] ?? "");
        });
      if (foreign.length > 0) {
        const named = foreign.slice(0, 3).join(", ");
        throw inputRefused(`${folder}: contains files that were not published there: ${named}; use an empty folder`);
      }
      return new SiteFolder(folder, before);
    });
  }

  /** Lists each file before it is written, so that an interrupted publication leaves no unknown file. */
  put(path: string, bytes: Uint8Array): void {
    const digest = hash("sha256", bytes, "base64url");
    this.#kept.set(path, digest);
    const target = this.#pathOf(path);
    if (this.before.get(path) === digest && statSync(target, { throwIfNoEntry: false })?.size === bytes.length) {
      this.changes.unchanged++;
      return;
    }
    withFileErrors(target, "written", () => {
      appendFileSync(join(this.folder, LIST), lineOf(path, digest));
      mkdirSync(dirname(target), { recursive: true });
      replaceFileOfSite(target, bytes);
    });
    this.changes.written++;
  }

  finish(): void {
    for (const path of this.before.keys()) {
      if (this.#kept.has(path)) continue;
      rmSync(this.#pathOf(path), { force: true });
      this.changes.deleted++;
      this.#removeEmpty(dirname(this.#pathOf(path)));
    }
    const lines = [...this.#kept].map(([path, digest]) => lineOf(path, digest));
    replaceFileOfSite(join(this.folder, LIST), lines.join(""));
  }

  #pathOf(path: string): string {
    const target = join(this.folder, path);
    if (relative(this.folder, target).startsWith(".."))
      throw new GoodwordError("internal", `${path} leaves the folder`);
    return target;
  }

  #removeEmpty(folder: string): void {
    if (folder === this.folder || readdirSync(folder).length > 0) return;
    rmdirSync(folder);
    this.#removeEmpty(dirname(folder));
  }
}

/** It can be published again, so nothing waits for the disk. */
function replaceFileOfSite(path: string, content: string | Uint8Array): void {
  writeAtomically(path, content, { mode: 0o666, isDurable: false, draft: path + UNFINISHED });
}

function lineOf(path: string, digest: string): string {
  return `${digest} ${path}\n`;
}

function listIn(folder: string): ReadonlyMap<string, string> {
  const list = join(folder, LIST);
  const lines = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(" ");
      return at < 0 ? [] : [[line.slice(at + 1), line.slice(0, at)]];
    }),
  );
}
