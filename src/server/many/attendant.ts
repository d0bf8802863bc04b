/**
 * Sees to businesses that nobody reads: what was changed is published, and what the outside is owed is begun. One after another,
 * in turn, so that none waits for more than all others.
 */
import { mkdirSync, statSync } from "node:fs";
import { environmentOf, storeOf } from "../../business_environment.ts";
import { type Config, type Environment, isServerUrl, readConfig } from "../../config.ts";
import type { InvitationPolicy } from "../../invitations/mod.ts";
import type { ListedBusiness } from "../../store/mod.ts";
import { systemRandom } from "../clock.ts";
import type { OwnerActs } from "../workers/open_acts.ts";
import type { HeldBusinesses } from "./held_businesses.ts";
import type { ManyProcess } from "./many_process.ts";

/** Files that are looked at in a round of the poller, and how long one is left alone, in milliseconds. */
const FILES_A_LOOK = 100;
const LOOK_MS = 200;
/** A business that owes something is seen to again after this, in milliseconds: what was put off may be due. */
const AGAIN_MS = 600_000;
/** The same where no file shows that something was changed, in milliseconds. */
const UNSEEN_MS = 30_000;
/** And any other for its daily upkeep. */
const DAY_MS = 86_400_000;
/** Wait before the first, in milliseconds: after a start, readers come first. */
const FIRST_MS = 3000;

interface AttendantParts {
  readonly process: ManyProcess;
  readonly held: HeldBusinesses;
  readonly environment: Environment;
  readonly list: () => readonly ListedBusiness[];
}

/** What is kept up of a business, besides what it owes. */
interface Keeping {
  readonly policy: InvitationPolicy;
  readonly plan: Config["backups"];
}

interface Seen {
  /** When the file was last changed. */
  readonly changedAt: number;
  readonly revision: number;
  /** Of the listed business: settings may have been changed. */
  readonly version: number;
  /** When it is seen to again, whether it changes or not. */
  readonly dueAt: number;
}

/** Makes its rounds until it is stopped. */
export class Attendant implements AsyncDisposable {
  readonly #parts: AttendantParts;
  readonly #seen = new Map<string, Seen>();
  #next = 0;
  readonly #poll: { stop(): Promise<void>; wait(ms: number): void };

  constructor(parts: AttendantParts) {
    this.#parts = parts;
    this.#poll = parts.process.poller.poll(LOOK_MS, () => this.#look());
    this.#poll.wait(FIRST_MS);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#poll.stop();
  }

  async #look(): Promise<void> {
    const list = this.#parts.list();
    for (let looks = Math.min(FILES_A_LOOK, list.length); looks > 0; looks--) {
      const listed = list[this.#next++ % list.length];
      if (listed === undefined || !this.#isDue(listed)) continue;
      await this.#attend(listed);
      return;
    }
  }

  #isDue({ id, heldUntil, version }: ListedBusiness): boolean {
    const { process } = this.#parts;
    const now = process.clock.now();
    const seen = this.#seen.get(id);
    if (heldUntil > now) return false;
    if (seen === undefined || seen.version !== version || seen.dueAt <= now) return true;
    return seen.changedAt !== this.#changedAt(id);
  }

  /** Unknown, and always the same, of a business that is on a server. */
  #changedAt(id: string): number {
    if (isServerUrl(this.#parts.process.config.databasePath)) return 0;
    const path = storeOf(this.#parts.process.config.databasePath, id);
    const at = (name: string) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Math.max(at(path), at(`${path}-wal`));
  }

  async #attend(listed: ListedBusiness): Promise<void> {
    const { process, held, environment } = this.#parts;
    const { id, version } = listed;
    const changedAt = this.#changedAt(id);
    const before = this.#seen.get(id);
    const now = process.clock.now();
    try {
      const { invitations, backups, notices, databasePath } = readConfig(environmentOf(environment, listed));
      const acts = process.acts.serviceFor(() => databasePath);
      const standing = await acts.lookAt();
      const { revision } = standing;
      // What its owner is to be told is found by a server at work.
      const isAsking = invitations.mode !== "off";
      const owes = standing.owes || isAsking || notices.mail !== null || notices.webhook !== null;
      // What was changed while the server runs is published, so that its first reader does not wait for that.
      if (owes || (before !== undefined && before.revision !== revision)) {
        const { business } = await held.open(listed);
        if (owes) await business.work();
      }
      const nextInMs = Math.min(
        isServerUrl(databasePath) ? UNSEEN_MS : owes ? AGAIN_MS : DAY_MS,
        // After a start, the daily upkeep of thousands is spread over the day.
        before === undefined && backups === null && !isAsking
          ? DAY_MS * systemRandom.number()
          : await this.#keep(acts, { policy: invitations, plan: backups }, id),
      );
      this.#seen.set(id, { changedAt, revision, version, dueAt: now + nextInMs });
    } catch (error) {
      process.log.error("A business cannot be seen to", { business: id, error: String(error) });
      this.#seen.set(id, { changedAt, revision: before?.revision ?? 0, version, dueAt: now + AGAIN_MS });
    }
  }

  /** Erases contacts that are no longer of use, and makes a backup when one is due; in how many milliseconds the next one is. */
  async #keep(acts: OwnerActs, { policy, plan }: Keeping, business: string): Promise<number> {
    const { log } = this.#parts.process;
    await acts.forgetUnused(policy);
    if (plan === null) return DAY_MS;
    mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
    const outcome = await acts.backUpWhenDue(plan, policy);
    if (outcome.kind === "made") log.info("Backup made", { business, path: outcome.backup.path });
    if (outcome.kind === "failed") log.error("Backup failed", { business, reason: outcome.reason });
    return outcome.nextInMs;
  }
}
