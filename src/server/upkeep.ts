/** Publishes changes and begins deliveries of businesses that are not open, erases contacts, and makes backups: a few at a time, in turn. */

import { existsSync, mkdirSync } from "node:fs";
import { shownDatabase } from "../config.ts";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { Random } from "../platform.ts";
import type { ListedBusiness } from "../store/mod.ts";
import { fileAt } from "../system.ts";
import type { ServedBusiness } from "./business.ts";
import type { Chore } from "./chores.ts";
import { publicationFile } from "./publisher/publication_file.ts";
import type { ServedList } from "./served_list.ts";
import type { ServerProcess } from "./server_process.ts";
import type { OwnerActs } from "./workers/open_acts.ts";

/** Businesses examined in one look. */
const LOOKED_AT = 100;
const LOOK_MS = 200;
/** Businesses that are seen to at once; upkeep, which may be a backup of all there is, is one at a time. */
const CONCURRENT_BUSINESSES = 4;
/** Time after which a business with pending work is visited again, in milliseconds: deferred work may be due. */
const AGAIN_MS = 600_000;
/** One that failed once, in milliseconds: it may have been removed or renamed in that instant. */
const SOON_MS = 2000;
const FIRST_MS = 3000;

const REMOVED = { id: "removed", identity: "removed", baseUrl: "https://removed.invalid", version: 0, heldUntil: 0 };

interface UpkeepParts {
  readonly process: Pick<ServerProcess, "clock" | "chores" | "log" | "logFor">;
  readonly list: Pick<ServedList, "businesses" | "only" | "configOf" | "databaseOf" | "removed">;
  readonly random: Random;
  readonly actsOn: (database: string) => Pick<OwnerActs, "lookAt" | "forgetUnused" | "backUpWhenDue">;
  readonly open: (listed: ListedBusiness) => Promise<{ readonly business: Pick<ServedBusiness, "work"> }>;
}

export class Upkeep implements AsyncDisposable {
  readonly #parts: UpkeepParts;
  readonly #changed = new Set<string>();
  #isStopped = false;
  readonly #chores: readonly Pick<Chore, "stop">[];

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    const { chores, clock } = parts.process;
    const shared = { list: parts.list, now: () => clock.now() };
    const look = new Round<Seen>({
      ...shared,
      atOnce: CONCURRENT_BUSINESSES,
      run: (listed, before) => this.#look(listed, before),
      isDue: (listed, { changedAt }) => this.#changed.has(listed.id) || changedAt !== this.#changedAt(listed),
    });
    const keep = new Round({ ...shared, atOnce: 1, run: (listed, before) => this.#keep(listed, before === undefined) });
    const rows = [
      // The only business is open.
      [
        "look",
        LOOK_MS,
        () => {
          if (parts.list.only === null) look.begin();
        },
      ],
      ["upkeep", LOOK_MS, () => keep.begin()],
      ["maintenance of removed businesses", DAY_MS, () => this.#keepRemoved()],
    ] as const;
    this.#chores = rows.map(([name, everyMs, run]) => chores.add({ name, everyMs, firstMs: FIRST_MS, run }));
  }

  noteChange(id: string): void {
    this.#changed.add(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#chores.map((chore) => chore.stop()));
  }

  /** Always the same of a business that is on a server. */
  #changedAt(listed: ListedBusiness): number {
    const path = this.#parts.list.databaseOf(listed);
    const at = (name: string) => fileAt(name)?.mtimeMs ?? 0;
    return Math.max(at(path), at(`${path}-wal`));
  }

  async #look(listed: ListedBusiness, before: Seen | undefined): Promise<Seen & DueIn> {
    const { process, list, actsOn, open } = this.#parts;
    this.#changed.delete(listed.id);
    const changedAt = this.#changedAt(listed);
    try {
      const { invitations, notices, databasePath, publicationFolder } = list.configOf(listed);
      const state = await actsOn(databasePath).lookAt(publicationFile(databasePath, publicationFolder));
      const { revision } = state;
      // Notices to the owner are found by a server at work.
      const owes = state.owes || invitations.mode !== "off" || notices.mail !== null || notices.webhook !== null;
      // What was changed while the server runs is published, so that its first reader does not wait for that.
      if (owes || (before !== undefined && before.revision !== revision)) {
        const { business } = await open(listed);
        if (owes) await business.work();
      }
      return { inMs: owes ? AGAIN_MS : DAY_MS, changedAt, revision, hasFailed: false };
    } catch (error) {
      const isLasting = before?.hasFailed === true && !this.#isStopped;
      if (isLasting) process.logFor(listed.id).error("Maintenance of a business failed", { error: String(error) });
      return { inMs: isLasting ? AGAIN_MS : SOON_MS, changedAt, revision: before?.revision ?? 0, hasFailed: true };
    }
  }

  async #keepRemoved(): Promise<void> {
    const { process, list } = this.#parts;
    for (const { database, settings } of await list.removed()) {
      try {
        const { invitations } = list.configOf({ ...REMOVED, settings });
        await this.#parts.actsOn(database).forgetUnused(invitations);
      } catch (error) {
        process.log.error("Contacts of a removed business could not be erased", {
          database: shownDatabase(database),
          error: String(error),
        });
      }
    }
  }

  async #keep(listed: ListedBusiness, isFirst: boolean): Promise<DueIn> {
    const { process, list, random, actsOn } = this.#parts;
    const log = process.logFor(listed.id);
    try {
      const { backups: plan, invitations: policy, databasePath } = list.configOf(listed);
      const longestMs = list.only === null ? DAY_MS : HOUR_MS;
      // After a start, that of thousands is spread over the day.
      if (list.only === null && isFirst && plan === null && policy.mode === "off")
        return { inMs: DAY_MS * random.number() };
      const acts = actsOn(databasePath);
      await acts.forgetUnused(policy);
      if (plan === null) return { inMs: longestMs };
      if (!existsSync(plan.folder)) mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
      const outcome = await acts.backUpWhenDue(plan, policy);
      if (outcome.kind === "made") {
        const { path, bytes, reviews } = outcome.backup;
        log.info("Backup made", { path, bytes, reviews });
      }
      if (outcome.kind === "failed") log.error("Backup failed", { reason: outcome.reason, failures: outcome.failures });
      return { inMs: Math.min(outcome.nextInMs, longestMs) };
    } catch (error) {
      if (!this.#isStopped) log.error("Maintenance of the business failed", { error: String(error) });
      return { inMs: AGAIN_MS };
    }
  }
}

interface Seen {
  readonly changedAt: number;
  readonly revision: number;
  readonly hasFailed: boolean;
}

interface DueIn {
  /** When a business is due again, in milliseconds after it was begun. */
  readonly inMs: number;
}

interface RoundParts<Found> {
  readonly list: Pick<ServedList, "businesses">;
  readonly now: () => number;
  readonly atOnce: number;
  readonly isDue?: (listed: ListedBusiness, before: Found) => boolean;
  readonly run: (listed: ListedBusiness, before: Found | undefined) => Promise<Found & DueIn>;
}

class Round<Found extends object> {
  /** Findings by identity, since an id may pass to another business. The version is that of the listed business, whose settings may change. */
  readonly #done = new Map<string, Found & { readonly version: number; readonly at: number; readonly dueAt: number }>();
  readonly #underWay = new Set<string>();
  #next = 0;

  constructor(private readonly parts: RoundParts<Found>) {}

  begin(): void {
    const { list, atOnce } = this.parts;
    const { businesses } = list;
    this.#forgetUnlisted(businesses);
    if (this.#underWay.size >= atOnce) return;
    for (let looks = Math.min(LOOKED_AT, businesses.length); looks > 0; looks--) {
      const listed = businesses[this.#next++ % businesses.length];
      if (listed === undefined || this.#underWay.has(listed.identity) || !this.#isDue(listed)) continue;
      this.#underWay.add(listed.identity);
      void this.#run(listed).finally(() => this.#underWay.delete(listed.identity));
      return;
    }
  }

  async #run(listed: ListedBusiness): Promise<void> {
    const { identity, version } = listed;
    const at = this.parts.now();
    const found = await this.parts.run(listed, this.#done.get(identity));
    this.#done.set(identity, { ...found, version, at, dueAt: at + found.inMs });
  }

  #isDue(listed: ListedBusiness): boolean {
    const now = this.parts.now();
    if (listed.heldUntil > now) return false;
    const done = this.#done.get(listed.identity);
    if (done === undefined || done.version !== listed.version || done.dueAt <= now) return true;
    // A clock that was set back makes everything due.
    return done.at > now || this.parts.isDue?.(listed, done) === true;
  }

  #forgetUnlisted(businesses: readonly ListedBusiness[]): void {
    if (this.#done.size <= businesses.length) return;
    const identities = new Set(businesses.map(({ identity }) => identity));
    for (const identity of this.#done.keys()) if (!identities.has(identity)) this.#done.delete(identity);
  }
}
