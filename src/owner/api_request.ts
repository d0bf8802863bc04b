/** A request of another program: how its body is written, and the answer that is kept with its Idempotency-Key. */

import { createHash } from "node:crypto";
import { DAY_MS } from "../durations.ts";
import { inputRefused } from "../errors.ts";
import type { Issue } from "../http/problem_schema.ts";
import { type ImportFile, isZip } from "../import/mod.ts";
import type { JobReads, JobWrites } from "../store/mod.ts";
import { utf8Bytes } from "../utf8.ts";

export interface ApiRequest {
  readonly token: string;
  readonly body: Uint8Array;
  readonly format: BodyFormat;
  readonly idempotencyKey: string | null;
}

/** Result of the request: JSON of the outcome, or the issues. Nothing was changed unless it was accepted. */
export type ApiResult =
  | { readonly kind: "accepted"; readonly json: string }
  | { readonly kind: "refused"; readonly issues: readonly Issue[] };

export type BodyFormat = "json" | "ndjson" | "csv" | "form";

const FORMATS: Readonly<Record<string, BodyFormat>> = {
  "application/json": "json",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "application/jsonl": "ndjson",
  "text/csv": "csv",
  "application/x-www-form-urlencoded": "form",
};

/** The format of a Content-Type; null for one that is not read. */
export function bodyFormatOf(contentType: string | null): BodyFormat | null {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return FORMATS[type] ?? (/^application\/[\w.-]+\+json$/.test(type) ? "json" : null);
}

/** @throws {GoodwordError} input_refused for an archive or a workbook, a few bytes of which may take minutes to unpack */
export function fileOf({ body, format }: Pick<ApiRequest, "body" | "format">, name: string): ImportFile {
  if (isZip(body)) throw inputRefused(`${name}: expected text, not an archive or a workbook`);
  return { name, bytes: format === "form" ? formAsJson(body) : body };
}

/** `customer[email]=...`, the form in which programs write nested fields. */
function formAsJson(body: Uint8Array): Uint8Array {
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))];
  const named = fields.map(([name, value]) => [name.replaceAll(/\[([^\][]+)\]/g, ".$1"), value]);
  return utf8Bytes(JSON.stringify(Object.fromEntries(named)));
}

const KEY_USED: ApiResult = {
  kind: "refused",
  issues: [{ path: ["Idempotency-Key"], code: "reused", message: "another request was sent with this key" }],
};

export function findIdempotentResult({ token, body, idempotencyKey: key }: ApiRequest) {
  const requestDigest = createHash("sha256").update(body).digest("hex");
  return {
    /** Null for a request that was not answered before. */
    async find(reads: Pick<JobReads, "answerOf" | "now">): Promise<ApiResult | null> {
      const kept = key === null ? undefined : await reads.answerOf(token, key, reads.now - DAY_MS);
      if (kept === undefined) return null;
      return kept.requestDigest === requestDigest ? { kind: "accepted", json: kept.answer } : KEY_USED;
    },
    async keep(writes: Pick<JobWrites, "keepAnswer" | "now">, answer: string): Promise<void> {
      const since = writes.now - DAY_MS;
      if (key === null) return;
      await writes.keepAnswer({ token, key, requestDigest, status: 202, answer, at: writes.now }, since);
    },
  };
}
