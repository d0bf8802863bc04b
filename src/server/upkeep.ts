/**
 * What is done for businesses that nobody asks for: publishes changes and begins deliveries and mail of those that are not open, erases
 * contacts, and makes backups. A few at a time, in turn, so that a slow or broken one holds up no other.
 */
import { existsSync, mkdirSync } from "node:fs";
import { shownDatabase } from "../config.ts";
import type { Random } from "../platform.ts";
import type { ListedBusiness } from "../store/mod.ts";
import { fileAt } from "../system.ts";
import type { ServedBusiness } from "./business.ts";
import type { Chore } from "./chores.ts";
import type { ServedList } from "./served_list.ts";
import type { ServerProcess } from "./server_process.ts";
import type { OwnerActs } from "./workers/open_acts.ts";

/** Businesses that are looked at in a round, and how long the rounds are apart, in milliseconds. */
const LOOKED_AT = 100;
const LOOK_MS = 200;
/** Businesses that are seen to at once; upkeep, which may be a backup of all there is, is one at a time. */
const AT_ONCE = 4;
/** A business that owes something is seen to again after this, in milliseconds: what was put off may be due. */
const AGAIN_MS = 600_000;
/** And any other. */
const DAY_MS = 86_400_000;
/** The longest wait between two times of upkeep of the only business, in milliseconds. */
const HOUR_MS = 3_600_000;
/** One that failed once, in milliseconds: it may have been removed or renamed in that instant. */
const SOON_MS = 2000;
/** Wait before the first, in milliseconds: after a start, readers come first. */
const FIRST_MS = 3000;

const NOBODY = { id: "removed", identity: "removed", baseUrl: "https://removed.invalid", version: 0, heldUntil: 0 };

interface UpkeepParts {
  readonly process: Pick<ServerProcess, "clock" | "chores" | "isMany" | "log" | "logFor">;
  readonly list: Pick<ServedList, "businesses" | "configOf" | "databaseOf" | "removed">;
  readonly random: Random;
  /** What can be done with the store of a business that is not open. */
  readonly actsOn: (database: string) => Pick<OwnerActs, "lookAt" | "forgetUnused" | "backUpWhenDue">;
  /** Opens a business, which publishes what was changed. */
  readonly open: (listed: ListedBusiness) => Promise<{ readonly business: Pick<ServedBusiness, "work"> }>;
}

/** When something was done for a business, and when it is due again. */
interface Done {
  /** Of the listed business: settings may have been changed. */
  readonly version: number;
  readonly at: number;
  readonly dueAt: number;
}

interface Seen extends Done {
  /** When its file was last changed. */
  readonly changedAt: number;
  readonly revision: number;
  readonly hasFailed: boolean;
}

/** Makes its rounds until it is stopped. */
export class Upkeep implements AsyncDisposable {
  readonly #parts: UpkeepParts;
  /** By identity: an id may come to be another business's. */
  readonly #seen = new Map<string, Seen>();
  readonly #kept = new Map<string, Done>();
  /** Businesses that were reported as changed. */
  readonly #changed = new Set<string>();
  readonly #underWay = new Set<string>();
  #isStopped = false;
  readonly #chores: readonly Pick<Chore, "stop">[];

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    const look = this.#round((listed) => this.#isDue(listed));
    const keep = this.#round((listed) => this.#isKeepDue(listed));
    const { chores, isMany } = parts.process;
    const rows = [
      // The only business is open.
      ...(isMany ? [["look", LOOK_MS, () => this.#begin(look)] as const] : []),
      ["upkeep", LOOK_MS, () => this.#keepNext(keep)],
      ["upkeep of what was removed", DAY_MS, () => this.#keepRemoved()],
    ] as const;
    this.#chores = rows.map(([name, everyMs, run]) => chores.add({ name, everyMs, firstMs: FIRST_MS, run }));
  }

  /** Notes a change that no file shows. */
  noteChange(id: string): void {
    this.#changed.add(id);
  }

  /** What is under way is given up. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#chores.map((chore) => chore.stop()));
  }

  /** Goes on through the list where it was before, to the next one that is due. */
  #round(isDue: (listed: ListedBusiness) => boolean): () => ListedBusiness | undefined {
    let next = 0;
    return () => {
      const list = this.#parts.list.businesses;
      for (let looks = Math.min(LOOKED_AT, list.length); looks > 0; looks--) {
        const listed = list[next++ % list.length];
        if (listed !== undefined && listed.heldUntil <= this.#now() && isDue(listed)) return listed;
      }
      return undefined;
    };
  }

  #now(): number {
    return this.#parts.process.clock.now();
  }

  /** A clock that was set back makes everything due. */
  #isOver({ version, at, dueAt }: Done, listed: ListedBusiness): boolean {
    const now = this.#now();
    return version !== listed.version || dueAt <= now || at > now;
  }

  #isDue(listed: ListedBusiness): boolean {
    const { id } = listed;
    if (this.#underWay.has(id)) return false;
    const seen = this.#seen.get(listed.identity);
    if (seen === undefined || this.#changed.has(id) || this.#isOver(seen, listed)) return true;
    return seen.changedAt !== this.#changedAt(listed);
  }

  /** Always the same of a business that is on a server. */
  #changedAt(listed: ListedBusiness): number {
    const path = this.#parts.list.databaseOf(listed);
    const at = (name: string) => fileAt(name)?.mtimeMs ?? 0;
    return Math.max(at(path), at(`${path}-wal`));
  }

  #begin(look: () => ListedBusiness | undefined): void {
    const listed = this.#underWay.size < AT_ONCE ? look() : undefined;
    if (listed === undefined) return;
    const { id } = listed;
    this.#changed.delete(id);
    this.#underWay.add(id);
    void this.#attend(listed).finally(() => this.#underWay.delete(id));
  }

  async #attend(listed: ListedBusiness): Promise<void> {
    const { id, identity, version } = listed;
    const changedAt = this.#changedAt(listed);
    const before = this.#seen.get(identity);
    const at = this.#now();
    const seen = (revision: number, inMs: number, hasFailed = false) =>
      void this.#seen.set(identity, { version, at, dueAt: at + inMs, changedAt, revision, hasFailed });
    try {
      const { invitations, notices, databasePath } = this.#parts.list.configOf(listed);
      const standing = await this.#parts.actsOn(databasePath).lookAt();
      const { revision } = standing;
      // Notices to the owner are found by a server at work.
      const owes = standing.owes || invitations.mode !== "off" || notices.mail !== null || notices.webhook !== null;
      // What was changed while the server runs is published, so that its first reader does not wait for that.
      if (owes || (before !== undefined && before.revision !== revision)) {
        const { business } = await this.#parts.open(listed);
        if (owes) await business.work();
      }
      seen(revision, owes ? AGAIN_MS : DAY_MS);
    } catch (error) {
      const isLasting = before?.hasFailed === true && !this.#isStopped;
      if (isLasting) this.#parts.process.logFor(id).error("A business cannot be seen to", { error: String(error) });
      seen(before?.revision ?? 0, isLasting ? AGAIN_MS : SOON_MS, true);
    }
  }

  #isKeepDue(listed: ListedBusiness): boolean {
    const kept = this.#kept.get(listed.identity);
    return kept === undefined || this.#isOver(kept, listed);
  }

  #forgetUnlisted(): void {
    const list = this.#parts.list.businesses;
    if (this.#seen.size <= list.length && this.#kept.size <= list.length) return;
    const identities = new Set(list.map(({ identity }) => identity));
    for (const known of [this.#seen, this.#kept]) {
      for (const identity of known.keys()) if (!identities.has(identity)) known.delete(identity);
    }
  }

  /** Erases contacts that are no longer of use, and makes a backup when one is due. */
  async #keepNext(look: () => ListedBusiness | undefined): Promise<void> {
    this.#forgetUnlisted();
    const listed = look();
    if (listed === undefined) return;
    const { id, identity, version } = listed;
    const at = this.#now();
    const kept = (inMs: number) => void this.#kept.set(identity, { version, at, dueAt: at + inMs });
    try {
      kept(await this.#keep(listed));
    } catch (error) {
      const log = this.#parts.process.logFor(id);
      if (!this.#isStopped) log.error("The upkeep of a business failed", { error: String(error) });
      kept(AGAIN_MS);
    }
  }

  /** Once a day contacts are erased in what was removed, too. */
  async #keepRemoved(): Promise<void> {
    const { process, list } = this.#parts;
    for (const { database, settings } of await list.removed()) {
      try {
        const { invitations } = list.configOf({ ...NOBODY, settings });
        await this.#parts.actsOn(database).forgetUnused(invitations);
      } catch (error) {
        process.log.error("Contacts of a removed business could not be erased", {
          database: shownDatabase(database),
          error: String(error),
        });
      }
    }
  }

  /** In how many milliseconds it is due again. */
  async #keep(listed: ListedBusiness): Promise<number> {
    const { process, list, random, actsOn } = this.#parts;
    const { id, identity } = listed;
    const { backups: plan, invitations: policy, databasePath } = list.configOf(listed);
    // After a start, that of thousands is spread over the day.
    const isFirst = !this.#kept.has(identity);
    if (process.isMany && isFirst && plan === null && policy.mode === "off") return DAY_MS * random.number();
    const acts = actsOn(databasePath);
    await acts.forgetUnused(policy);
    const longestMs = process.isMany ? DAY_MS : HOUR_MS;
    if (plan === null) return longestMs;
    if (!existsSync(plan.folder)) mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
    const outcome = await acts.backUpWhenDue(plan, policy);
    const log = process.logFor(id);
    if (outcome.kind === "made") {
      const { path, bytes, reviews } = outcome.backup;
      log.info("Backup made", { path, bytes, reviews });
    }
    if (outcome.kind === "failed") log.error("Backup failed", { reason: outcome.reason, failures: outcome.failures });
    return Math.min(outcome.nextInMs, longestMs);
  }
}
