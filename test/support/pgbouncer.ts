/** PgBouncer in front of a PostgreSQL server of a test. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, ownerOfPostgres } from "./postgres_server.ts";
import { findTool } from "./tools.ts";
import { untilListening } from "./wait.ts";

export interface PgBouncer extends AsyncDisposable {
  readonly url: string;
  /** Whether this release can pass prepared statements on in transaction mode. */
  readonly passesStatements: boolean;
}

/** From this release on. */
const PASSES_STATEMENTS = [1, 21] as const;

export async function startPgBouncer(database: string, mode: "session" | "transaction"): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-pgbouncer-"));
  const passesStatements = isSince(PASSES_STATEMENTS);
  const url = new URL(database);
  const port = await freePort();
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    auth_type: "any",
    pool_mode: mode,
    unix_socket_dir: "",
    default_pool_size: 40,
    ...(passesStatements && { max_prepared_statements: 200 }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `* = host=${url.hostname} port=${url.port} user=${url.username}`;
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, ["[databases]", target, "[pgbouncer]", ...lines, ""].join("\n"));
  const owner = ownerOfPostgres();
  if (owner !== null) for (const path of [folder, file]) chownSync(path, owner, owner);
  const pooler = spawn(program(), [file], { stdio: "ignore", ...(owner !== null && { uid: owner, gid: owner }) });
  await untilListening(port);
  url.port = String(port);
  return {
    url: url.href,
    passesStatements,
    async [Symbol.asyncDispose]() {
      await ended(pooler);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isSince([major, minor]: readonly [number, number]): boolean {
  const said = spawnSync(program(), ["--version"]).stdout.toString();
  const [, ours = "0", since = "0"] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
  return Number(ours) > major || (Number(ours) === major && Number(since) >= minor);
}

function program(): string {
  return findTool("pgbouncer") ?? "pgbouncer";
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
