/**
 * A PostgreSQL server for the tests: started from the system's packages on a loopback port, with nothing to keep. Where
 * there is none, and POSTGRES_URL names no other, the tests that need it are skipped, with a line on standard error.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { serverTls, type TestCertificate } from "./test_certificates.ts";

export interface PostgresServer extends Disposable {
  /** URL of a database whose user may create others. */
  readonly url: string;
}

/** One that a test may take away. */
export interface OwnPostgresServer extends PostgresServer {
  /** Ends it with all connections, as an operator does, or as a crash. */
  stop(mode?: "fast" | "immediate"): void;
  /** Starts it unless it runs. */
  start(): void;
}

export interface PostgresOptions {
  /** A certificate of test/fixtures/tls to show; connections must be encrypted then. */
  readonly certificate?: TestCertificate;
}

const PACKAGES = "/usr/lib/postgresql";

/** The server, or why there is none. */
export async function startPostgres(): Promise<PostgresServer | string> {
  const given = process.env.POSTGRES_URL;
  return given === undefined ? startOwnPostgres() : { url: given, [Symbol.dispose]() {} };
}

/** A server of the test's own, or why there is none. */
export async function startOwnPostgres({ certificate }: PostgresOptions = {}): Promise<OwnPostgresServer | string> {
  const tools = postgresTools();
  if (tools === null) return "there is no PostgreSQL here (Debian package postgresql-15)";
  const folder = mkdtempSync(join(tmpdir(), "goodword-postgres-"));
  const data = join(folder, "data");
  const tool = (name: string, ...args: string[]) => asOwner(folder, join(tools, name), ...args);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  const start = () => tool("pg_ctl", "-D", data, "-o", options, "-l", join(folder, "log"), "-w", "start");
  const status = () => tool("pg_ctl", "-D", data, "status");
  const stop = (mode: string) => tool("pg_ctl", "-D", data, "-m", mode, "-w", "stop");
  const access = ["-A", "trust", "-U", "postgres"];
  const isMade = tool("initdb", "-D", data, ...access, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  if (isMade && certificate !== undefined) encrypt(data, certificate);
  if (!isMade || !start()) {
    rmSync(folder, { recursive: true, force: true });
    return "PostgreSQL could not be started";
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: (mode = "fast") => void stop(mode),
    start: () => void (status() || start()),
    [Symbol.dispose]() {
      stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of the programs of the newest server here, or null; its clients alone are installed there, too. */
export function postgresTools(): string | null {
  if (ownerOfPostgres() === 0) return null;
  const folders = existsSync(PACKAGES) ? readdirSync(PACKAGES).map((version) => join(PACKAGES, version, "bin")) : [];
  return folders.sort().findLast((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** Requires TLS, with this certificate. */
function encrypt(data: string, certificate: TestCertificate): void {
  const { cert, key } = serverTls(certificate);
  const { uid, gid } = statSync(data);
  for (const [name, content] of [["server.crt", cert] as const, ["server.key", key] as const]) {
    writeFileSync(join(data, name), content, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
  writeFileSync(join(data, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n");
  appendFileSync(join(data, "postgresql.conf"), "ssl = on\n");
}

/** PostgreSQL refuses to be run by root, so root runs it as the user of its package. */
function asOwner(folder: string, command: string, ...args: readonly string[]): boolean {
  const owner = ownerOfPostgres();
  if (owner !== null) chownSync(folder, owner, owner);
  return spawnSync(command, args, { stdio: "ignore", ...(owner !== null && { uid: owner, gid: owner }) }).status === 0;
}

/**
 * The user that PostgreSQL is run as and that owns its files; null for the user that runs the tests, unless that is root. Root itself where
 * there is no such user.
 */
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
