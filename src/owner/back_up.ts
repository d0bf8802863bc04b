/**
 * Copies a store while others use it, and looks through the copy before it gets its name.
 *
 * @module
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { GoodwordError } from "../errors.ts";
import type { InvitationPolicy } from "../invitations/mod.ts";
import type { OpenOptions, Store } from "../store/mod.ts";
import { forgetUnused } from "./job_list.ts";

/** Where a copy goes, and how it is opened to be verified. */
interface BackUpOptions {
  /** Where to; a file that exists is never overwritten. */
  readonly path: string;
  /** Contacts past their term are erased before: no copy has them. */
  readonly policy: InvitationPolicy;
  /** Opens the copy. */
  readonly open: (path: string, options: OpenOptions) => Store | Promise<Store>;
}

/** A copy that was written and verified. */
interface BackedUp {
  readonly bytes: number;
  readonly revision: number;
}

/** @throws {GoodwordError} `file`, or `database` when the store is damaged; nothing is left behind then */
export async function backUp(store: Store, { path, policy, open }: BackUpOptions): Promise<BackedUp> {
  refuseOtherPlaces(path);
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    // Its owner alone may read it, from the first byte.
    writeFileSync(unfinished, "", { mode: 0o600, flag: "wx" });
    await forgetUnused(store, policy);
    await store.copyTo(unfinished);
    const { revision } = await store.editions.state();
    await refuseDamaged(unfinished, open);
    renameSync(unfinished, path);
    return { bytes: statSync(path).size, revision };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

async function refuseDamaged(path: string, open: BackUpOptions["open"]): Promise<void> {
  // For reading: the copy is to stay one file, without a log beside it.
  await using copy = await open(path, { create: false, readonly: true });
  const [fault] = await copy.faults();
  if (fault !== undefined) throw new GoodwordError("database", `The database is damaged: ${fault}`);
}

function refuseOtherPlaces(path: string): void {
  if (existsSync(path)) throw new GoodwordError("file", `${path}: file already exists; nothing was written`);
  if (!existsSync(dirname(path))) throw new GoodwordError("file", `${path}: no such folder`);
}
