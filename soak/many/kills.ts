/**
 * `kill -9` while all businesses of a folder are written to at once: by programs that change reviews, by commands, and through the
 * doors of a server that others read. After each kill, what was acknowledged is there, nothing else is, and the log agrees.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cookieName } from "../../src/console/guards.ts";
import { checkLog } from "../../src/owner/check_log.ts";
import { createToken } from "../../src/owner/jobs_token.ts";
import { openBusinessFolder } from "../../src/store/sqlite/business_folder.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { draftOf, importAsIs } from "../../test/support/drafts.ts";
import {
  type GoodwordProcess,
  type Service,
  spawnGoodword,
  startService,
} from "../../test/support/goodword_process.ts";
import { actContext } from "../../test/support/perform.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { eventually, pause } from "../../test/support/wait.ts";
import { type Act, type Known, Ledger, markOf } from "./ledger.ts";

interface KillsOptions {
  readonly kills: number;
  readonly businesses: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** What was played, and what was wrong. */
export interface KillsReport {
  readonly kills: number;
  /** Acts that were acknowledged. */
  readonly acts: number;
  readonly jobs: number;
  readonly replies: number;
  readonly faults: readonly string[];
}

const WRITERS = 2;
/** A whole look at every business, while nothing runs, after so many kills. */
const WHOLE_LOOK_EACH = 25;
const MAX_FAULTS = 50;
/** The review of each business that the console replies to. */
const ANSWERED = "s0";

export async function playKills(options: KillsOptions): Promise<KillsReport> {
  await using play = await Play.open(options);
  return await play.run();
}

/** A process that writes to some of the businesses. */
interface Writer {
  readonly ids: readonly string[];
  process: Bun.Subprocess<"ignore", "pipe", "inherit"> | null;
  reading: Promise<void>;
}

class Play implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "goodword-kills-"));
  readonly #stores = join(this.#folder, "businesses");
  readonly #random: () => number;
  readonly #ids: readonly string[];
  readonly #tokens = new Map<string, string>();
  readonly #written = new Map<string, Ledger>();
  readonly #commanded = new Map<string, Ledger>();
  /** References of jobs that the door has taken, by business. */
  readonly #jobs = new Map<string, Set<string>>();
  /** Replies of the console: the last that was acknowledged, and the one that may be. */
  readonly #replies = new Map<string, { readonly sure: string | null; readonly maybe: string | null }>();
  readonly #writers: Writer[];
  readonly #faults: string[] = [];
  #server: Service | null = null;
  #traffic: Promise<void> = Promise.resolve();
  /** The token of its cookie, whose name has the port of the console. */
  #session = "";
  #acts = 0;
  #numbers = 0;
  #commands = 0;

  private constructor(private readonly options: KillsOptions) {
    this.#random = createSeededRandom(options.seed).number;
    this.#ids = Array.from({ length: options.businesses }, (_, at) => `b${at}`);
    this.#writers = Array.from({ length: WRITERS }, (_, at) => ({
      ids: this.#ids.filter((_, place) => place % WRITERS === at),
      process: null,
      reading: Promise.resolve(),
    }));
  }

  static async open(options: KillsOptions): Promise<Play> {
    const play = new Play(options);
    mkdirSync(play.#stores, { recursive: true });
    await using list = openBusinessFolder(play.#stores);
    for (const id of play.#ids) {
      await list.add(id, `http://${id}.test`);
      await using store = openDatabase(join(play.#stores, `${id}.sqlite`));
      await importAsIs(store, [draftOf({ id: ANSWERED, text: markOf(id, 0), authorName: "Sue" })]);
      const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
      const context = actContext({ now: Date.now(), randomBytes, business: id });
      const made = await createToken.perform(store, { ids: [], input: { name: "soak" }, context });
      play.#tokens.set(id, made.kind === "done" ? made.data.token : "");
      play.#written.set(id, new Ledger());
      play.#commanded.set(id, new Ledger());
      play.#jobs.set(id, new Set());
      play.#replies.set(id, { sure: null, maybe: null });
    }
    await play.#serve();
    await play.#logIn();
    for (const writer of play.#writers) play.#startWriter(writer);
    return play;
  }

  async run(): Promise<KillsReport> {
    const { kills, say } = this.options;
    for (let kill = 1; kill <= kills && this.#faults.length < MAX_FAULTS; kill++) {
      const command = this.#command();
      await pause(50 + this.#random() * 700);
      await this.#kill(kill, command);
      await command.settled;
      if (kill % WHOLE_LOOK_EACH === 0 || kill === kills) {
        await this.#lookAtAll(kill);
        say(`${kill} kills, ${this.#acts} acts, ${this.#jobCount} jobs, ${this.#faults.length} faults`);
      }
    }
    await this.#stopAll();
    this.#lookForErased();
    const replies = [...this.#replies.values()].filter(({ sure }) => sure !== null).length;
    if (replies === 0) this.#faults.push("no reply of the console was acknowledged");
    return { kills, acts: this.#acts, jobs: this.#jobCount, replies, faults: this.#faults };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stopAll();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #jobCount(): number {
    return [...this.#jobs.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** A writer, the server, or the command that is under way; what was acknowledged is compared with the stores at once. */
  async #kill(kill: number, command: Command): Promise<void> {
    const victim = Math.floor(this.#random() * 4);
    const writer = this.#writers[victim];
    if (writer !== undefined) {
      await this.#endWriter(writer);
      for (const id of writer.ids) await this.#look(kill, id, ["writer"]);
      this.#startWriter(writer);
    } else if (victim === 2) {
      await this.#endServer("SIGKILL");
      for (const id of this.#ids) await this.#look(kill, id, ["server"]);
      await this.#serve();
    } else {
      command.process.signal("SIGKILL");
      await command.settled;
      await this.#look(kill, command.business, ["command"]);
    }
  }

  /** Everything, while nobody writes. */
  async #lookAtAll(kill: number): Promise<void> {
    await Promise.all([...this.#writers.map((writer) => this.#endWriter(writer)), this.#endServer("SIGKILL")]);
    for (const id of this.#ids) await this.#look(kill, id, ["writer", "server", "command"]);
    await this.#serve();
    await this.#compareAnswers(kill);
    if (kill < this.options.kills) for (const writer of this.#writers) this.#startWriter(writer);
  }

  async #look(kill: number, id: string, parties: readonly ("writer" | "server" | "command")[]): Promise<void> {
    const fault = (what: string) => void this.#faults.push(`after kill ${kill}, ${id}: ${what}`);
    try {
      await using store = openDatabase(join(this.#stores, `${id}.sqlite`), { busyTimeoutMs: 20_000 });
      const found = await store.reviews.read(async (reads) => {
        const reviews = await reads.reviewsById([...(await reads.reviewIds())], {
          withoutMentions: true,
          withoutLanguage: true,
        });
        return reviews.map((review) => [review.id, { text: review.text, reply: review.replyText }] as const);
      });
      for (const [review, { text, reply }] of found) {
        for (const said of [text, reply])
          if (said !== null && !said.includes(` of ${id} `)) fault(`${review}: ${said}`);
      }
      const of = (first: string) => Object.fromEntries(found.filter(([review]) => review.startsWith(first)));
      if (parties.includes("writer")) this.#compare(this.#written.get(id), of("w"), fault);
      if (parties.includes("command")) this.#compare(this.#commanded.get(id), of("c"), fault);
      if (parties.includes("server")) {
        await this.#compareJobs(store, id, fault);
        this.#compareReply(id, of(ANSWERED)[ANSWERED]?.reply ?? null, fault);
      }
      for (const wrong of [...(await checkLog(store)).faults, ...(await store.faults())]) fault(wrong);
    } catch (error) {
      fault(String(error));
    }
  }

  #compare(ledger: Ledger | undefined, found: Known["reviews"], fault: (what: string) => void): void {
    const difference = ledger?.faultOf(found) ?? null;
    if (difference !== null) fault(difference);
  }

  async #compareJobs(store: ReturnType<typeof openDatabase>, id: string, fault: (what: string) => void): Promise<void> {
    const jobs = await store.jobs.read((reads) => reads.list());
    const kept = new Set(jobs.map(({ job }) => job.reference));
    const lost = [...(this.#jobs.get(id) ?? [])].filter((reference) => !kept.has(reference));
    if (lost.length > 0) fault(`jobs that were taken are not there: ${lost.slice(0, 5).join(", ")}`);
    const strange = [...kept].filter((reference) => !reference?.startsWith(`${id}-`));
    if (strange.length > 0) fault(`jobs of another: ${strange.slice(0, 5).join(", ")}`);
  }

  #compareReply(id: string, found: string | null, fault: (what: string) => void): void {
    const { sure = null, maybe = null } = this.#replies.get(id) ?? {};
    if (found !== sure && found !== maybe) fault(`the console's reply is ${found} in place of ${sure}`);
    this.#replies.set(id, { sure: found, maybe: null });
  }

  /** What readers are given of some businesses, once the server has seen all. */
  async #compareAnswers(kill: number): Promise<void> {
    const isLast = kill === this.options.kills;
    for (const id of isLast ? this.#ids : Array.from({ length: 5 }, () => this.#oneOf(this.#ids))) {
      const written = Object.entries(this.#written.get(id)?.known.reviews ?? {});
      await eventually(`the reviews of ${id} after kill ${kill}`, async () => {
        // A connection that was idle is closed now and then.
        const page = await this.#read(id, "/reviews.json").catch(() => null);
        if (page?.status !== 200) return false;
        const { reviews } = (await page.json()) as { reviews: readonly { id: string; text: string }[] };
        const texts = new Map(reviews.map((review) => [review.id, review.text]));
        return written.every(([review, { text }]) => texts.get(review) === text);
      });
    }
  }

  #read(id: string, path: string): Promise<Response> {
    return fetch(`${this.#server?.url}${path}`, { headers: { Host: `${id}.test` } });
  }

  #startWriter(writer: Writer): void {
    const state = join(this.#folder, `state-${this.#writers.indexOf(writer)}.json`);
    const known = writer.ids.map((id) => [id, this.#written.get(id)?.known]);
    writeFileSync(state, JSON.stringify(Object.fromEntries(known)));
    const script = join(import.meta.dir, "writer.ts");
    const command = ["bun", script, this.#stores, String(++this.#numbers), state, ...writer.ids];
    const started = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
    writer.process = started;
    writer.reading = this.#readLines(started.stdout);
  }

  async #readLines(lines: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of lines) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const { business, begins } = JSON.parse(part) as { readonly business: string; readonly begins?: Act };
        const ledger = this.#written.get(business);
        if (begins !== undefined) ledger?.begins(begins);
        else {
          ledger?.done();
          this.#acts++;
        }
      }
    }
  }

  async #endWriter(writer: Writer): Promise<void> {
    if (writer.process === null) return;
    if (writer.process.exitCode !== null) this.#faults.push(`a writer ended with ${writer.process.exitCode}`);
    writer.process.kill("SIGKILL");
    await writer.process.exited;
    await writer.reading;
    writer.process = null;
  }

  /** One command on one business. */
  #command(): Command {
    const business = this.#oneOf(this.#ids);
    const ledger = this.#commanded.get(business) ?? new Ledger();
    const kept = Object.keys(ledger.known.reviews);
    const number = ++this.#commands;
    const mark = (at: number) => markOf(business, 900_000_000 + number * 10 + at);
    const way = this.#random();
    const review = this.#oneOf(kept.length > 0 ? kept : [""]);
    let act: Act;
    let args: string[];
    if (kept.length > 0 && way < 0.3) {
      act = { kind: "reply", review, text: mark(0) };
      args = ["reply", review, act.text];
    } else if (kept.length > 3 && way < 0.5) {
      act = { kind: "remove", review };
      args = ["remove", review, "--reason", "request"];
    } else {
      const ids = Array.from({ length: 3 }, (_, at) => `c${number}-${at}`);
      act = { kind: "import", texts: Object.fromEntries(ids.map((id, at) => [id, mark(at)])) };
      const file = join(this.#folder, "command.json");
      writeFileSync(file, fileOf(act.texts));
      args = ["import", file];
    }
    ledger.begins(act);
    const environment = { DATABASE_URL: `folder:${this.#stores}` };
    const process = spawnGoodword([...args, "--business", business], { environment });
    const settled = process.ended.then(({ code, err }) => {
      if (code === 0) {
        ledger.done();
        this.#acts++;
      } else if (code !== null) this.#faults.push(`${args.join(" ")} ended with ${code}: ${err}`);
    });
    return { business, process, settled };
  }

  async #serve(): Promise<void> {
    const environment = {
      HOST: "127.0.0.1",
      PORT: "0",
      CONSOLE_PORT: "0",
      LOG_FORMAT: "json",
      LOG_LEVEL: "info",
      DATABASE_URL: `folder:${this.#stores}`,
      MEMORY_LIMIT: "200MB",
    };
    const server = await startService({ environment });
    this.#server = server;
    void server.ended.then(({ code, err }) => {
      if (this.#server === server) this.#faults.push(`the server ended by itself with ${code}: ${err.slice(-500)}`);
    });
    const [, console = ""] = await server.logged(/"console_url":"([^"]+)"/);
    const url = `http://127.0.0.1:${new URL(console).port}`;
    const all = this.#ids.map((id) => this.#bringJobs(server, url, id));
    this.#traffic = Promise.all([...all, this.#answer(server, url)]).then(() => {});
  }

  async #endServer(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = null;
    await server?.kill(signal);
    await this.#traffic;
  }

  /** One job after another, and a page between them, until the server is gone. */
  async #bringJobs(server: Service, url: string, id: string): Promise<void> {
    while (this.#server === server) {
      const reference = `${id}-${++this.#numbers}`;
      try {
        const answer = await fetch(`${url}/api/jobs`, {
          method: "POST",
          body: JSON.stringify([{ reference, customer_name: "Jane Doe", finished: "2026-05-30" }]),
          headers: { Authorization: `Bearer ${this.#tokens.get(id)}`, "Content-Type": "application/json" },
        });
        const text = await answer.text();
        if (answer.status === 202) this.#jobs.get(id)?.add(reference);
        else if (answer.status !== 503) this.#faults.push(`a job of ${id} was answered ${answer.status}: ${text}`);
        const page = await this.#read(id, "/feed.xml");
        const feed = await page.text();
        if (page.status === 200 && !feed.includes(`${id}.test`)) this.#faults.push(`${id} was answered by another`);
      } catch {
        // Cut with the server.
      }
      await pause(this.#random() * 200);
    }
  }

  /** Replies in the console, one business after another. */
  async #answer(server: Service, url: string): Promise<void> {
    while (this.#server === server && this.#session !== "") {
      const id = this.#oneOf(this.#ids);
      const path = `/b/${id}/reviews/${ANSWERED}`;
      const headers = { Cookie: `${cookieName(url)}=${this.#session}`, Origin: url };
      try {
        const html = await (await fetch(url + path, { headers })).text();
        const [, state] = /reviews\/s0\/reply"[\s\S]*?name="state" value="([^"]*)"/.exec(html) ?? [];
        if (state !== undefined) {
          const text = markOf(id, 800_000_000 + ++this.#numbers);
          const { sure = null } = this.#replies.get(id) ?? {};
          this.#replies.set(id, { sure, maybe: text });
          const body = new URLSearchParams({ state, text });
          const answer = await fetch(`${url}${path}/reply`, { method: "POST", redirect: "manual", headers, body });
          if (answer.status === 303) this.#replies.set(id, { sure: text, maybe: null });
        }
      } catch {
        // Cut with the server.
      }
      await pause(100);
    }
  }

  /** The session is good for every server: people are in a database of their own. */
  async #logIn(): Promise<void> {
    const [, console = ""] = (await this.#server?.logged(/"console_url":"([^"]+)"/)) ?? [];
    const url = `http://127.0.0.1:${new URL(console).port}`;
    const environment = { DATABASE_URL: `folder:${this.#stores}`, CONSOLE_URL: url };
    const { out } = await spawnGoodword(["console", "link", "--json"], { environment }).ended;
    const { pathname } = new URL((JSON.parse(out) as { url: string }).url);
    const body = new URLSearchParams({ name: "Agency", password: "three plain words" });
    const answer = await fetch(url + pathname, { method: "POST", redirect: "manual", body, headers: { Origin: url } });
    this.#session = answer.headers.getSetCookie()[0]?.split(";")[0]?.split("=")[1] ?? "";
    if (this.#session === "") throw new Error(`The console answers ${answer.status}`);
  }

  async #stopAll(): Promise<void> {
    await Promise.all([...this.#writers.map((writer) => this.#endWriter(writer)), this.#endServer("SIGTERM")]);
  }

  /** Once everything is closed, nothing of what was erased is in any file of its business. */
  #lookForErased(): void {
    for (const name of readdirSync(this.#stores)) {
      const [, id = ""] = /^(b\d+)\.sqlite/.exec(name) ?? [];
      const path = join(this.#stores, name);
      if (id === "" || statSync(path).isDirectory()) continue;
      const bytes = readFileSync(path);
      const ledgers = [this.#written.get(id), this.#commanded.get(id)];
      for (const text of ledgers.flatMap((ledger) => ledger?.erasedTexts ?? [])) {
        if (bytes.includes(text)) this.#faults.push(`${name} still has what was erased: ${text}`);
      }
    }
  }

  #oneOf<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error("There is nothing to choose from");
    return value;
  }
}

interface Command {
  readonly business: string;
  readonly process: GoodwordProcess;
  /** Once it has ended, and the ledger knows how. */
  readonly settled: Promise<void>;
}

function fileOf(texts: Readonly<Record<string, string>>): string {
  const reviews = Object.entries(texts).map(([id, text]) => ({
    id,
    text,
    date: "2026-05-01",
    rating: 5,
    author: { name: `Pat ${id}` },
    source: { name: "google" },
    verification: { method: "operator_attested" },
  }));
  return JSON.stringify({ business: { name: "Ace" }, reviews });
}
