/**
 * The hub's answers to its clients: one line of plain text (WebSub 5.1.2), or the errors of the other endpoints as JSON
 * for a client that prefers it.
 *
 * @module
 */
import { prefers } from "../web/accept.ts";
import { problemResponse } from "../web/problem.ts";
import type { Issue } from "../web/problem_schema.ts";

/** A plain-text response that must not be cached; a newline is appended to `text`. */
export function textAnswer(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}

/** An error in the language the client asked for by Accept; text when it does not say. */
export function errorAnswer(
  request: Request,
  status: number,
  issues: readonly Issue[],
  headers: Record<string, string> = {},
): Response {
  if (prefers(request.headers.get("Accept"), "application/json", "text/plain"))
    return problemResponse(status, issues, headers);
  return textAnswer(status, issues.map(({ message }) => message).join("; "), headers);
}
