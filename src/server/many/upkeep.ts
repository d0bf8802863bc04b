/**
 * Background chores for businesses that are not open: publishes changes, begins deliveries and mail, and does the daily upkeep. A few
 * businesses at a time, in turn, so that a slow or broken one holds up no other.
 */
import { mkdirSync } from "node:fs";
import { environmentOf, storeOf } from "../../business_environment.ts";
import { type Config, type Environment, isServerUrl, readConfig, shownDatabase } from "../../config.ts";
import type { Clock, Log, Random } from "../../platform.ts";
import type { ListedBusiness, RemovedBusiness } from "../../store/mod.ts";
import { fileAt } from "../../system.ts";
import type { ServedBusiness } from "../business.ts";
import type { Chore, Chores } from "../chores.ts";
import type { OwnerActs } from "../workers/open_acts.ts";

/** Businesses that are looked at in a round, and how long the rounds are apart, in milliseconds. */
const LOOKED_AT = 100;
const LOOK_MS = 200;
/** Businesses that are seen to at once; upkeep, which may be a backup of all there is, is one at a time. */
const AT_ONCE = 4;
/** A business that owes something is seen to again after this, in milliseconds: what was put off may be due. */
const AGAIN_MS = 600_000;
/** And any other. */
const DAY_MS = 86_400_000;
/** One that failed once, in milliseconds: it may have been removed or renamed in that instant. */
const SOON_MS = 2000;
/** Wait before the first, in milliseconds: after a start, readers come first. */
const FIRST_MS = 3000;

interface UpkeepParts {
  readonly clock: Clock;
  readonly chores: Pick<Chores, "add">;
  readonly random: Random;
  readonly log: Pick<Log, "info" | "error">;
  /** Of the process, and the database of all businesses in it. */
  readonly environment: Environment;
  readonly database: string;
  readonly list: () => readonly ListedBusiness[];
  readonly removed: () => Promise<readonly RemovedBusiness[]>;
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
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #chores: readonly Pick<Chore, "stop">[];

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    const look = this.#round((listed) => this.#isDue(listed));
    const keep = this.#round((listed) => this.#isKeepDue(listed));
    const rows = [
      ["look", LOOK_MS, () => this.#begin(look)],
      ["upkeep", LOOK_MS, () => this.#keepNext(keep)],
      ["upkeep of what was removed", DAY_MS, () => this.#keepRemoved()],
    ] as const;
    this.#chores = rows.map(([name, everyMs, run]) => parts.chores.add({ name, everyMs, firstMs: FIRST_MS, run }));
  }

  /** Notes a change that no file shows. */
  noteChange(id: string): void {
    this.#changed.add(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#chores.map((chore) => chore.stop()));
    await Promise.all(this.#underWay.values());
  }

  /** Goes on through the list where it was before, to the next one that is due. */
  #round(isDue: (listed: ListedBusiness) => boolean): () => ListedBusiness | undefined {
    let next = 0;
    return () => {
      const list = this.#parts.list();
      for (let looks = Math.min(LOOKED_AT, list.length); looks > 0; looks--) {
        const listed = list[next++ % list.length];
        if (listed !== undefined && listed.heldUntil <= this.#parts.clock.now() && isDue(listed)) return listed;
      }
      return undefined;
    };
  }

  /** A clock that was set back makes everything due. */
  #isOver({ version, at, dueAt }: Done, listed: ListedBusiness): boolean {
    const now = this.#parts.clock.now();
    return version !== listed.version || dueAt <= now || at > now;
  }

  #isDue(listed: ListedBusiness): boolean {
    const { id } = listed;
    if (this.#underWay.has(id)) return false;
    const seen = this.#seen.get(listed.identity);
    if (seen === undefined || this.#changed.has(id) || this.#isOver(seen, listed)) return true;
    return seen.changedAt !== this.#changedAt(id);
  }

  /** Unknown, and always the same, of a business that is on a server. */
  #changedAt(id: string): number {
    const { database } = this.#parts;
    if (isServerUrl(database)) return 0;
    const path = storeOf(database, id);
    const at = (name: string) => fileAt(name)?.mtimeMs ?? 0;
    return Math.max(at(path), at(`${path}-wal`));
  }

  #begin(look: () => ListedBusiness | undefined): void {
    const listed = this.#underWay.size < AT_ONCE ? look() : undefined;
    if (listed === undefined) return;
    const { id } = listed;
    this.#changed.delete(id);
    const attending = this.#attend(listed).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, attending);
  }

  async #attend(listed: ListedBusiness): Promise<void> {
    const { id, identity, version } = listed;
    const changedAt = this.#changedAt(id);
    const before = this.#seen.get(identity);
    const at = this.#parts.clock.now();
    const seen = (revision: number, inMs: number, hasFailed = false) =>
      void this.#seen.set(identity, { version, at, dueAt: at + inMs, changedAt, revision, hasFailed });
    try {
      const { invitations, notices, databasePath } = this.#configOf(listed);
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
      const isLasting = before?.hasFailed === true;
      if (isLasting) this.#parts.log.error("A business cannot be seen to", { business: id, error: String(error) });
      seen(before?.revision ?? 0, isLasting ? AGAIN_MS : SOON_MS, true);
    }
  }

  #configOf(listed: ListedBusiness): Config {
    return readConfig(environmentOf(this.#parts.environment, listed));
  }

  #isKeepDue(listed: ListedBusiness): boolean {
    const kept = this.#kept.get(listed.identity);
    return kept === undefined || this.#isOver(kept, listed);
  }

  #forgetUnlisted(): void {
    const list = this.#parts.list();
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
    const at = this.#parts.clock.now();
    const kept = (inMs: number) => void this.#kept.set(identity, { version, at, dueAt: at + inMs });
    try {
      kept(await this.#keep(listed));
    } catch (error) {
      this.#parts.log.error("The upkeep of a business failed", { business: id, error: String(error) });
      kept(AGAIN_MS);
    }
  }

  /** Once a day contacts are erased in what was removed, too. */
  async #keepRemoved(): Promise<void> {
    for (const { database, settings } of await this.#parts.removed()) {
      const listed = { id: "removed", identity: "removed", baseUrl: "https://removed.invalid", settings };
      try {
        const { invitations } = readConfig(environmentOf(this.#parts.environment, listed));
        await this.#parts.actsOn(database).forgetUnused(invitations);
      } catch (error) {
        this.#parts.log.error("Contacts of a removed business could not be erased", {
          database: shownDatabase(database),
          error: String(error),
        });
      }
    }
  }

  /** In how many milliseconds it is due again. */
  async #keep(listed: ListedBusiness): Promise<number> {
    const { log, random, actsOn } = this.#parts;
    const { id, identity } = listed;
    const { backups: plan, invitations: policy, databasePath } = this.#configOf(listed);
    // After a start, that of thousands is spread over the day.
    const isFirst = !this.#kept.has(identity);
    if (isFirst && plan === null && policy.mode === "off") return DAY_MS * random.number();
    const acts = actsOn(databasePath);
    await acts.forgetUnused(policy);
    if (plan === null) return DAY_MS;
    mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
    const outcome = await acts.backUpWhenDue(plan, policy);
    if (outcome.kind === "made") log.info("Backup made", { business: id, path: outcome.backup.path });
    if (outcome.kind === "failed") log.error("Backup failed", { business: id, reason: outcome.reason });
    return Math.min(outcome.nextInMs, DAY_MS);
  }
}
