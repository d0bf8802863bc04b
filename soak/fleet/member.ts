/** A server of the fleet: a real process on a port of its own, with its own link to the database. */
import { pushingServer, type Service, startService } from "../../test/support/goodword_process.ts";
import { freePort } from "../../test/support/postgres_server.ts";
import { pause } from "../../test/support/wait.ts";
import { type Link, openLink } from "./link.ts";

export const BASE_URL = "https://reviews.goodword.test";

/** Wait before a server that could not start is started again, as a supervisor does, in milliseconds. */
const RESTART_MS = 300;

export function databaseAt(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

export class Member implements AsyncDisposable {
  #service: Service | null = null;
  #starting: Promise<void> | null = null;
  #isOver = false;

  private constructor(
    readonly name: string,
    readonly port: number,
    readonly link: Link,
    /** What is run: one of two releases. */
    public program: readonly string[],
  ) {}

  static async create(name: string, databasePort: number, program: readonly string[]): Promise<Member> {
    return new Member(name, await freePort(), await openLink(databasePort), program);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it, again and again while it cannot: the database may be away just now. */
  start(): Promise<void> {
    this.#starting ??= this.#startUntilItRuns().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #startUntilItRuns(): Promise<void> {
    const environment = {
      ...pushingServer("", BASE_URL),
      DATABASE_URL: databaseAt(this.link.port),
      PORT: String(this.port),
      LOG_FORMAT: "json",
      GOODWORD_SEED: "none",
    };
    while (!this.#isOver) {
      try {
        const service = await startService({ environment, program: this.program });
        this.#service = service;
        void service.ended.then(() => this.#superviseEnd(service));
        return;
      } catch {
        await pause(RESTART_MS);
      }
    }
  }

  /** Starts it again when it ended by itself, as one may whose database went away during its start. */
  #superviseEnd(service: Service): void {
    if (this.#service !== service || this.#isOver) return;
    this.#service = null;
    void this.start();
  }

  /** Sends a signal to the process itself. */
  signal(name: NodeJS.Signals): void {
    this.#service?.signal(name);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#starting;
    const service = this.#service;
    this.#service = null;
    await service?.kill(signal);
  }

  /** What its owner's listener has at /metrics; "" while it does not run. */
  async metrics(): Promise<string> {
    return (await this.#service?.figures()) ?? "";
  }

  /** What it has logged since its last start. */
  log(): string {
    return this.#service?.log() ?? "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.end("SIGKILL");
    await this.link[Symbol.asyncDispose]();
  }
}
