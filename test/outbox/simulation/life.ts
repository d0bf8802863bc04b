/**
 * A life of two servers that share one outbox, from one number: virtual time, clocks that disagree, calls that take their time,
 * answers that get lost, a lock that somebody else holds, receivers that are slow, busy, refuse or fall silent, and deaths
 * between any two steps. What must always hold is checked by what receivers see.
 */
import { readConfig } from "../../../src/config.ts";
import { createOutbox, type MailAnswer, type Mailer } from "../../../src/invitations/mod.ts";
import { createNoticeSender } from "../../../src/notices/mod.ts";
import { outboxSettings } from "../../../src/owner/send_messages.ts";
import type { OutboundRequest, OutboundResponse } from "../../../src/platform.ts";
import { jobWrites } from "../../../src/store/queries/jobs.ts";
import { createOutboxStore } from "../../../src/store/queries/messages.ts";
import { createNoticeStore } from "../../../src/store/queries/notices.ts";
import { reviewWrites } from "../../../src/store/queries/review_writes.ts";
import { sqlOver } from "../../../src/store/sqlite/dialect.ts";
import { storedReview } from "../../store/contract/place.ts";
import { jobOf } from "../../support/jobs.ts";
import { FIRM, MINUTE_MS, RULES } from "../../support/messages.ts";
import { createRecordingLog } from "../../support/recording_log.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { Mortal, type MortalParts } from "../../support/simulation/mortal.ts";
import { outboxBy, SharedFile } from "../../support/simulation/shared_file.ts";
import { createStoreThread } from "../../support/simulation/store_thread.ts";
import { createVirtualClock } from "../../support/virtual_clock.ts";
import type { Fault, SenderStore } from "./faults.ts";

const STORM_MS = 3 * MINUTE_MS;
/** Longer than the wait after a failure, and than the pauses that troubles of a storm bring. */
const CALM_MS = 9 * MINUTE_MS;
const SERVERS = 2;
const PER_MINUTE = 60;
const MAX_SKEW_MS = 10 * MINUTE_MS;
const MAX_ABSENCE_MS = 20_000;
const MAX_PEACE_MS = 5000;
const MAX_LOCK_MS = 8000;
const MAX_DELAY_MS = 500;
const BEGIN = Date.UTC(2026, 0, 5, 12);

const CONFIG = readConfig({
  BASE_URL: "https://reviews.goodword.test",
  INVITATIONS: "mail",
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "reviews@goodword.test",
  MAIL_PER_DAY: "1000000",
});
const SECRETS = [`whsec_${Buffer.alloc(32, 5).toString("base64")}`];

/** What a receiver knows of one mail or notice. */
interface Receipt {
  underWay: number;
  accepted: number;
  isRefused: boolean;
  /** Whether the receiver was busy once: waits grow with each time. */
  isPutOff: boolean;
  /** Whether a server had it that ended before the result was saved. Used up by the next attempt. */
  mayRepeat: boolean;
  notBefore: number;
  /** Id and text of the first attempt. */
  first: string | null;
}

interface Customer {
  readonly jobIds: string[];
  unsubscribedAt: number | null;
}

/** MIME without a library: composed within an instant of virtual time. */
function simpleMime({ from, to, messageId, letter }: Parameters<Mailer["compose"]>[0]): Uint8Array {
  const part = (type: string, body: string) =>
    `--part\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body.replace(/\n/g, "\r\n")}\r\n`;
  return new TextEncoder().encode(
    [
      `From: ${from}`,
      `To: ${to}`,
      `Message-ID: ${messageId}`,
      `Subject: ${letter.subject}`,
      `List-Unsubscribe: <${letter.unsubscribeUrl}>`,
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      "MIME-Version: 1.0",
      "Content-Type: multipart/alternative; boundary=part",
      "",
      `${part("text/plain", letter.text)}${part("text/html", letter.html)}--part--`,
      "",
    ].join("\r\n"),
  );
}

const never = () => new Promise<never>(() => {});

class Server extends Mortal {
  readonly sending = new Set<"mail" | "notice">();
  readonly #senders: readonly AsyncDisposable[];

  constructor(
    parts: MortalParts,
    seed: number,
    private readonly life: Life,
  ) {
    super(parts);
    const store = life.storeOf(this);
    const shared = { clock: this.clock, log: createRecordingLog(), store };
    const mailer: Mailer = {
      compose: async (mail) => simpleMime(mail),
      // A broken promise is noticed by the life.
      send: ({ to, mime }) => life.receiveMail(this, to, new TextDecoder().decode(mime)).catch(never),
      close: () => {},
    };
    const outbox = createOutbox({
      ...outboxSettings(CONFIG, RULES.linkKey),
      ...shared,
      random: createSeededRandom(seed),
      mailer,
    });
    const fetch = (request: OutboundRequest) => life.receiveNotice(this, request).catch(never);
    const notices = createNoticeSender({
      ...shared,
      random: createSeededRandom(seed + 500_000),
      ways: {
        mail: null,
        webhook: { url: "https://hooks.test/", secrets: SECRETS, fetch },
        site: "",
        consoleUrl: null,
      },
      rules: async () => ({ channels: ["webhook"], host: "one", low: [] }),
    });
    outbox.start();
    notices.start();
    this.#senders = [outbox, notices];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#senders.map((sender) => sender[Symbol.asyncDispose]()));
    this.kill();
  }

  protected bury(): void {
    this.life.bury(this);
  }
}

export class Life {
  crashes = 0;
  repeated = 0;
  readonly #time = createVirtualClock();
  readonly #chance: () => number;
  readonly #shared: SharedFile;
  readonly #crashChance: number;
  readonly #receipts = new Map<string, Receipt>();
  readonly #customers = new Map<string, Customer>();
  /** What each server has sent without having saved the result, by the name of its receipt. */
  readonly #unsettled = new Map<Server, Set<string>>();
  /** Notices that the owner must get. */
  readonly #owed = new Set<string>();
  readonly #mailed: number[] = [];
  #servers: Server[] = [];
  #incarnations = 0;
  #isStormy = true;
  #broken: Error | null = null;
  #jobs = 0;
  #reviews = 0;

  constructor(
    private readonly seed: number,
    private readonly fault: Fault | null,
  ) {
    this.#chance = createSeededRandom(seed).number;
    this.#crashChance = this.#chance() < 0.7 ? 0.004 : 0;
    this.#shared = new SharedFile(this.#time, fault?.sql);
  }

  get accepted(): number {
    return [...this.#receipts.values()].reduce((sum, { accepted }) => sum + accepted, 0);
  }

  async storm(): Promise<void> {
    await this.#change(async (writes) => {
      await writes.saveBusiness({ profile: FIRM, insightsOverrides: null });
      await writes.recordChange({ command: "import", at: writes.now, lines: [{ detail: {} }] });
    });
    for (let k = 0; k < SERVERS; k++) this.#startServer();
    // Notices begin with the first look.
    await this.#pass(MINUTE_MS);
    const end = this.#time.now() + STORM_MS;
    while (this.#time.now() < end) {
      await this.#pass(Math.round(this.#chance() * MAX_PEACE_MS));
      await this.#happen(this.#servers[Math.floor(this.#chance() * this.#servers.length)]);
    }
  }

  /** Nothing breaks any more, and everything owed is sent in the end. */
  async calm(): Promise<void> {
    this.#isStormy = false;
    this.#shared.lockFor(0);
    if (this.#servers.length === 0) this.#startServer();
    await this.#pass(CALM_MS);
    for (const [to, { unsubscribedAt }] of this.#customers) {
      const { accepted = 0, isRefused = false } = this.#receipts.get(to) ?? {};
      if (accepted === 0 && !isRefused && unsubscribedAt === null) this.#fail(`the invitation to ${to} was lost`);
    }
    for (const key of this.#owed) {
      if ((this.#receipts.get(key)?.accepted ?? 0) === 0) this.#fail(`the notice ${key} was lost`);
    }
    const open = this.#shared.file.query<{ key: string }, []>("SELECT key FROM outbox WHERE ended_at IS NULL").all();
    if (open.length > 0) this.#fail(`sent, and still owed: ${open.map(({ key }) => key)}`);
  }

  /** The store as a server sees it. */
  storeOf(server: Server): SenderStore {
    const { fault } = this;
    const unsettled = new Set<string>();
    this.#unsettled.set(server, unsettled);
    let saving: readonly string[] = [];
    const thread = createStoreThread<SenderStore>(
      {
        storeBy: (now) => {
          const transactions = outboxBy(this.#shared, now);
          return { ...createOutboxStore(transactions), ...createNoticeStore(transactions) };
        },
        clock: fault?.clocks?.(server.clock, this.#shared.clock) ?? this.#shared.clock,
        time: this.#time,
        delayMs: () => (this.#chance() < 0.1 ? this.#chance() * MAX_DELAY_MS : this.#chance() * 5),
        before: (name, given) => {
          if (name === "exchangeMessages" || name === "exchangeNotices") {
            saving = (given[0] as readonly { readonly id: number }[]).flatMap(({ id }) => this.#receiptOf(id) ?? []);
          }
          if (name !== "releaseClaims") return;
          this.#forgive(server);
          server.cutOff();
        },
        after: (name) => {
          if (name !== "exchangeMessages" && name !== "exchangeNotices") return;
          for (const receipt of saving) unsettled.delete(receipt);
          if (this.#isStormy && this.#chance() < 0.02) throw new Error("answer lost");
        },
      },
      server,
    );
    const bent: Partial<SenderStore> = fault?.bends?.(thread) ?? {};
    if (fault?.asks !== undefined) {
      const { asks } = fault;
      bent.exchangeMessages = (results, request) => thread.exchangeMessages(results, { ...request, ...asks(request) });
      bent.exchangeNotices = (results, request) => thread.exchangeNotices(results, { ...request, ...asks(request) });
    }
    return new Proxy(thread, { get: (target, name) => Reflect.get(bent, name) ?? Reflect.get(target, name) });
  }

  /** What becomes of a mail that a server hands over. */
  async receiveMail(server: Server, to: string, mime: string): Promise<MailAnswer> {
    if (server.dies()) server.kill();
    if (server.isDead) return never();
    const customer = this.#customers.get(to) ?? this.#fail(`a mail to ${to}, whom nobody ever named`);
    const now = this.#time.now();
    // Calls take up to a second both ways.
    const since = customer.unsubscribedAt;
    if (since !== null && now > since + 2 * MAX_DELAY_MS) this.#fail(`${to} had unsubscribed`);
    this.#mailed.push(now);
    const minute = this.#mailed.filter((at) => at > now - (MINUTE_MS - 2 * MAX_DELAY_MS));
    if (minute.length > PER_MINUTE) this.#fail(`${minute.length} mails within a minute`);
    const receipt = this.#begin(to, mime);
    await this.#travel(server, to, receipt);
    const dice = this.#isStormy ? this.#chance() : 1;
    if (dice < 0.1 && !receipt.isPutOff) {
      receipt.isPutOff = true;
      receipt.notBefore = this.#time.now() + 5 * MINUTE_MS;
      return { kind: "later", code: "451 4.7.1 (recipient)" };
    }
    if (dice < 0.13) {
      receipt.isRefused = true;
      return { kind: "undeliverable", code: "550 5.1.1 (recipient)" };
    }
    if (dice < 0.15) return { kind: "trouble", code: "535 5.7.8 (login)" };
    receipt.accepted++;
    return { kind: "accepted" };
  }

  /** What becomes of a notice. */
  async receiveNotice(server: Server, { headers, body }: OutboundRequest): Promise<OutboundResponse> {
    if (server.dies()) server.kill();
    if (server.isDead) return never();
    const text = new TextDecoder().decode(body as Uint8Array);
    const { type, data } = JSON.parse(text) as { type: string; data: { revision?: number; review_id?: string } };
    const key = type === "review.contested" ? `contest ${data.review_id}` : `${type} ${data.revision ?? ""}`;
    const receipt = this.#begin(key, `${headers["webhook-id"]} ${text}`);
    await this.#travel(server, key, receipt);
    const isBusy = this.#isStormy && !receipt.isPutOff && this.#chance() < 0.15;
    if (isBusy) Object.assign(receipt, { isPutOff: true, notBefore: this.#time.now() + 5000 });
    else receipt.accepted++;
    return { kind: "answered", status: isBusy ? 503 : 204, headers: new Headers(), body: new Uint8Array() };
  }

  bury(dead: Server): void {
    this.crashes++;
    this.#forgive(dead);
    this.#servers = this.#servers.filter((server) => server !== dead);
    this.#time.after(this.#isStormy ? this.#chance() * MAX_ABSENCE_MS : 0, () => this.#startServer());
  }

  #begin(name: string, content: string): Receipt {
    const receipt = this.#receipts.get(name) ?? {
      underWay: 0,
      accepted: 0,
      isRefused: false,
      isPutOff: false,
      mayRepeat: false,
      notBefore: 0,
      first: null,
    };
    this.#receipts.set(name, receipt);
    if (receipt.underWay > 0) this.#fail(`${name} is sent by two at once`);
    if (receipt.accepted > 0) {
      if (!receipt.mayRepeat) this.#fail(`${name} is sent again though no server ended over it`);
      this.repeated++;
    }
    if (receipt.isRefused && !receipt.mayRepeat) this.#fail(`${name} is sent though it was refused`);
    if (receipt.first !== null && receipt.first !== content) this.#fail(`the repeat of ${name} is another one`);
    if (this.#time.now() < receipt.notBefore) this.#fail(`${name} is tried again too early`);
    receipt.first = content;
    receipt.mayRepeat = false;
    receipt.underWay++;
    return receipt;
  }

  /** The way to a receiver. Never ends if the server dies on the way. */
  async #travel(server: Server, name: string, receipt: Receipt): Promise<void> {
    this.#unsettled.get(server)?.add(name);
    const kind = name.includes("@") ? "mail" : "notice";
    if (server.sending.has(kind)) this.#fail(`a server sends a ${kind} while it sends another`);
    server.sending.add(kind);
    const travelMs = this.#chance() * (this.#chance() < 0.15 ? 11_000 : 200);
    const travel = new Promise<void>((resolve) => void this.#time.after(travelMs, resolve));
    await Promise.race([travel, server.isCutOff]);
    server.sending.delete(kind);
    receipt.underWay--;
    if (server.isDead) return never();
  }

  /** Nobody can know what came of the attempts that a server had not saved when it ended. */
  #forgive(server: Server): void {
    for (const name of this.#unsettled.get(server) ?? []) {
      Object.assign(this.#receipts.get(name) ?? {}, { mayRepeat: true, notBefore: 0 });
    }
  }

  /** The name of the receipt that belongs to a row. */
  #receiptOf(id: number): string | undefined {
    const query = "SELECT kind, key, payload FROM outbox WHERE id = ?";
    const row = this.#shared.file.query<{ kind: string; key: string; payload: string }, [number]>(query).get(id);
    if (row === null) return undefined;
    const payload = JSON.parse(row.payload);
    if (row.kind === "mail") return [...this.#customers].find(([, { jobIds }]) => jobIds.includes(payload.jobId))?.[0];
    const { type, data } = payload;
    return type === "review.contested" ? `contest ${data.review_id}` : `${type} ${data.revision ?? ""}`;
  }

  async #happen(server: Server | undefined): Promise<void> {
    const dice = this.#chance();
    if (dice < 0.35) await this.#addJobs();
    else if (dice < 0.45) await this.#unsubscribe();
    else if (dice < 0.6) await this.#addReview();
    else if (dice < 0.66) await this.#contest();
    else if (dice < 0.75) {
      // A second lock before claims could be renewed would end them: then something is sent twice, as it may be.
      if (this.#shared.isQuiet) this.#shared.lockFor(this.#chance() * MAX_LOCK_MS);
    } else if (dice < 0.82 && this.#crashChance > 0) server?.kill();
    else if (dice < 0.88) void server?.stop();
  }

  /** By the owner, on a connection of its own: nobody waits for a lock there. */
  get #transaction() {
    const now = Math.round(this.#shared.clock.now());
    return { ...sqlOver(this.#shared.file), now, onErase() {}, hint: async () => {} };
  }

  async #change(work: (writes: ReturnType<typeof reviewWrites>) => Promise<unknown>): Promise<void> {
    await work(reviewWrites(this.#transaction));
  }

  async #addJobs(): Promise<void> {
    const jobs = Array.from({ length: Math.ceil(this.#chance() * 12) }, () => {
      const number = this.#jobs++;
      // Some are of a customer who is known already.
      const who = this.#chance() < 0.2 ? Math.floor(this.#chance() * number) : number;
      const to = `c${who}@example.com`;
      const id = `job_${String(number).padStart(20, "0")}`;
      const known = this.#customers.get(to);
      if (known) known.jobIds.push(id);
      else this.#customers.set(to, { jobIds: [id], unsubscribedAt: null });
      return jobOf({ id, email: to, emailDigest: `e${who}`, nameDigest: `n${who}`, finished: "2026-01-02" });
    });
    await jobWrites(this.#transaction).insert(jobs);
  }

  async #unsubscribe(): Promise<void> {
    const all = [...this.#customers];
    const [to, customer] = all[Math.floor(this.#chance() * all.length)] ?? [];
    if (to === undefined || customer === undefined || customer.unsubscribedAt !== null) return;
    await jobWrites(this.#transaction).unsubscribe(`e${/\d+/.exec(to)?.[0]}`);
    customer.unsubscribedAt = this.#time.now();
  }

  async #addReview(): Promise<void> {
    await this.#change(async (writes) => {
      await writes.saveReviews([storedReview({ id: `r${this.#reviews++}` })]);
      const revision = await writes.recordChange({ command: "answer", at: writes.now, lines: [{ detail: {} }] });
      this.#owed.add(`review.new ${revision}`);
    });
  }

  async #contest(): Promise<void> {
    if (this.#reviews === 0) return;
    const id = `r${Math.floor(this.#chance() * this.#reviews)}`;
    if (this.#owed.has(`contest ${id}`)) return;
    await this.#change((writes) => writes.saveContest(id, "I was there"));
    this.#owed.add(`contest ${id}`);
  }

  #startServer(): void {
    const parts = {
      time: this.#time,
      skewMs: (this.#chance() * 2 - 1) * MAX_SKEW_MS,
      dies: () => this.#isStormy && this.#chance() < this.#crashChance,
    };
    const server = new Server(parts, this.seed * 1000 + this.#incarnations++, this);
    if (!server.isDead) this.#servers.push(server);
  }

  #fail(promise: string): never {
    this.#broken ??= new Error(`${promise} (at ${((this.#time.now() - BEGIN) / 1000).toFixed(3)} s)`);
    throw this.#broken;
  }

  async #pass(ms: number): Promise<void> {
    await this.#time.advance(ms, async () => {
      for (let round = 0; round < 6; round++) await new Promise((resolve) => setImmediate(resolve));
      if (this.#broken !== null) throw this.#broken;
    });
  }
}

/** Runs one life. @throws with the broken promise and the virtual time */
export async function live(seed: number, fault: Fault | null = null) {
  const life = new Life(seed, fault);
  await life.storm();
  await life.calm();
  const { accepted, repeated, crashes } = life;
  return { accepted, repeated, crashes };
}
