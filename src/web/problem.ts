/**
 * Errors as the interface shows them: always this JSON, always at least one issue, never anything of the inside.
 *
 * @module
 */
import { COMMON_HEADERS } from "./headers.ts";
import type { Issue, Problem } from "./problem_schema.ts";

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid request",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  410: "Gone",
  412: "Precondition failed",
  413: "Too large",
  415: "Unsupported media type",
  429: "Too many requests",
  500: "Internal error",
  503: "Not ready",
};

/** An error answer. `headers` are added to the common ones. */
export function problemResponse(status: number, issues: readonly Issue[], headers?: Record<string, string>): Response {
  const problem: Problem = { title: TITLES[status] ?? "Error", status, issues: [...issues] };
  return new Response(`${JSON.stringify(problem)}\n`, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}

/** An error answer with a single issue that no parameter is to blame for. */
export function plainProblem(
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
): Response {
  return problemResponse(status, [{ path: [], code, message }], headers);
}
