/**
 * The hub's answers to its clients: one line of plain text (WebSub 5.1.2), or the errors of the other endpoints as JSON
 * for a client that prefers it.
 *
 * @module
 */
import { problemResponse } from "../web/problem.ts";
import type { Issue } from "../web/problem_schema.ts";

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
  if (prefersJson(request.headers.get("Accept") ?? "")) return problemResponse(status, issues, headers);
  return textAnswer(status, issues.map(({ message }) => message).join("; "), headers);
}

function prefersJson(accept: string): boolean {
  const json = quality(accept, "application/json");
  return json > 0 && json >= quality(accept, "text/plain");
}

function quality(accept: string, mediaType: string): number {
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (type !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}
