/** Folders, private to this user, for files that people send to the console; all are erased when the server ends. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ListedBusiness } from "../store/mod.ts";
import { isRunning } from "../system.ts";
export class UploadFolders implements Disposable {
  #root: string | null = null;

  get bodies(): string {
    return this.#made("bodies");
  }

  /** Folder for the uploads of one business, which no other business's console receives; null for a process with one business. */
  of(business: Pick<ListedBusiness, "identity"> | null): string {
    return business === null ? this.#made("uploads") : this.#made(join("b", business.identity));
  }

  #made(name: string): string {
    if (this.#root === null) {
      eraseAbandoned();
      this.#root = mkdtempSync(join(tmpdir(), `goodword-uploads-${process.pid}-`));
    }
    const folder = join(this.#root, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  [Symbol.dispose](): void {
    if (this.#root !== null) rmSync(this.#root, { recursive: true, force: true });
  }
}

/** Erases what servers have left that were killed: files of customers. */
function eraseAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^goodword-uploads-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // The folder of another user stays.
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {}
  }
}
