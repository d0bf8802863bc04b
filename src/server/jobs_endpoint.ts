/** Endpoints for other programs, which post jobs, reviews and reports of deliveries with a token, at any host name. */
import { GoodwordError } from "../errors.ts";
import { clientKey, createRateLimit } from "../http/admission.ts";
import { plainProblem, problemResponse } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import { Quota } from "../http/quota.ts";
import { pathnameOf, queryStringOf } from "../http/request.ts";
import type { JobsToken } from "../invitations/mod.ts";
import type { ApiRequest, ApiResult } from "../owner/api_request.ts";
import type { Clock, Log } from "../platform.ts";
import type { BodyReader } from "./spool_body.ts";
import { type JobsBusiness, TokenCache } from "./token_cache.ts";

export const MAX_JOBS_BYTES = 16 << 20;
/** Requests with a valid token that are at work at once, by business. */
const VALID = { ofKey: 50, all: 200 };
/** Requests with an unknown token that wait until the tokens are read again, by address. */
const UNKNOWN = { ofKey: 10, all: 50 };
const UNAUTHORIZED = { burst: 30, perSecond: 0.5 };

interface JobsEndpointParts {
  /** The business that a token may be valid for; null where it names an unknown one. */
  readonly businessOf: (token: string) => JobsBusiness | null;
  readonly clock: Pick<Clock, "now" | "after">;
  readonly log: Log;
  readonly bodies: BodyReader;
}

interface JobsCall extends JobsBusiness {
  readonly door: JobsEndpoint;
  readonly token: string;
}

interface Operation {
  readonly grant: JobsToken["may"];
  take(request: Request, call: JobsCall): Promise<Response | "unauthorized">;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "/api/jobs": { grant: "jobs", take: receiveJobs },
  "/api/bounces": { grant: "jobs", take: receiveBounce },
  "/api/reviews": { grant: "reviews", take: receiveReviews },
};

export function isJobsPath(path: string): boolean {
  return path.startsWith("/api/");
}

/** Answers programs. Requests without a valid token are refused from memory: they open no store and take no place from others. */
export class JobsEndpoint {
  readonly #tokens: TokenCache;
  readonly #unauthorized: ReturnType<typeof createRateLimit>;
  readonly #valid = new Quota(VALID);
  readonly #unknown = new Quota(UNKNOWN);

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
      if (this.#tokens.grantOf(business, token) === undefined) {
        const refusal = await this.#read(business, token, clientAddress);
        if (refusal !== null) return refusal;
      }
      const grant = this.#tokens.grantOf(business, token);
      if (grant !== operation.grant) return forbidden(grant, operation.grant);
      const call = { ...business, door: this, token };
      const response = await this.#valid.take(business.database, () => operation.take(request, call));
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

  /** Looks up a token that may have been created just now; null if it is valid. */
  async #read(business: JobsBusiness, token: string, clientAddress: string): Promise<Response | null> {
    const address = clientKey(clientAddress);
    if (this.#unauthorized.left(address) < 1) {
      // Others behind the same address, such as that of a proxy, are let in once their new token was read.
      void this.#tokens.read(business).catch(() => {});
      return this.#refuse(clientAddress);
    }
    if ((await this.#unknown.take(address, () => this.#tokens.read(business))) === "full") return tooMany();
    return this.#tokens.grantOf(business, token) === undefined ? this.#refuse(clientAddress) : null;
  }

  #refuse(clientAddress: string): Response {
    const seconds = this.#unauthorized.take(clientKey(clientAddress));
    if (seconds === 0) return unauthorized();
    const message = `too many requests without a valid token; try again in ${seconds} s`;
    return plainProblem("rate_limited", message, { "Retry-After": String(seconds) });
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

function forbidden(grant: string | undefined, needed: string): Response {
  const issues = [issue("token", `this token is for ${grant}; create one for ${needed}`)];
  return problemResponse(403, issues, { "WWW-Authenticate": 'Bearer error="insufficient_scope"' });
}

function tooMany(): Response {
  return plainProblem("not_ready", "too many requests at once", { "Retry-After": "5" });
}

function issue(code: string, message: string, path: string[] = []): Issue {
  return { path, code, message };
}

async function bodyOf(
  request: Request,
  { door: { parts }, database }: Pick<JobsCall, "door" | "database">,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const body = await parts.bodies.read(request, { sender: database, maxBytes: MAX_JOBS_BYTES, folder: null });
  if (body === "too_large") return problemResponse(413, [issue("size", `expected at most ${MAX_JOBS_BYTES} bytes`)]);
  if (typeof body === "string") return tooMany();
  return body.held instanceof Uint8Array ? body.held : tooMany();
}

async function apiRequestOf(request: Request, { door, database, token }: JobsCall): Promise<ApiRequest | Response> {
  const { bodyFormatOf } = await import("../owner/api_request.ts");
  const format = bodyFormatOf(request.headers.get("Content-Type"));
  if (format === null) {
    const message = "expected application/json, application/x-ndjson, text/csv or application/x-www-form-urlencoded";
    return problemResponse(415, [issue("content_type", message, ["Content-Type"])]);
  }
  const idempotencyKey = request.headers.get("Idempotency-Key");
  if (idempotencyKey !== null && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    return problemResponse(422, [issue("key", "expected 1 to 255 visible characters", ["Idempotency-Key"])]);
  }
  const body = await bodyOf(request, { door, database });
  return body instanceof Response ? body : { token, body, format, idempotencyKey };
}

async function receiveJobs(request: Request, call: JobsCall): Promise<Response | "unauthorized"> {
  const sent = await apiRequestOf(request, call);
  if (sent instanceof Response) return sent;
  const taken = await call.acts.receiveJobs(sent);
  if (taken === "unauthorized" || taken.kind !== "over_limit") return answerOf(taken);
  const message = `at most ${taken.most} jobs are added to a business within a day; nothing was changed`;
  return plainProblem("rate_limited", message, { "Retry-After": "3600" });
}

async function receiveReviews(request: Request, call: JobsCall): Promise<Response | "unauthorized"> {
  const query = queryStringOf(request.url);
  // A slip in it would import what should only be looked at.
  if (!/^(?:dry_run=(?:true|false))?$/.test(query)) {
    return problemResponse(400, [issue("query", "expected dry_run=true, dry_run=false or nothing", ["dry_run"])]);
  }
  const isDry = query === "dry_run=true";
  const sent = await apiRequestOf(request, call);
  if (sent instanceof Response) return sent;
  return answerOf(await call.imports.receiveReviews({ ...sent, isDry }), isDry ? 200 : 202);
}

function answerOf(taken: ApiResult | "unauthorized", status = 202): Response | "unauthorized" {
  if (taken === "unauthorized") return taken;
  return taken.kind === "refused" ? problemResponse(422, taken.issues) : accepted(taken.json, status);
}

/** A report of a delivery, as it arrived in the sender's mailbox; its media type is ignored. */
async function receiveBounce(
  request: Request,
  { door, database, acts, token }: JobsCall,
): Promise<Response | "unauthorized"> {
  const body = await bodyOf(request, { door, database });
  if (body instanceof Response) return body;
  const outcome = await acts.receiveBounce(token, body);
  if (outcome === "unauthorized") return outcome;
  if (outcome !== "no_report") return accepted(JSON.stringify({ outcome }));
  return problemResponse(422, [issue("report", "expected a message with a part message/delivery-status (RFC 3464)")]);
}

function accepted(json: string, status = 202): Response {
  return new Response(`${json}\n`, {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  });
}
