/** Errors: always this JSON, at least one issue, no internals. */
import { COMMON_HEADERS } from "./headers.ts";
import type { Issue, Problem } from "./problem_schema.ts";
import { prefers } from "./request.ts";

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  410: "Gone",
  412: "Precondition failed",
  413: "Too large",
  415: "Unsupported media type",
  416: "Range not satisfiable",
  421: "Misdirected request",
  422: "Unprocessable content",
  429: "Too many requests",
  500: "Internal error",
  503: "Not ready",
};

/** Issues listed for one request; the others are counted. */
export const MAX_ISSUES = 20;

/** Errors that no parameter is to blame for. */
const STATUSES = {
  host: 400,
  incomplete: 400,
  malformed_encoding: 400,
  not_found: 404,
  method_not_allowed: 405,
  removed: 410,
  unknown_cursor: 410,
  precondition_failed: 412,
  range_not_satisfiable: 416,
  misdirected: 421,
  rate_limited: 429,
  internal: 500,
  not_ready: 503,
} as const;
type ProblemCode = keyof typeof STATUSES;

export function problemTitle(status: number): string {
  return TITLES[status] ?? "Error";
}

export function problemResponse(status: number, issues: readonly Issue[], headers?: Record<string, string>): Response {
  const more = issues.length - MAX_ISSUES;
  const problem: Problem = {
    title: problemTitle(status),
    status,
    issues: issues.slice(0, MAX_ISSUES),
    ...(more > 0 && { more_issues: more }),
  };
  const response = new Response(`${JSON.stringify(problem)}\n`, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      Vary: "Accept",
      ...headers,
    },
  });
  problems.add(response);
  return response;
}

/** Our own errors, as opposed to those of JSON-RPC. */
const problems = new WeakSet<Response>();

/** RFC 9457. */
export const PROBLEM_TYPE = "application/problem+json";

/** The same bytes in the type that the client asked for. */
export function withProblemType({ headers }: Request, response: Response): Response {
  if (response.status < 400 || !problems.has(response)) return response;
  if (prefers(headers.get("accept"), PROBLEM_TYPE, "application/json")) {
    response.headers.set("Content-Type", PROBLEM_TYPE);
  }
  return response;
}

export function plainProblem(code: ProblemCode, message: string, headers?: Record<string, string>): Response {
  return problemResponse(STATUSES[code], [{ path: [], code, message }], headers);
}
