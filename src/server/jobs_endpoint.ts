/** Endpoints for other programs, which post jobs and reports of deliveries with a token, at any host name. */
import { GoodwordError } from "../errors.ts";
import { clientKey, createRateLimit } from "../http/admission.ts";
import { Places } from "../http/places.ts";
import { plainProblem, problemResponse } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import { pathnameOf } from "../http/request.ts";
import type { JobsFormat } from "../owner/take_jobs.ts";
import type { Clock, Log } from "../platform.ts";
import type { BodyReader } from "./spool_body.ts";
import { type JobsBusiness, TokenCache } from "./token_cache.ts";

/** The largest body. */
export const MOST_JOBS_BYTES = 16 << 20;
/** Requests with a valid token that are at work at once, by business. */
const VALID = { ofKey: 50, all: 200 };
/** Requests with an unknown token that wait until the tokens are read again, by address. */
const UNKNOWN = { ofKey: 10, all: 50 };
/** Requests without a valid token, for each address. */
const UNAUTHORIZED = { burst: 30, perSecond: 0.5 };

interface JobsEndpointParts {
  /** The business that a token may be valid for; null where it names an unknown one. */
  readonly businessOf: (token: string) => JobsBusiness | null;
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Log;
  readonly bodies: BodyReader;
}

/** A request that its token lets in. */
interface JobsCall extends JobsBusiness {
  readonly door: JobsEndpoint;
  readonly token: string;
}

/** What is posted, by path. */
const OPERATIONS: Readonly<Record<string, (request: Request, call: JobsCall) => Promise<Response | "unauthorized">>> = {
  "/api/jobs": takeJobs,
  "/api/bounces": takeBounce,
};

/** Whether a path is one for programs. */
export function isJobsPath(path: string): boolean {
  return path.startsWith("/api/");
}

/** Answers programs. Requests without a valid token are refused from memory: they open no store and take no place from others. */
export class JobsEndpoint {
  readonly #tokens: TokenCache;
  readonly #unauthorized: ReturnType<typeof createRateLimit>;
  readonly #valid = new Places(VALID);
  readonly #unknown = new Places(UNKNOWN);

  constructor(readonly parts: JobsEndpointParts) {
    this.#tokens = new TokenCache(parts.clock);
    this.#unauthorized = createRateLimit({ ...UNAUTHORIZED, now: parts.clock.now });
  }

  async answer(request: Request, clientAddress: string): Promise<Response> {
    const path = pathnameOf(request.url);
    const operation = OPERATIONS[path];
    if (operation === undefined) return plainProblem("not_found", "there is nothing at this path");
    if (request.method !== "POST") return plainProblem("method_not_allowed", "expected POST", { Allow: "POST" });
    try {
      const [, token] = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
      const business = token === undefined ? null : this.parts.businessOf(token);
      if (token === undefined || business === null) return this.#refuse(clientAddress);
      if (!this.#tokens.has(business, token)) {
        const refusal = await this.#read(business, token, clientAddress);
        if (refusal !== null) return refusal;
      }
      const call = { ...business, door: this, token };
      const response = await this.#valid.take(business.database, () => operation(request, call));
      if (response === "full") return tooMany();
      if (response !== "unauthorized") return response;
      this.#tokens.forget(business);
      return this.#refuse(clientAddress);
    } catch (error) {
      this.parts.log.error("Jobs request failed", { path, error: String(error) });
      return isDatabaseTrouble(error)
        ? plainProblem("not_ready", "the database cannot be written to; retry later", { "Retry-After": "30" })
        : plainProblem("internal", "an unexpected error occurred");
    }
  }

  /** Looks for a token that may have been created just now; null where it is valid. */
  async #read(business: JobsBusiness, token: string, clientAddress: string): Promise<Response | null> {
    const address = clientKey(clientAddress);
    if (this.#unauthorized.left(address) < 1) {
      // Others behind the same address, such as that of a proxy, are let in once their new token was read.
      void this.#tokens.read(business).catch(() => {});
      return this.#refuse(clientAddress);
    }
    if ((await this.#unknown.take(address, () => this.#tokens.read(business))) === "full") return tooMany();
    return this.#tokens.has(business, token) ? null : this.#refuse(clientAddress);
  }

  #refuse(clientAddress: string): Response {
    const taken = this.#unauthorized.take([clientKey(clientAddress)]);
    if (taken.kind === "taken") return unauthorized();
    const message = `too many requests without a valid token; try again in ${taken.seconds} s`;
    return plainProblem("rate_limited", message, { "Retry-After": String(taken.seconds) });
  }
}

/** Any other error is a bug, which no retry mends. */
function isDatabaseTrouble(error: unknown): boolean {
  return error instanceof GoodwordError && error.code === "database";
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
async function bodyOf(
  request: Request,
  { door: { parts }, database }: Pick<JobsCall, "door" | "database">,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const body = await parts.bodies.read(request, { sender: database, mostBytes: MOST_JOBS_BYTES, folder: null });
  if (body === "too_large") return problemResponse(413, [issue("size", `expected at most ${MOST_JOBS_BYTES} bytes`)]);
  if (typeof body === "string") return tooMany();
  // Without a place for files it is held.
  return body.held instanceof Uint8Array ? body.held : tooMany();
}

async function takeJobs(
  request: Request,
  { door, database, acts, token }: JobsCall,
): Promise<Response | "unauthorized"> {
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
  const body = await bodyOf(request, { door, database });
  if (body instanceof Response) return body;
  const taken = await acts.takeJobs({ token, body, format, idempotencyKey });
  if (taken === "unauthorized") return taken;
  if (taken.kind === "refused") return problemResponse(422, taken.issues);
  if (taken.kind === "over_limit") {
    const message = `at most ${taken.most} jobs are added to a business within a day; nothing was changed`;
    return plainProblem("rate_limited", message, { "Retry-After": "3600" });
  }
  return accepted(taken.json);
}

/** A report of a delivery, as it arrived in the sender's mailbox; its media type is ignored. */
async function takeBounce(
  request: Request,
  { door, database, acts, token }: JobsCall,
): Promise<Response | "unauthorized"> {
  const body = await bodyOf(request, { door, database });
  if (body instanceof Response) return body;
  const outcome = await acts.takeBounce(token, body);
  if (outcome === "unauthorized") return outcome;
  if (outcome !== "no_report") return accepted(JSON.stringify({ outcome }));
  return problemResponse(422, [issue("report", "expected a message with a part message/delivery-status (RFC 3464)")]);
}

function accepted(json: string): Response {
  return new Response(`${json}\n`, {
    status: 202,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  });
}
