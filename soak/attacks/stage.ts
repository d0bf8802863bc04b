/** A database of generated reviews with an owner and a token, made by the checkout under test, and servers on copies of it. */
import { cpSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { generatedBusiness, generateReviews } from "../../bench/generate_reviews.ts";
import { wholePublished } from "../../bench/prepared.ts";
import { freePort, type Running, run } from "../../bench/processes.ts";
import type { Target } from "./attack.ts";

const SEED = 1;
const PREPARED = "prepared.sqlite";

export interface AttackedServer extends Running {
  readonly target: Target;
  /** Where it keeps files of requests. */
  readonly temporary: string;
  /** The file of its log, with errors only. */
  readonly log: string;
}

interface ServerOptions {
  readonly descriptors?: number | undefined;
}

export class AttackStage implements Disposable {
  readonly #folder: string;
  readonly #main: string;
  readonly #token: string;
  readonly #cookie: string;
  #servers = 0;

  private constructor(main: string, known: { token: string; cookie: string; folder: string }) {
    this.#main = main;
    this.#folder = known.folder;
    this.#token = known.token;
    this.#cookie = known.cookie;
  }

  /** Makes the database with the program of a checkout. */
  static async prepare(checkout: string, reviews: number): Promise<AttackStage> {
    const folder = mkdtempSync(join(tmpdir(), "goodword-attacks-"));
    const main = resolve(checkout, "src/main.ts");
    const file = join(folder, "reviews.json");
    const database = join(folder, PREPARED);
    const env = environment(database);
    await Bun.write(
      file,
      JSON.stringify({ business: generatedBusiness, reviews: [...generateReviews(reviews, SEED)] }),
    );
    await run(["bun", main, "import", "--quiet", file], { env });
    const created = await run(["bun", main, "jobs", "token", "create", "soak"], { env });
    const [token = ""] = /gwj_[\w-]+/.exec(created) ?? [];
    const stage = new AttackStage(main, { folder, token, cookie: "" });
    const server = stage.#serve(database, {});
    await wholePublished({ ...server, url: server.target.url });
    const cookie = await stage.#claim(server.target, database);
    await server.stop();
    return new AttackStage(main, { folder, token, cookie });
  }

  /** A server on a database of its own, which has published everything. */
  async server(options: ServerOptions): Promise<AttackedServer> {
    const database = join(this.#folder, `${++this.#servers}.sqlite`);
    for (const path of filesOf(join(this.#folder, PREPARED))) {
      cpSync(path, path.replace(PREPARED, basename(database)), { recursive: true });
    }
    const server = this.#serve(database, options);
    await wholePublished({ ...server, url: server.target.url });
    return server;
  }

  #serve(database: string, { descriptors }: ServerOptions): AttackedServer {
    const port = freePort();
    const consolePort = freePort();
    const temporary = `${database}.tmp`;
    mkdirSync(temporary, { recursive: true });
    const limited = descriptors === undefined ? [] : ["sh", "-c", `ulimit -n ${descriptors}; exec "$@"`, "sh"];
    const log = `${database}.errors`;
    const child = Bun.spawn([...limited, "bun", this.#main, "serve"], {
      stdout: "ignore",
      stderr: openSync(log, "w"),
      env: {
        ...process.env,
        ...environment(database),
        HOST: "127.0.0.1",
        PORT: String(port),
        CONSOLE_PORT: String(consolePort),
        TMPDIR: temporary,
        TRUST_PROXY: "127.0.0.1",
        INVITATIONS: "links",
        LINK_KEY: "k".repeat(43),
      },
    });
    const stop = async () => {
      child.kill();
      await child.exited;
    };
    return {
      pid: child.pid,
      hasEnded: () => child.exitCode !== null,
      stop,
      temporary,
      log,
      target: {
        url: `http://127.0.0.1:${port}`,
        consoleUrl: `http://localhost:${consolePort}`,
        token: this.#token,
        cookie: this.#cookie,
        database,
      },
      async [Symbol.asyncDispose]() {
        await stop();
        for (const path of filesOf(database)) rmSync(path, { recursive: true, force: true });
      },
    };
  }

  /** The first owner. @returns the cookie of the session */
  async #claim({ consoleUrl }: Target, database: string): Promise<string> {
    const env = { ...environment(database), CONSOLE_URL: consoleUrl };
    const printed = await run(["bun", this.#main, "console", "link"], { env });
    const [link = ""] = /http\S+\/claim\/[\w-]+/.exec(printed) ?? [];
    const body = new URLSearchParams({ name: "Amy", password: "three blue buckets" });
    const claimed = await fetch(link, { method: "POST", body, headers: { Origin: consoleUrl }, redirect: "manual" });
    const cookie = claimed.headers.get("Set-Cookie")?.split(";", 1)[0];
    if (cookie === undefined) throw new Error(`The console refused the first owner: ${claimed.status}`);
    return cookie;
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A database with its log, keys and whatever else is beside it. */
function filesOf(database: string): string[] {
  const names = readdirSync(dirname(database)).filter((name) => name.startsWith(basename(database)));
  return names.map((name) => join(dirname(database), name));
}

function environment(database: string): Record<string, string> {
  return { DATABASE_URL: `file:${database}`, GOODWORD_SEED: "none", LOG_LEVEL: "error" };
}
