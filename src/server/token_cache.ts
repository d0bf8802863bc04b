/** Caches the digests of the tokens of other programs, so that a guess costs no look into a store. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { JobsToken } from "../invitations/mod.ts";
import type { Clock } from "../platform.ts";
import type { OwnerActs } from "./workers/open_acts.ts";

export interface JobsBusiness {
  readonly database: string;
  readonly acts: Pick<OwnerActs, "validTokens" | "receiveJobs" | "receiveBounce">;
  readonly imports: Pick<OwnerActs, "receiveReviews">;
}

/** Tokens of one business are read at most this often, in milliseconds. */
const SPACING_MS = 1000;
/** Tokens are read again after this long even where nothing seems to have changed: a file system's times may be coarse. */
const KEPT_MS = 60_000;

interface KnownTokens {
  readonly grants: ReadonlyMap<string, JobsToken["may"]>;
  readonly mark: string | null;
  readonly readAt: number;
}

/** The valid tokens of businesses. What was revoked since they were read may be among them, and is refused by the act itself. */
export class TokenCache {
  readonly #known = new Map<string, KnownTokens>();
  /** Readings that have not begun yet. */
  readonly #next = new Map<string, Promise<void>>();
  readonly #begunAt = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, "now" | "after">) {}

  grantOf({ database }: JobsBusiness, token: string): JobsToken["may"] | undefined {
    return this.#known.get(database)?.grants.get(digestOf(token));
  }

  forget({ database }: JobsBusiness): void {
    this.#known.delete(database);
  }

  /** Reads the tokens, unless the store is as it was when they were read last. */
  async read(business: JobsBusiness): Promise<void> {
    const { database } = business;
    const known = this.#known.get(database);
    if (known !== undefined && this.clock.now() - known.readAt < KEPT_MS && known.mark !== null) {
      if ((await changeMarkOf(database)) === known.mark) return;
    }
    const next = this.#next.get(database) ?? this.#readSoon(business);
    this.#next.set(database, next);
    await next;
  }

  async #readSoon({ database, acts }: JobsBusiness): Promise<void> {
    const begunAt = this.#begunAt.get(database);
    const waitMs = begunAt === undefined ? 0 : begunAt + SPACING_MS - this.clock.now();
    await new Promise<void>((resolve) => (waitMs > 0 ? this.clock.after(waitMs, resolve) : queueMicrotask(resolve)));
    this.#next.delete(database);
    const readAt = this.clock.now();
    this.#begunAt.set(database, readAt);
    const mark = await changeMarkOf(database);
    const grants = new Map((await acts.validTokens()).map(({ digest, may }) => [digest, may]));
    this.#known.set(database, { grants, mark, readAt });
  }
}

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** What differs after every change of a database file; null on a server, and where the file cannot be looked at. */
async function changeMarkOf(database: string): Promise<string | null> {
  try {
    const file = await stat(database);
    const log = await stat(`${database}-wal`).catch(() => null);
    return [file, log].map((each) => [each?.ino, each?.size, each?.mtimeMs].join()).join(" ");
  } catch {
    return null;
  }
}
