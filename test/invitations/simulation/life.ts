/**
 * A life of several servers with one outbox and one mail server, from one number: virtual time, clocks that disagree, calls
 * that take their time, answers that get lost, a lock that somebody else holds, a mail server that is slow, busy, refuses or
 * falls silent, and deaths between any two steps. What must always hold is checked by what the mail server sees.
 */

import { readConfig } from "../../../src/config.ts";
import {
  createOutbox,
  type MailAnswer,
  type Mailer,
  type Outbox,
  type OutboxStore,
} from "../../../src/invitations/mod.ts";
import { outboxSettings } from "../../../src/owner/send_messages.ts";
import { jobWrites } from "../../../src/store/queries/jobs.ts";
import { createOutboxRows, createOutboxStore } from "../../../src/store/queries/messages.ts";
import { reviewWrites } from "../../../src/store/queries/review_writes.ts";
import { sqlOver } from "../../../src/store/sqlite/queries.ts";
import { jobOf } from "../../support/jobs.ts";
import { FIRM, MINUTE_MS, RULES } from "../../support/messages.ts";
import { createRecordingLog } from "../../support/recording_log.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { Mortal, type MortalParts } from "../../support/simulation/mortal.ts";
import { bentStore, SimulatedLife } from "../../support/simulation/simulated_life.ts";
import { createStoreThread } from "../../support/simulation/store_thread.ts";
import type { Fault } from "./faults.ts";
import { simpleMime } from "./simple_mime.ts";

const STORM_MS = 3 * MINUTE_MS;
/** Longer than the waits after two failures, and than the pauses that troubles of a storm bring. */
const CALM_MS = 25 * MINUTE_MS;
const PER_MINUTE = 60;
const LONGEST_LOCK_MS = 8000;
const LONGEST_DELAY_MS = 500;

const CONFIG = readConfig({
  ...{ BASE_URL: "https://reviews.goodword.test", INVITATIONS: "mail" },
  ...{ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "reviews@goodword.test", MAIL_PER_DAY: "1000000" },
});

/** A customer as the mail server knows them. */
interface Customer {
  readonly jobIds: string[];
  unsubscribedAt: number | null;
  underWay: number;
  accepted: number;
  refused: boolean;
  /** Whether a server that had a message was killed or cut off since it was accepted: nobody can know that. */
  mayRepeat: boolean;
  notBefore: number;
  /** Message-ID and text of the first attempt. */
  first: string | null;
}

export interface LifeReport {
  readonly accepted: number;
  readonly repeated: number;
  readonly crashes: number;
  readonly troubles: number;
}

class Server extends Mortal {
  readonly outbox: Outbox;

  constructor(
    parts: MortalParts,
    seed: number,
    private readonly life: Life,
  ) {
    super(parts);
    const mailer: Mailer = {
      compose: async (mail) => simpleMime(mail),
      send: ({ to, mime }) => life.receive(this, to, new TextDecoder().decode(mime)).catch(() => new Promise(() => {})),
      close: () => {},
    };
    const settings = outboxSettings(CONFIG, RULES.linkKey);
    const shared = { clock: this.clock, random: createSeededRandom(seed), log: createRecordingLog() };
    this.outbox = createOutbox({
      ...settings,
      ...shared,
      store: life.outboxOf(this, seed),
      mailer,
    });
    this.outbox.start();
  }

  protected bury(): void {
    this.life.bury(this);
  }
}

class Life extends SimulatedLife<Server> {
  repeated = 0;
  troubles = 0;
  readonly #customers = new Map<string, Customer>();
  readonly #starts: number[] = [];
  protected readonly crashChance: number;
  #jobs = 0;

  constructor(
    seed: number,
    protected override readonly fault: Fault | null,
  ) {
    super(seed, fault);
    this.crashChance = this.chance() < 0.7 ? 0.004 : 0;
  }

  protected start(parts: MortalParts, number: number): Server {
    return new Server(parts, number, this);
  }

  get accepted(): number {
    return [...this.#customers.values()].reduce((sum, { accepted }) => sum + accepted, 0);
  }

  async storm(): Promise<void> {
    await this.#write(async (writes) => {
      await writes.saveBusiness({ profile: FIRM, insightsOverrides: null });
    }, reviewWrites);
    this.startServers();
    await this.rage(STORM_MS);
  }

  /** Whoever is to be asked is asked in the end. */
  async calm(): Promise<void> {
    await this.rest(CALM_MS);
    for (const [to, { accepted, refused, unsubscribedAt }] of this.#customers) {
      if (accepted === 0 && !refused && unsubscribedAt === null) this.fail(`the invitation to ${to} was lost`);
    }
    if (this.repeated > this.crashes) this.fail(`${this.repeated} repeats by ${this.crashes} ends of servers`);
  }

  outboxOf(server: Server, number: number): OutboxStore {
    const { fault } = this;
    const shared = this.shared;
    const thread = createStoreThread<OutboxStore>(
      {
        storeBy(exact) {
          const now = () => Math.round(exact());
          const rows = createOutboxRows(sqlOver(shared.connection));
          return createOutboxStore({
            read: (work) => shared.connection.read(() => work(rows, now())),
            write: (work) => shared.connection.write(() => work(rows, now())),
          });
        },
        clock: fault?.clocks?.(server.clock, shared.clock) ?? shared.clock,
        time: this.time,
        delayMs: () => (this.chance() < 0.1 ? this.chance() * LONGEST_DELAY_MS : this.chance() * 5),
        drops: fault?.drops,
        before: (name) => {
          if (name !== "releaseMessages") return;
          this.forgive(server);
          server.cutOff();
        },
        after: (name) => {
          if (this.isStormy && name === "settleAndClaimMessages" && this.chance() < 0.02)
            throw new Error("answer lost");
        },
      },
      server,
    );
    return fault?.bends === undefined ? thread : bentStore(thread, fault.bends(thread, number));
  }

  /** What becomes of a message that a server hands over. */
  async receive(server: Server, to: string, mime: string): Promise<MailAnswer> {
    if (server.dies()) server.kill();
    if (server.isDead) return new Promise(() => {});
    const customer = this.#begin(to, mime);
    const travelMs = this.chance() * (this.chance() < 0.15 ? 11_000 : 200);
    const travel = new Promise<void>((resolve) => this.time.after(travelMs, resolve));
    await Promise.race([travel, server.isCutOff]);
    customer.underWay--;
    if (server.isDead) return new Promise(() => {});
    const dice = this.isStormy ? this.chance() : 1;
    this.#unsettled.set(server, customer);
    if (dice < 0.1) {
      customer.notBefore = this.time.now() + 5 * MINUTE_MS;
      return { kind: "later", code: "451 4.7.1 (recipient)" };
    }
    if (dice < 0.13) {
      customer.refused = true;
      return { kind: "undeliverable", code: "550 5.1.1 (recipient)" };
    }
    if (dice < 0.15) {
      this.troubles++;
      return { kind: "trouble", code: "535 5.7.8 (login)" };
    }
    customer.accepted++;
    return { kind: "accepted" };
  }

  /** Whose message each server handed over last: whether what came of it was saved, nobody can know once the server ends. */
  readonly #unsettled = new Map<Server, Customer>();

  protected forgive(server: Server): void {
    const customer = this.#unsettled.get(server);
    if (customer === undefined) return;
    customer.mayRepeat = true;
    customer.notBefore = 0;
  }

  #begin(to: string, mime: string): Customer {
    const now = this.time.now();
    const customer = this.#customers.get(to) ?? this.fail(`a message to ${to}, whom nobody ever named`);
    if (customer.underWay > 0) this.fail(`${to} is written to by two at once`);
    if (customer.accepted > 0) {
      if (!customer.mayRepeat) this.fail(`${to} is written to again though no server ended over it`);
      this.repeated++;
    }
    if (customer.refused && !customer.mayRepeat) this.fail(`${to} is written to though the address was refused`);
    const content = mime.replace(/boundary.*|--part.*/g, "");
    if (customer.first !== null && customer.first !== content) this.fail(`a repeat to ${to} is another message`);
    customer.first = content;
    // Calls take up to a second both ways.
    const since = customer.unsubscribedAt;
    if (since !== null && now > since + 2 * LONGEST_DELAY_MS) this.fail(`${to} had unsubscribed`);
    this.#starts.push(now);
    const minute = this.#starts.filter((at) => at > now - (MINUTE_MS - 2 * LONGEST_DELAY_MS));
    if (minute.length > PER_MINUTE) this.fail(`${minute.length} messages within a minute`);
    if (now < customer.notBefore) this.fail(`${to} is tried again too early`);
    customer.mayRepeat = false;
    customer.underWay++;
    return customer;
  }

  /** By the owner, on a connection of its own: nobody waits for a lock there. */
  async #write<Writes>(
    work: (writes: Writes) => Promise<unknown>,
    writesOver: (sql: ReturnType<typeof sqlOver>, now: number, onErase: () => void) => Writes,
  ): Promise<void> {
    const { connection, clock } = this.shared;
    await work(writesOver(sqlOver(connection), Math.round(clock.now()), () => {}));
  }

  async #addJobs(): Promise<void> {
    const count = Math.ceil(this.chance() * 12);
    const jobs = Array.from({ length: count }, () => {
      const number = this.#jobs++;
      // Some are of a customer who is known already.
      const who = this.chance() < 0.2 ? Math.floor(this.chance() * number) : number;
      const to = `c${who}@example.com`;
      const id = idOf(number);
      const known = this.#customers.get(to);
      if (known) known.jobIds.push(id);
      else this.#customers.set(to, { jobIds: [id], ...UNSEEN });
      return jobOf({ id, email: to, emailDigest: `e${who}`, nameDigest: `n${who}`, finished: "2026-01-02" });
    });
    await this.#write((writes) => writes.insert(jobs), jobWrites);
  }

  async #unsubscribe(): Promise<void> {
    const all = [...this.#customers];
    const [to, customer] = all[Math.floor(this.chance() * all.length)] ?? [];
    if (to === undefined || customer === undefined || customer.unsubscribedAt !== null) return;
    await this.#write((writes) => writes.unsubscribe(`e${/\d+/.exec(to)?.[0]}`), jobWrites);
    customer.unsubscribedAt = this.time.now();
  }

  protected async happen(server: Server | undefined): Promise<void> {
    const dice = this.chance();
    if (dice < 0.5) await this.#addJobs();
    else if (dice < 0.65) await this.#unsubscribe();
    else if (dice < 0.74) this.shared.lockFor(this.chance() * LONGEST_LOCK_MS);
    else if (dice < 0.82 && this.crashChance > 0) server?.kill();
    else if (dice < 0.88) void server?.outbox[Symbol.asyncDispose]().then(() => server.kill());
  }
}

const idOf = (number: number) => `job_${String(number).padStart(20, "0")}`;

const UNSEEN = {
  ...{ unsubscribedAt: null, underWay: 0, accepted: 0, refused: false, mayRepeat: false, notBefore: 0, first: null },
};

/** Runs one life. @throws with the broken promise and the virtual time */
export async function live(seed: number, fault: Fault | null = null): Promise<LifeReport> {
  const life = new Life(seed, fault);
  await life.storm();
  await life.calm();
  const { accepted, repeated, crashes, troubles } = life;
  return { accepted, repeated, crashes, troubles };
}
