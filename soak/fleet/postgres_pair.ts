/** A PostgreSQL server with a synchronous standby, to be killed, restarted and replaced by its standby. */
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { freePort, ownerOfPostgres, postgresTools } from "../../test/support/postgres_server.ts";
import { eventually } from "../../test/support/wait.ts";

/** Small, for two of them share a machine with three servers; what is not synced to the disk survives a kill all the same. */
const SETTINGS = "-c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=32MB -c max_connections=100";

interface Node {
  readonly data: string;
  readonly port: number;
}

export class PostgresPair implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "goodword-fleet-postgres-"));
  readonly #owner = ownerOfPostgres();
  #primary: Node = { data: "", port: 0 };
  #standby: Node | null = null;
  #made = 0;

  private constructor(private readonly tools: string) {}

  /** The pair, or why there is none. */
  static async start(): Promise<PostgresPair | string> {
    const tools = postgresTools();
    if (tools === null) return "there is no PostgreSQL here";
    const pair = new PostgresPair(tools);
    if (pair.#owner !== null) chownSync(pair.#folder, pair.#owner, pair.#owner);
    pair.#primary = await pair.#newNode();
    const { data } = pair.#primary;
    await pair.#tool(
      "initdb",
      "-D",
      data,
      "-A",
      "trust",
      "-U",
      "postgres",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
    );
    await pair.#startNode(pair.#primary);
    await pair.addStandby();
    return pair;
  }

  get port(): number {
    return this.#primary.port;
  }

  /** Takes a copy of the primary, which from then on acknowledges nothing that the copy has not. */
  async addStandby(): Promise<void> {
    const standby = await this.#newNode();
    const from = `host=127.0.0.1 port=${this.port} user=postgres`;
    await this.#tool("pg_basebackup", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", from, "-D", standby.data);
    await this.#startNode(standby);
    await eventually("the standby to follow", async () => {
      const [row] = await this.#ask("select count(*) as count from pg_stat_replication where state = 'streaming'");
      return Number(row?.count) > 0;
    });
    await this.#waitForStandbys("*");
    this.#standby = standby;
  }

  /** Ends the primary as a loss of power does. */
  kill(): void {
    process.kill(pidOf(this.#primary), "SIGKILL");
  }

  /** Starts the primary again. */
  async restart(): Promise<void> {
    await this.#startNode(this.#primary);
  }

  /**
   * Loses the primary for good, with what it had not sent: the sender is stopped a while before the kill. The standby takes its
   * place, alone for the time being.
   */
  async promote(frozen: () => Promise<void>, killed: () => void): Promise<void> {
    if (this.#standby === null) throw new Error("There is no standby");
    // After a restart the standby comes back by itself, a little later.
    const pid = await eventually("the standby to follow again", async () => {
      const [sender] = await this.#ask("select pid from pg_stat_replication");
      return sender === undefined ? null : Number(sender.pid);
    });
    const lost = this.#primary;
    process.kill(pid, "SIGSTOP");
    await frozen();
    this.kill();
    process.kill(pid, "SIGKILL");
    killed();
    this.#primary = this.#standby;
    this.#standby = null;
    await this.#tool("pg_ctl", "-D", this.#primary.data, "-w", "promote");
    await this.#waitForStandbys("");
    rmSync(lost.data, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of [this.#standby, this.#primary]) {
      if (node !== null) await this.#tool("pg_ctl", "-D", node.data, "-m", "immediate", "stop").catch(() => {});
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #newNode(): Promise<Node> {
    const data = join(this.#folder, `data-${this.#made++}`);
    mkdirSync(data, { mode: 0o700 });
    if (this.#owner !== null) chownSync(data, this.#owner, this.#owner);
    return { data, port: await freePort() };
  }

  /** Tried again while what is left of a killed one is still ending. */
  async #startNode({ data, port }: Node): Promise<void> {
    const options = `-p ${port} ${SETTINGS} -c unix_socket_directories=${this.#folder}`;
    await eventually("PostgreSQL to start", () =>
      this.#tool("pg_ctl", "-D", data, "-o", options, "-l", `${data}.log`, "-w", "start").then(
        () => true,
        () => false,
      ),
    );
  }

  async #waitForStandbys(names: string): Promise<void> {
    await this.#ask(`alter system set synchronous_standby_names to '${names}'`);
    await this.#ask("select pg_reload_conf()");
  }

  async #ask(query: string) {
    await using client = new SQL({ url: `postgres://postgres@127.0.0.1:${this.port}/postgres`, max: 1 });
    return await client.unsafe(query);
  }

  /** PostgreSQL refuses to be run by root, so root runs it as the user of its package. */
  async #tool(name: string, ...args: readonly string[]): Promise<void> {
    const code = await Bun.spawn([join(this.tools, name), ...args], {
      cwd: this.#folder,
      stdio: ["ignore", "ignore", "ignore"],
      ...(this.#owner !== null && { uid: this.#owner, gid: this.#owner }),
    }).exited;
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  }
}

function pidOf({ data }: Node): number {
  return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
}
