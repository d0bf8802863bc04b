/** Where other programs bring jobs and reports of deliveries: whatever the host that they call it by, with a token. */
import { plainProblem, problemResponse } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import { pathnameOf } from "../http/request.ts";
import type { JobsFormat } from "../owner/take_jobs.ts";
import type { Log } from "../platform.ts";
import type { BodyReader } from "./spool_body.ts";
import type { OwnerActs } from "./workers/open_acts.ts";
import type { ServiceThread } from "./workers/service_thread.ts";

/** The largest body. */
export const MOST_JOBS_BYTES = 16 << 20;
/** Requests that wait for the thread at most, so that guessing at tokens fills no memory. */
const MOST_WAITING = 100;

/** What answers share. */
interface JobsDoor {
  readonly acts: ServiceThread<"acts">;
  /** The acts that a token may be good for; null where no business is called as it says. */
  readonly actsFor: (token: string) => OwnerActs | null;
  readonly log: Log;
  readonly bodies: BodyReader;
}

/** A request that its token lets in. */
interface DoorCall {
  readonly door: JobsDoor;
  readonly acts: OwnerActs;
  /** The name of the token. */
  readonly token: string;
}

/** One operation. */
interface DoorRow {
  readonly method: "POST";
  readonly path: string;
  readonly answer: (request: Request, call: DoorCall) => Promise<Response>;
}

const ROWS: readonly DoorRow[] = [
  { method: "POST", path: "/api/jobs", answer: takeJobs },
  { method: "POST", path: "/api/bounces", answer: takeBounce },
];

/** Whether a path is one for programs. */
export function isDoorPath(path: string): boolean {
  return path.startsWith("/api/");
}

/** Answers a program. */
export async function answerDoor(request: Request, door: JobsDoor): Promise<Response> {
  const path = pathnameOf(request.url);
  const rows = ROWS.filter((row) => row.path === path);
  const row = rows.find(({ method }) => method === request.method);
  if (row === undefined) {
    if (rows.length === 0) return plainProblem("not_found", "there is nothing at this path");
    const Allow = rows.map(({ method }) => method).join(", ");
    return plainProblem("method_not_allowed", `expected ${Allow}`, { Allow });
  }
  if (door.acts.pending >= MOST_WAITING) return tooMany();
  try {
    const [, given] = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
    const acts = given === undefined ? null : door.actsFor(given);
    const token = given === undefined || acts === null ? null : await acts.nameOfToken(given);
    return token === null || acts === null ? unauthorized() : await row.answer(request, { door, acts, token });
  } catch (error) {
    door.log.error("Jobs request failed", { path, error: String(error) });
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

/** The body, unless it is too large or too many are held. */
async function bodyOf(request: Request, { bodies }: JobsDoor): Promise<Uint8Array<ArrayBuffer> | Response> {
  const body = await bodies.read(request, null);
  if (body === "too_large") return problemResponse(413, [issue("size", `expected at most ${MOST_JOBS_BYTES} bytes`)]);
  if (body === "too_many" || body instanceof Response) return tooMany();
  // Without a place for files it is held.
  return body.held instanceof Uint8Array ? body.held : tooMany();
}

async function takeJobs(request: Request, { door, acts, token }: DoorCall): Promise<Response> {
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
  const body = await bodyOf(request, door);
  if (body instanceof Response) return body;
  const taken = await acts.takeJobs({ token, body, format, idempotencyKey });
  if (taken.kind === "refused") return problemResponse(422, taken.issues);
  return accepted(taken.json);
}

/** A report of a delivery, as it arrived in the sender's mailbox; what it is sent as says nothing. */
async function takeBounce(request: Request, { door, acts }: DoorCall): Promise<Response> {
  const body = await bodyOf(request, door);
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
