/**
 * Errors as the interface shows them: always this JSON, always at least one issue, never anything of the inside.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { COMMON_HEADERS } from "./headers.ts";

export const Issue = Type.Object(
  {
    path: Type.Array(Type.String(), { description: "What the issue is about: the parameter's name, or empty" }),
    code: Type.String({ description: "Stable name of the rule, for programs" }),
    message: Type.String({ description: "What is wrong and what would be right, for people" }),
    received: Type.Optional(Type.String({ description: "The value that was received" })),
  },
  { additionalProperties: false, description: "One thing that is wrong" },
);
export type Issue = Static<typeof Issue>;

export const Problem = Type.Object(
  {
    title: Type.String({ description: "Short name of the error" }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: "HTTP status" }),
    issues: Type.Array(Issue, { minItems: 1, description: "Everything that is wrong, all at once" }),
  },
  { additionalProperties: false, description: "An error" },
);
export type Problem = Static<typeof Problem>;

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid request",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  410: "Gone",
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
