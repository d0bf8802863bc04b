/**
 * The owner's listener, apart from the public port: other programs bring jobs here. Everything that it answers with is a row.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { plainProblem, problemResponse } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import { pathnameOf } from "../http/request.ts";
import type { InvitationPolicy } from "../invitations/mod.ts";
import type { JobsFormat } from "../owner/take_jobs.ts";
import type { Clock, Log } from "../platform.ts";
import { addressOf, stopListening } from "./listen.ts";
import { ActThread } from "./workers/act_thread.ts";

/** Silent connections are cut after this long, in seconds; an answer may wait for an import. */
const IDLE_SECONDS = 60;
/** The largest body, and what is held of all of them. */
const MOST_BODY_BYTES = 16 << 20;
const MOST_HELD_BYTES = 4 * MOST_BODY_BYTES;
/** Requests that wait for the thread at most, so that guessing at tokens fills no memory. */
const MOST_WAITING = 100;
/** How often contacts that are no longer of use are looked for. */
const UPKEEP_MS = 3_600_000;
/** And first, for servers that are often started anew. */
const FIRST_UPKEEP_MS = 60_000;

/** Where to listen, and what the answers need. */
export interface ConsoleOptions {
  readonly host: string;
  readonly port: number;
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly database: string;
  readonly policy: InvitationPolicy;
  readonly clock: Clock;
  readonly log: Log;
}

/** What answers share. */
interface ConsoleService {
  readonly acts: ActThread;
  readonly log: Log;
  /** The body, unless it is too large or too many are held. */
  bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | Response>;
}

/** One operation: a request with a token, whose name is given. */
interface ConsoleRow {
  readonly method: "POST";
  readonly path: string;
  readonly answer: (request: Request, service: ConsoleService, token: string) => Promise<Response>;
}

const ROWS: readonly ConsoleRow[] = [
  { method: "POST", path: "/api/jobs", answer: takeJobs },
  { method: "POST", path: "/api/bounces", answer: takeBounce },
];

/** A listener that is stopped by disposing it. */
export interface ConsoleListener extends AsyncDisposable {
  readonly port: number;
}

/** Listens. @throws {GoodwordError} `port_taken` */
export function openConsole({ host, port, database, policy, clock, log }: ConsoleOptions): ConsoleListener {
  const acts = new ActThread(database, clock);
  const service: ConsoleService = { acts, log, bodyOf: bodyReader() };
  const server = listenOrRefuse(host, port, (request) => answer(request, service));
  log.info("Owner's listener", { url: addressOf({ host, port: server.port ?? port }) });
  let cancelUpkeep = () => {};
  const upkeep = () => {
    cancelUpkeep = clock.after(UPKEEP_MS, upkeep);
    acts.forgetUnused(policy).catch((error) => log.warn("Old contacts could not be erased", { error: String(error) }));
  };
  cancelUpkeep = clock.after(FIRST_UPKEEP_MS, upkeep);
  return {
    port: server.port ?? port,
    async [Symbol.asyncDispose]() {
      cancelUpkeep();
      await stopListening(server);
      await acts[Symbol.asyncDispose]();
    },
  };
}

function listenOrRefuse(hostname: string, port: number, fetch: (request: Request) => Promise<Response>) {
  try {
    const error = () => plainProblem("internal", "an unexpected error occurred");
    return Bun.serve({
      ...{ hostname, port, development: false, idleTimeout: IDLE_SECONDS, error, fetch },
      // Beyond this Bun answers 413 by itself, without a word.
      maxRequestBodySize: MOST_HELD_BYTES,
    });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE") throw cause;
    const message = `Port ${port} on ${hostname} is in use by another program; set CONSOLE_PORT to another, or to off`;
    throw new GoodwordError("port_taken", message, { cause });
  }
}

async function answer(request: Request, service: ConsoleService): Promise<Response> {
  const path = pathnameOf(request.url);
  const rows = ROWS.filter((row) => row.path === path);
  const row = rows.find(({ method }) => method === request.method);
  if (row === undefined) {
    if (rows.length === 0) return plainProblem("not_found", "there is nothing at this path");
    const Allow = rows.map(({ method }) => method).join(", ");
    return plainProblem("method_not_allowed", `expected ${Allow}`, { Allow });
  }
  if (service.acts.pending >= MOST_WAITING) return tooMany();
  try {
    const [, given] = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
    const token = given === undefined ? null : await service.acts.nameOfToken(given);
    return token === null ? unauthorized() : await row.answer(request, service, token);
  } catch (error) {
    service.log.error("A request of another program could not be answered", { path, error: String(error) });
    return plainProblem("not_ready", "the database cannot be written to; retry later", { "Retry-After": "30" });
  }
}

function unauthorized(): Response {
  const issues = [issue("token", "expected Authorization: Bearer with a token that is valid")];
  return problemResponse(401, issues, { "WWW-Authenticate": "Bearer" });
}

function tooMany(): Response {
  return plainProblem("not_ready", "too many requests at once", { "Retry-After": "5" });
}

function issue(code: string, message: string, path: string[] = []): Issue {
  return { path, code, message };
}

async function takeJobs(request: Request, { acts, bodyOf }: ConsoleService, token: string): Promise<Response> {
  const { jobsFormatOf } = await import("../owner/take_jobs.ts");
  const format: JobsFormat | null = jobsFormatOf(request.headers.get("Content-Type"));
  if (format === null) {
    const message = "expected application/json, application/x-ndjson, text/csv or application/x-www-form-urlencoded";
    return problemResponse(415, [issue("content_type", message, ["Content-Type"])]);
  }
  const idempotencyKey = request.headers.get("Idempotency-Key");
  if (idempotencyKey !== null && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    return problemResponse(422, [issue("key", "expected 1 to 255 visible characters", ["Idempotency-Key"])]);
  }
  const body = await bodyOf(request);
  if (body instanceof Response) return body;
  const taken = await acts.takeJobs({ token, body, format, idempotencyKey });
  if (taken.kind === "refused") return problemResponse(422, taken.issues);
  return accepted(taken.json);
}

/** A report of a delivery, as it arrived in the sender's mailbox; what it is sent as says nothing. */
async function takeBounce(request: Request, { acts, bodyOf }: ConsoleService): Promise<Response> {
  const body = await bodyOf(request);
  if (body instanceof Response) return body;
  const outcome = await acts.takeBounce(body);
  if (outcome !== "no_report") return accepted(JSON.stringify({ outcome }));
  return problemResponse(422, [issue("report", "expected a message with a part message/delivery-status (RFC 3464)")]);
}

function accepted(json: string): Response {
  return new Response(`${json}\n`, {
    status: 202,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  });
}

/** Reads bodies piece by piece; what all of them hold at once is bounded. */
function bodyReader(): ConsoleService["bodyOf"] {
  let held = 0;
  const tooLarge = () => problemResponse(413, [issue("size", `expected at most ${MOST_BODY_BYTES} bytes`)]);
  return async (request) => {
    if (Number(request.headers.get("Content-Length") ?? 0) > MOST_BODY_BYTES) return tooLarge();
    const pieces: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const piece of request.body ?? []) {
        size += piece.length;
        held += piece.length;
        if (size > MOST_BODY_BYTES) return tooLarge();
        if (held > MOST_HELD_BYTES) return tooMany();
        pieces.push(piece);
      }
      return new Uint8Array(Buffer.concat(pieces));
    } finally {
      held -= size;
    }
  };
}
