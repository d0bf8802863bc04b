/** A database whose customers hold links, and servers that take their answers. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isServerUrl } from "../../src/config.ts";
import { digestOfToken, type Invitation, type Job } from "../../src/invitations/mod.ts";
import type { Store } from "../../src/store/mod.ts";
import { openPostgres } from "../../src/store/postgres/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { draftOf, importAsIs } from "../../test/support/drafts.ts";
import { pushingServer, type Service, startService } from "../../test/support/goodword_process.ts";
import { invitationOf, jobOf } from "../../test/support/jobs.ts";

const BASE_URL = "http://reviews.goodword.test";

/** What became of a link. */
export interface Outcome {
  readonly token: string;
  /** Text of the review that the link has; null without one. */
  readonly text: string | null;
}

interface StageOptions {
  readonly links: number;
  readonly reviews?: number;
  /** URL of an empty PostgreSQL database; a file of its own when left out. */
  readonly database?: string | undefined;
}

/** A database with reviews and jobs, each with a link. */
export class AnswerStage implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "goodword-answers-"));
  readonly tokens: readonly string[];
  readonly #database: string;

  private constructor({ links, database }: StageOptions) {
    this.#database = database ?? join(this.#folder, "goodword.sqlite");
    this.tokens = Array.from({ length: links }, () => randomBytes(20).toString("base64url"));
  }

  static async open(options: StageOptions): Promise<AnswerStage> {
    const stage = new AnswerStage(options);
    const { reviews = 1 } = options;
    await stage.use(async (store) => {
      const drafts = Array.from({ length: reviews }, (_, at) =>
        draftOf({ id: `old${at}`, date: `20${10 + (at % 16)}-0${1 + (at % 9)}-11`, text: `Fine work, number ${at}.` }),
      );
      await importAsIs(store, drafts);
      await stage.#invite(store);
    });
    return stage;
  }

  /** Calls `work` with the store that the servers share. */
  async use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const isServer = isServerUrl(this.#database);
    await using store = isServer
      ? await openPostgres(this.#database)
      : openDatabase(this.#database, { busyTimeoutMs: 20_000 });
    return await work(store);
  }

  serve(environment: Readonly<Record<string, string>> = {}): Promise<Service> {
    const defaults = { ...pushingServer(this.#database, BASE_URL), GOODWORD_SEED: "none", INVITATIONS: "links" };
    const onServer = { DATABASE_URL: this.#database, LINK_KEY: "k".repeat(43) };
    const place = isServerUrl(this.#database) ? onServer : {};
    return startService({ environment: { ...defaults, TRUST_PROXY: "127.0.0.1", ...place, ...environment } });
  }

  /** What every link has come to, and how many reviews came by links in all. */
  outcomes(): Promise<{ readonly links: readonly Outcome[]; readonly reviews: number }> {
    return this.use((store) =>
      store.reviews.read(async (reads) => {
        const links = [];
        for (const token of this.tokens) {
          const id = (await reads.jobs.byToken(digestOfToken(token)))?.invitation?.reviewId;
          links.push({ token, text: id == null ? null : ((await reads.review(id))?.text ?? null) });
        }
        return { links, reviews: (await reads.list({ source: "direct", limit: 1 })).total };
      }),
    );
  }

  async #invite(store: Store): Promise<void> {
    const jobs: Job[] = [];
    const invitations: Invitation[] = [];
    for (const [at, token] of this.tokens.entries()) {
      const id = `job_${String(at).padStart(20, "0")}`;
      jobs.push(jobOf({ id, customerName: `Jane Doe${at}`, email: null, emailDigest: null, nameDigest: null }));
      invitations.push(invitationOf({ jobId: id, tokenDigest: digestOfToken(token), expiresAt: 4_102_444_800_000 }));
    }
    await store.jobs.write(async (writes) => {
      await writes.insert(jobs);
      await writes.invite(invitations);
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

let sent = 0;

/** Sends an answer, as from an address of its own: the status, or 0 where the connection was cut. */
export async function submit({ url }: Pick<Service, "url">, token: string, text: string): Promise<number> {
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent++ & 255}`;
  const body = new URLSearchParams({ rating: "4", text, display_name: "anonymous", license: "yes" });
  try {
    const init = { method: "POST", redirect: "manual", body, headers: { "X-Forwarded-For": address } } as const;
    const response = await fetch(`${url}/r/${token}`, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
