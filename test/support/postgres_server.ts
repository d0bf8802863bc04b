/**
 * A PostgreSQL server for the tests: started from the system's packages on a loopback port, with nothing to keep. Where
 * there is none, and POSTGRES_URL names no other, the tests that need it are skipped and say so.
 */
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface PostgresServer extends Disposable {
  /** URL of a database whose user may create others. */
  readonly url: string;
}

const PACKAGES = "/usr/lib/postgresql";

/** The server, or why there is none. */
export async function startPostgres(): Promise<PostgresServer | string> {
  const given = process.env.POSTGRES_URL;
  if (given !== undefined) return { url: given, [Symbol.dispose]() {} };
  const tools = postgresTools();
  if (tools === null) return "there is no PostgreSQL here, and POSTGRES_URL names none";
  const folder = mkdtempSync(join(tmpdir(), "goodword-postgres-"));
  const data = join(folder, "data");
  const tool = (name: string, ...args: string[]) => asOwner(folder, join(tools, name), ...args);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  const isStarted =
    tool("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync") &&
    tool("pg_ctl", "-D", data, "-o", options, "-l", join(folder, "log"), "-w", "start");
  if (!isStarted) {
    rmSync(folder, { recursive: true, force: true });
    return "PostgreSQL could not be started";
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    [Symbol.dispose]() {
      tool("pg_ctl", "-D", data, "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of the programs of the newest PostgreSQL here, or null. */
export function postgresTools(): string | null {
  const version = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort().at(-1) : undefined;
  return version === undefined ? null : join(PACKAGES, version, "bin");
}

/** PostgreSQL refuses to be run by root, so root runs it as the user of its package. */
function asOwner(folder: string, command: string, ...args: readonly string[]): boolean {
  const owner = ownerOfPostgres();
  if (owner !== null) chownSync(folder, owner, owner);
  const [program, given] = owner === null ? [command, args] : ["runuser", ["-u", "postgres", "--", command, ...args]];
  return spawnSync(program, given, { stdio: "ignore" }).status === 0;
}

/** The user that PostgreSQL is run as and that owns its files; null for whoever runs the tests, unless that is root. */
export function ownerOfPostgres(): number | null {
  return userInfo().uid === 0 ? Number(spawnSync("id", ["-u", "postgres"]).stdout.toString()) : null;
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
