/**
 * Leases and activations of the servers that share a database file, in a small file beside it.
 *
 * Not in the database itself: an import may hold its write lock for longer than any lease, and what is renewed each second
 * would be taken for a change by all who watch it. The file holds nothing that has to last: it is not synced, and without
 * servers it says nothing. Its clock is the machine's, which all processes share.
 */
import { Database } from "bun:sqlite";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import type { ActivationStore } from "../fleet.ts";
import { emptyFleet, type Fleet, leaveFleet, renewLease } from "../fleet.ts";
import { createForOwner, sqliteCode } from "./database_file.ts";

/** How long another server's write is waited for, in milliseconds; it takes some hundred microseconds. */
const BUSY_MS = 50;

/** Where the fleet of the database at `path` is kept. */
function fleetPath(path: string): string {
  return `${path}-servers`;
}

/**
 * The leases of the servers of the database at `path`; in memory for ":memory:". The file is opened with the first call. Where it
 * cannot be written, as on a full disk, this server goes on as if it were alone: nobody else could get a lease there either.
 */
export function createActivation(path: string, now: () => number = machineMs): ActivationStore & Disposable {
  const namespace = once(pidNamespace);
  const name = (server: string) => `${namespace()}/${process.pid}/${server}`;
  let file: FleetFile | null = null;
  let remembered: Fleet | null = null;

  function change(decide: (fleet: Fleet) => Fleet): void {
    const decideHere = (kept: Fleet | null) => decide(withoutTheDead(kept ?? emptyFleet(""), namespace()));
    try {
      if (path === ":memory:") {
        remembered = decideHere(remembered);
      } else {
        file ??= new FleetFile(path);
        remembered = file.change(decideHere);
      }
    } catch (error) {
      if (sqliteCode(error)?.startsWith("SQLITE_BUSY")) throw error;
      file?.close();
      file = null;
      remembered = decideHere(remembered);
    }
  }

  return {
    async renew(renewal) {
      let standing: Awaited<ReturnType<ActivationStore["renew"]>> = null;
      // Before the file is asked: without a clock nothing is decided, and nobody is alone.
      const clock = { now: now(), epoch: "" };
      change((fleet) => {
        const renewed = renewLease(fleet, { ...renewal, server: name(renewal.server) }, clock);
        standing = renewed?.standing ?? null;
        return renewed?.fleet ?? fleet;
      });
      return standing;
    },
    leave: async (server) => change((fleet) => leaveFleet(fleet, name(server))),
    [Symbol.dispose]() {
      file?.close();
      file = null;
    },
  };
}

/** The row of a database, by device, inode and birth of its file: the number of a file that is gone is given to another. */
class FleetFile {
  readonly #file: Database;
  readonly #identity: string;

  constructor(path: string) {
    createForOwner(fleetPath(path));
    this.#identity = identityOf(path);
    this.#file = new Database(fleetPath(path), { create: true, readwrite: true, strict: true });
    this.#file.run(`PRAGMA busy_timeout = ${BUSY_MS}`);
    this.#file.run("PRAGMA journal_mode = MEMORY");
    this.#file.run("PRAGMA synchronous = OFF");
    this.#file.run("CREATE TABLE IF NOT EXISTS fleet (of TEXT PRIMARY KEY, state TEXT NOT NULL)");
    // What was served from another file at this path says nothing of this one.
    this.#file.query("DELETE FROM fleet WHERE of <> ?").run(this.#identity);
  }

  change(decide: (kept: Fleet | null) => Fleet): Fleet {
    this.#file.run("BEGIN IMMEDIATE");
    try {
      const row = this.#file
        .query<{ state: string }, [string]>("SELECT state FROM fleet WHERE of = ?")
        .get(this.#identity);
      const fleet = decide(row === null ? null : JSON.parse(row.state));
      this.#file
        .query("INSERT INTO fleet VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state")
        .run(this.#identity, JSON.stringify(fleet));
      this.#file.run("COMMIT");
      return fleet;
    } finally {
      if (this.#file.inTransaction) this.#file.run("ROLLBACK");
    }
  }

  close(): void {
    this.#file.close();
  }
}

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

/**
 * One clock for all processes of the machine, in milliseconds: since it was booted, which nobody sets, in steps of ten. Where the
 * system does not say, the time of day, which is taken for strange when it is set back.
 */
function machineMs(): number {
  try {
    const ms = Math.round(Number.parseFloat(readFileSync("/proc/uptime", "utf8")) * 1000);
    hasUptime = true;
    return ms;
  } catch (error) {
    // As when no descriptor is left: by another clock all leases would seem to be over.
    if (hasUptime) throw error;
    return Date.now();
  }
}

let hasUptime = false;

/** Without the servers whose process is gone: nobody need wait for the end of their leases. */
function withoutTheDead(fleet: Fleet, own: string): Fleet {
  const servers = fleet.servers.filter(({ server }) => {
    const [namespace, pid] = server.split("/");
    return namespace !== own || isAlive(Number(pid));
  });
  return servers.length === fleet.servers.length ? fleet : { ...fleet, servers };
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Containers that share a volume number their processes each for itself. Empty where there are none. */
function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replaceAll("/", "");
  } catch {
    return "";
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
