/** Several businesses in one process, over a folder or PostgreSQL: their commands, servers, and requests to their hosts. */
import { expect } from "bun:test";
import { isServerUrl } from "../../src/config.ts";
import { openPostgres } from "../../src/store/postgres/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, Workshop } from "./command_line.ts";
import { type Service, startService } from "./goodword_process.ts";
import type { PostgresServer } from "./postgres_server.ts";

const LISTENING = { HOST: "127.0.0.1", PORT: "0", CONSOLE_PORT: "0", LOG_FORMAT: "json" };

export class Firms implements AsyncDisposable {
  readonly shop = new Workshop();
  readonly servers: Service[] = [];
  readonly env: Readonly<Record<string, string>>;

  /** A folder of SQLite files where no PostgreSQL server is given. */
  constructor(postgres: PostgresServer | null = null) {
    const url = postgres === null ? `folder:${this.shop.path("shops")}` : `${postgres.url}?businesses=true`;
    this.env = { DATABASE_URL: url, ...(postgres !== null && { KEYS_DIR: this.shop.path("keys") }) };
    this.shop.context = {
      env: this.env,
      open: async (database, options) =>
        isServerUrl(database) ? openPostgres(database) : openDatabase(database, { ...options, clock: this.shop.clock }),
    };
  }

  async add(id: string, baseUrl = `https://${id}.test/`): Promise<void> {
    expect((await this.shop.run("business", "add", id, "--base-url", baseUrl)).err).toBe("");
  }

  async importInto(id: string, ...reviews: readonly Record<string, unknown>[]): Promise<void> {
    this.shop.write(`${id}.json`, reviewsFile(...reviews));
    expect(await this.shop.run("import", `${id}.json`, "--business", id)).toMatchObject({ code: 0 });
  }

  /** Adds a business whose only review is `of-ID`. */
  async addReviewed(id: string, baseUrl?: string): Promise<void> {
    await this.add(id, baseUrl);
    await this.importInto(id, { id: `of-${id}` });
  }

  async serve(more: Readonly<Record<string, string>> = {}): Promise<Service> {
    const server = await startService({ environment: { ...this.env, ...LISTENING, ...more } });
    this.servers.push(server);
    return server;
  }

  get server(): Service {
    return this.servers.at(-1) ?? expect.unreachable("no server");
  }

  /** Asks for an address of a business, as a proxy passes it on. */
  ask(address: string, init: RequestInit = {}, server = this.server): Promise<Response> {
    const { host, pathname, search } = new URL(address);
    const headers = { ...(init.headers as Record<string, string>), Host: host };
    return fetch(server.url + pathname + search, { redirect: "manual", ...init, headers });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) await server.kill();
    this.shop[Symbol.dispose]();
  }
}
