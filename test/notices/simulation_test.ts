/**
 * Lives of several servers that tell one owner, each from one number: virtual time, clocks that disagree, calls that take their
 * time, answers that get lost, a lock that somebody else holds, a receiver that is slow, busy or silent, and deaths between any
 * two steps. What must always hold is checked by what the receiver sees.
 */
import { describe, expect, test } from "bun:test";
import {
  createNoticeSender,
  type NoticeSender,
  type NoticeSettlement,
  type NoticeStore,
} from "../../src/notices/mod.ts";
import type { OutboundAnswer, OutboundRequest } from "../../src/platform.ts";
import { createNoticeRows, createNoticeStore } from "../../src/store/queries/notices.ts";
import { reviewWrites } from "../../src/store/queries/review_writes.ts";
import { sqlOver } from "../../src/store/sqlite/queries.ts";
import { storedReview } from "../store/contract/place.ts";
import { FIRM, MINUTE_MS } from "../support/messages.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { Mortal, type MortalParts } from "../support/simulation/mortal.ts";
import { bentStore, type SharedFault, SimulatedLife } from "../support/simulation/simulated_life.ts";
import { createStoreThread } from "../support/simulation/store_thread.ts";

const STORM_MS = 2 * MINUTE_MS;
/** Longer than the waits after two failures. */
const CALM_MS = 7 * MINUTE_MS;
const SECRETS = [`whsec_${Buffer.alloc(32, 5).toString("base64")}`];

interface Fault extends SharedFault {
  readonly drops?: keyof NoticeStore;
  readonly bends?: (store: NoticeStore) => Partial<NoticeStore>;
}

const FAULTS: readonly Fault[] = [
  { name: "claims are not renewed", drops: "renewNotices" },
  { name: "each server goes by its own clock", clocks: (server) => server },
  {
    name: "a notice is done with when it is claimed, not when it is delivered",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim ON notices WHEN new.claim IS NOT NULL
      BEGIN UPDATE notices SET ended_at = 1 WHERE id = new.id; END`,
  },
  {
    name: "a repeat has an id of its own",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim ON notices WHEN new.claim IS NULL
      BEGIN UPDATE notices SET notice_id = 'x' || substr(notice_id, 2) WHERE id = new.id; END`,
  },
  {
    name: "what was told is forgotten",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF delivered_at ON notices WHEN new.delivered_at IS NOT NULL
      BEGIN DELETE FROM notices WHERE id = new.id; END`,
  },
  {
    name: "a retry does not wait",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF attempts ON notices
      BEGIN UPDATE notices SET next_attempt_at = 0 WHERE id = new.id; END`,
  },
  {
    name: "results that could not be saved are forgotten",
    noticedBy: 6,
    bends: (store) => ({
      settleAndClaimNotices: (settlements, request) =>
        store.settleAndClaimNotices(settlements, request).catch(() => ({ claimed: [], nextInMs: 1000 })),
    }),
  },
];

/** A notice as the receiver knows it, by what it tells. */
interface Told {
  readonly id: string;
  readonly body: string;
  underWay: number;
  delivered: number;
  /** Whether a server had it that was killed or cut off before what came of it was saved. Used up by the next delivery. */
  mayRepeat: boolean;
  notBefore: number;
}

class Server extends Mortal {
  readonly sender: NoticeSender;

  constructor(
    parts: MortalParts,
    seed: number,
    private readonly life: Life,
  ) {
    super(parts);
    const fetch = (request: OutboundRequest) => life.receive(this, request).catch(() => new Promise<never>(() => {}));
    this.sender = createNoticeSender({
      ...{ clock: this.clock, random: createSeededRandom(seed), log: createRecordingLog(), store: life.storeOf(this) },
      ways: {
        mail: null,
        webhook: { url: "https://hooks.test/", secrets: SECRETS, fetch },
        site: "",
        consoleUrl: null,
      },
      rules: async () => ({ channels: ["webhook"], host: "one", low: [] }),
    });
    this.sender.start();
  }

  protected bury(): void {
    this.life.bury(this);
  }
}

class Life extends SimulatedLife<Server> {
  repeated = 0;
  readonly told = new Map<string, Told>();
  readonly #owed = new Set<string>();
  /** What each server was sending and could not save yet, by the number of the row. */
  readonly #unsettled = new Map<Server, Map<number, Told>>();
  protected readonly crashChance = 0.02;
  #reviews = 0;

  constructor(
    seed: number,
    protected override readonly fault: Fault | null,
  ) {
    super(seed, fault);
  }

  protected start(parts: MortalParts, number: number): Server {
    return new Server(parts, number, this);
  }

  async storm(): Promise<void> {
    await this.#write(async (writes) => {
      await writes.saveBusiness({ profile: FIRM, insightsOverrides: null });
      await writes.recordChange({ command: "import", at: writes.now, lines: [{ detail: {} }] });
    });
    this.startServers();
    // From the first look on everything is told.
    await this.pass(MINUTE_MS);
    await this.rage(STORM_MS);
  }

  /** Whatever is owed is told in the end, and done with. */
  async calm(): Promise<void> {
    await this.rest(CALM_MS);
    for (const key of this.#owed) if ((this.told.get(key)?.delivered ?? 0) === 0) this.fail(`${key} was never told`);
    const left = this.shared.file.query<{ id: number }, []>("SELECT id FROM notices WHERE ended_at IS NULL").all();
    if (left.length > 0) this.fail(`${left.length} notices are told and still kept as owed`);
  }

  storeOf(server: Server): NoticeStore {
    const { fault } = this;
    const shared = this.shared;
    let settling: readonly NoticeSettlement[] = [];
    const thread = createStoreThread<NoticeStore>(
      {
        storeBy(exact) {
          const now = () => Math.round(exact());
          const rows = createNoticeRows(sqlOver(shared.connection));
          return createNoticeStore({
            read: (work) => shared.connection.read(() => work(rows, now())),
            write: (work) => shared.connection.write(() => work(rows, now())),
          });
        },
        clock: fault?.clocks?.(server.clock, shared.clock) ?? shared.clock,
        time: this.time,
        delayMs: () => (this.chance() < 0.1 ? this.chance() * 500 : this.chance() * 5),
        drops: fault?.drops,
        before: (name, given) => {
          if (name === "settleAndClaimNotices") settling = given[0] as readonly NoticeSettlement[];
          if (name !== "releaseNotices") return;
          this.forgive(server);
          server.cutOff();
        },
        after: (name) => {
          if (name === "settleAndClaimNotices") for (const { id } of settling) this.#unsettled.get(server)?.delete(id);
          if (this.isStormy && name === "settleAndClaimNotices" && this.chance() < 0.02) throw new Error("answer lost");
        },
      },
      server,
    );
    const bent = fault?.bends?.(thread);
    return bent === undefined ? thread : bentStore(thread, bent);
  }

  async receive(server: Server, { headers, body }: OutboundRequest): Promise<OutboundAnswer> {
    if (server.dies()) server.kill();
    if (server.isDead) return new Promise<never>(() => {});
    const id = headers["webhook-id"] ?? "";
    const told = this.#begin(id, new TextDecoder().decode(body as Uint8Array));
    const row = this.shared.file.query<{ id: number }, [string]>("SELECT id FROM notices WHERE notice_id = ?").get(id);
    const unsettled = this.#unsettled.get(server) ?? new Map<number, Told>();
    this.#unsettled.set(server, unsettled.set(row?.id ?? 0, told));
    const travelMs = this.chance() * (this.chance() < 0.15 ? 11_000 : 200);
    const travel = new Promise<boolean>((resolve) => this.time.after(travelMs, () => resolve(true)));
    const hasReturned = await Promise.race([travel, server.isCutOff.then(() => false)]);
    told.underWay--;
    if (server.isDead) return new Promise<never>(() => {});
    const isRefused = this.isStormy && this.chance() < 0.15;
    if (isRefused) told.notBefore = this.time.now() + 5000;
    else told.delivered++;
    if (!isRefused && hasReturned) told.mayRepeat = false;
    return { kind: "answered", status: isRefused ? 503 : 204, headers: new Headers(), body: new Uint8Array() };
  }

  protected forgive(server: Server): void {
    for (const told of this.#unsettled.get(server)?.values() ?? [])
      Object.assign(told, { mayRepeat: true, notBefore: 0 });
  }

  #begin(id: string, body: string): Told {
    const { type, data } = JSON.parse(body) as { type: string; data: { revision?: number; review_id?: string } };
    const key = type === "review.contested" ? `contest ${data.review_id}` : `revision ${data.revision}`;
    const known = this.told.get(key);
    if (known === undefined) {
      const fresh = { id, body, underWay: 1, delivered: 0, mayRepeat: false, notBefore: 0 };
      this.told.set(key, fresh);
      return fresh;
    }
    if (known.id !== id || known.body !== body) this.fail(`a repeat of ${key} is another notice`);
    if (known.underWay > 0) this.fail(`${key} is told by two at once`);
    if (known.delivered > 0) {
      if (!known.mayRepeat) this.fail(`${key} is told again though no server ended over it`);
      this.repeated++;
    }
    if (this.time.now() < known.notBefore) this.fail(`${key} is tried again too early`);
    return Object.assign(known, { underWay: 1 });
  }

  /** By the owner, on a connection of its own: nobody waits for a lock there. */
  async #write(work: (writes: ReturnType<typeof reviewWrites>) => Promise<unknown>): Promise<void> {
    const { connection, clock } = this.shared;
    await work(reviewWrites(sqlOver(connection), Math.round(clock.now()), () => {}));
  }

  protected async happen(server: Server | undefined): Promise<void> {
    const dice = this.chance();
    if (dice < 0.55) {
      const id = `r${this.#reviews++}`;
      await this.#write(async (writes) => {
        await writes.saveReviews([storedReview({ id })]);
        const revision = await writes.recordChange({ command: "answer", at: writes.now, lines: [{ detail: {} }] });
        this.#owed.add(`revision ${revision}`);
      });
    } else if (dice < 0.7 && this.#reviews > 0) {
      const id = `r${Math.floor(this.chance() * this.#reviews)}`;
      if (this.#owed.has(`contest ${id}`)) return;
      await this.#write((writes) => writes.saveContest(id, "I was there"));
      this.#owed.add(`contest ${id}`);
    } else if (dice < 0.78) {
      // A second lock before claims could be renewed would end them: then a notice comes twice, as it may.
      if (this.shared.isQuiet) this.shared.lockFor(this.chance() * 8000);
    } else if (dice < 0.86) server?.kill();
    else if (dice < 0.92) void server?.sender[Symbol.asyncDispose]().then(() => server.kill());
  }
}

async function live(seed: number, fault: Fault | null = null) {
  const life = new Life(seed, fault);
  await life.storm();
  await life.calm();
  return { told: life.told.size, repeated: life.repeated, crashes: life.crashes };
}

/** GOODWORD_SEEDS=5000 runs more lives, GOODWORD_SEED=17 only the one. */
const only = process.env.GOODWORD_SEED;
const numbersTo = (count: number) => Array.from({ length: count }, (_, k) => k + 1);
const seeds = only ? [Number(only)] : numbersTo(Number(process.env.GOODWORD_SEEDS ?? 3));

test(`an owner is told of everything, and twice only of what a server ended over, through ${seeds.length} lives`, async () => {
  const totals = { told: 0, repeated: 0, crashes: 0 };
  for (const seed of seeds) {
    const report = await live(seed).catch((error: Error) => {
      throw new Error(`${error.message}\nreplay: GOODWORD_SEED=${seed} bun test test/notices/simulation_test.ts`);
    });
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += report[key];
  }
  // A storm that nothing came of would prove nothing.
  if (seeds.length >= 3) {
    expect(totals.told).toBeGreaterThan(seeds.length * 10);
    expect(totals.crashes).toBeGreaterThan(seeds.length);
    expect(totals.repeated).toBeGreaterThan(0);
  }
  if (process.env.GOODWORD_SEEDS) console.log(totals);
});

describe("a broken promise is noticed where", () => {
  test.each(FAULTS.map((fault) => [fault.name, fault] as const))("%s", async (_, fault) => {
    for (const seed of [fault.noticedBy ?? 1, ...numbersTo(20)]) {
      const broken = await live(seed, fault).catch((error: Error) => error);
      if (broken instanceof Error) return;
    }
    expect.unreachable("no life of twenty noticed it");
  });
});
