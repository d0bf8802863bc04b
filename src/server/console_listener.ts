/**
 * The owner's listener, apart from the public port: people find the console here, and other programs bring jobs. Everything
 * that it answers with is made in threads.
 *
 * @module
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, consoleUrlAt } from "../config.ts";
import { plainAnswer } from "../console/answers.ts";
import { guardRequest } from "../console/guards.ts";
import { GoodwordError } from "../errors.ts";
import { plainProblem } from "../http/problem.ts";
import { pathnameOf } from "../http/request.ts";
import type { Clock, Log } from "../platform.ts";
import { answerDoor, isDoorPath, MOST_JOBS_BYTES } from "./jobs_door.ts";
import { listenUrl, stopListening } from "./listen.ts";
import { BodyReader } from "./spool_body.ts";
import type { ConsoleAnswer } from "./workers/open_console.ts";
import { ServiceThread } from "./workers/service_thread.ts";

/** Silent connections are cut after this long, in seconds; an answer may wait for an import. */
const IDLE_SECONDS = 60;
/** The longest body that is held, and what is held of all of them; longer ones go into files. */
const HELD_BYTES = 1 << 20;
const HELD_OF_ALL_BYTES = 64 << 20;
/** The longest form, with its files. */
const FORM_BYTES = 512 << 20;
/** Requests that wait for the console at most. */
const MOST_WAITING = 200;
/** How often contacts that are no longer of use are looked for. */
const UPKEEP_MS = 3_600_000;
/** And first, for servers that are often started anew. */
const FIRST_UPKEEP_MS = 60_000;
/** When the link for the first owner is made: readers come first. */
const LINK_AFTER_MS = 500;

/** Where to listen, and what the answers need. */
interface ConsoleOptions {
  readonly host: string;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/** A listener that is stopped by disposing it. */
interface ConsoleListener extends AsyncDisposable {
  readonly port: number;
}

/** Listens. @throws {GoodwordError} `port_taken` */
export function openConsole({ host, config, clock, log }: ConsoleOptions): ConsoleListener {
  const { databasePath: database, invitations: policy } = config;
  const acts = new ServiceThread("acts", () => database, clock);
  const uploads = lazyFolder();
  const door = {
    acts,
    log,
    bodies: new BodyReader({ mostHeldBytes: MOST_JOBS_BYTES, mostHeldOfAllBytes: HELD_OF_ALL_BYTES }),
  };
  const bodies = new BodyReader({ mostHeldBytes: HELD_BYTES, mostHeldOfAllBytes: HELD_OF_ALL_BYTES });
  const server = listenOrRefuse(host, config.console.port ?? 0, (request) =>
    isDoorPath(pathnameOf(request.url)) ? answerDoor(request, door) : answerPerson(request),
  );
  const port = server.port ?? 0;
  const consoleUrl = consoleUrlAt(config, port);
  const order = () => ({ config, consoleUrl, port, uploads: uploads.path() });
  const pages = new ServiceThread("console", order, clock);
  const imports = new ServiceThread("imports", () => ({ database, policy }), clock);

  async function answerPerson(request: Request): Promise<Response> {
    const guarded = guardRequest(request, { consoleUrl, port });
    // Before anything is read, or a thread is started.
    if (guarded.kind === "refused") return plainAnswer(guarded.status, guarded.reason);
    if (pages.pending >= MOST_WAITING) return busy();
    const sent = { method: request.method, url: request.url, headers: [...request.headers], body: null };
    try {
      if (request.method !== "POST") return responseOf(await pages.service.answer(sent));
      const refuse = async () => {
        const refusal = await pages.service.refuse(sent);
        return refusal === null ? null : responseOf(refusal);
      };
      const long = { folder: uploads.path(), mostBytes: FORM_BYTES, refuse };
      const body = await bodies.read(request, long);
      if (body instanceof Response) return body;
      if (body === "too_large") return (await refuse()) ?? plainAnswer(413, `Expected at most ${FORM_BYTES} bytes`);
      if (body === "too_many") return busy();
      await using arrived = body;
      return responseOf(await pages.service.answer({ ...sent, body: arrived.held }));
    } catch (error) {
      log.error("Console request failed", { path: pathnameOf(request.url), error: String(error) });
      return busy();
    }
  }

  function responseOf({ status, headers, body, begun, failures }: ConsoleAnswer): Response {
    for (const { event, fields } of failures) log.error(event, fields);
    for (const folder of begun) void importIn(folder);
    const content = body instanceof ArrayBuffer ? body : Bun.file(body.path);
    return new Response(content, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
  }

  async function importIn(folder: string): Promise<void> {
    try {
      await imports.service.workOn(folder);
    } catch (error) {
      log.error("Import in the console failed", { error: String(error) });
      // A thread that ended without a word has left the upload as it was.
      (await import("../console/uploads.ts")).failUpload(folder);
    }
  }

  log.info("Owner's listener", { url: listenUrl({ host, port }), console_url: consoleUrl });
  const cancelLink = clock.after(LINK_AFTER_MS, () => void sayFirstLink());
  async function sayFirstLink(): Promise<void> {
    try {
      const token = await acts.service.firstLink();
      if (token === null) return;
      log.info("Open this link to set up the console; it works once, for 15 minutes", {
        url: `${consoleUrl}/claim/${token}`,
      });
    } catch (error) {
      log.warn("Cannot create a link to the console; run goodword console link", { error: String(error) });
    }
  }
  let cancelUpkeep = () => {};
  const upkeep = () => {
    cancelUpkeep = clock.after(UPKEEP_MS, upkeep);
    const failed = (error: unknown) => log.warn("Old contacts could not be erased", { error: String(error) });
    acts.service.forgetUnused(policy).catch(failed);
  };
  cancelUpkeep = clock.after(FIRST_UPKEEP_MS, upkeep);
  return {
    port,
    async [Symbol.asyncDispose]() {
      cancelLink();
      cancelUpkeep();
      await stopListening(server);
      await Promise.all([acts, pages, imports].map((thread) => thread[Symbol.asyncDispose]()));
      uploads[Symbol.dispose]();
    },
  };
}

function busy(): Response {
  return plainAnswer(503, "The console cannot answer right now; retry in a moment", { "Retry-After": "30" });
}

const UPLOADS = "goodword-uploads-";

/** Erases what servers have left that were killed: files of customers. */
function eraseAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^goodword-uploads-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // Another user's folder stays.
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {}
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** A folder for files of forms that nobody else may read, made when it is first needed, and erased in the end. */
function lazyFolder(): Disposable & { path(): string } {
  let made: string | null = null;
  return {
    path() {
      if (made === null) {
        eraseAbandoned();
        made = mkdtempSync(join(tmpdir(), `${UPLOADS}${process.pid}-`));
      }
      return made;
    },
    [Symbol.dispose]() {
      if (made !== null) rmSync(made, { recursive: true, force: true });
    },
  };
}

/** Listens for people and programs of the owner. @throws {GoodwordError} `port_taken` */
export function listenOrRefuse(
  hostname: string,
  port: number,
  fetch: (request: Request) => Response | Promise<Response>,
) {
  try {
    const error = () => plainProblem("internal", "an unexpected error occurred");
    return Bun.serve({
      ...{ hostname, port, development: false, idleTimeout: IDLE_SECONDS, error, fetch },
      // Beyond this Bun answers 413 by itself, without a word.
      maxRequestBodySize: FORM_BYTES + HELD_BYTES,
    });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE") throw cause;
    const message = `Port ${port} on ${hostname} is in use by another program; set CONSOLE_PORT to another, or to off`;
    throw new GoodwordError("port_taken", message, { cause });
  }
}
