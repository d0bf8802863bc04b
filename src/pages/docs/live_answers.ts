/**
 * What the samples of a page answer now: asked of the service itself, so that an example shows this business's own data.
 *
 * @module
 */
import type { OpenApiDocument, PlacedOperation } from "./openapi.ts";
import { operationAnchor } from "./parts.ts";
import { sampleCall } from "./sample_call.ts";
import { shortJson, shortText } from "./short_answer.ts";

/** Answers a GET of a path below the base address. */
export type Ask = (path: string) => Promise<Response>;

/** JSON that is longer is not read to its end, in bytes. */
const MOST_JSON = 1 << 20;
/** What is read of other texts. */
const HEAD = 16 << 10;

/** The beginnings of the answers by the anchors of their operations; without those that answer otherwise than documented. */
export async function liveAnswers(
  document: OpenApiDocument,
  operations: readonly PlacedOperation[],
  ask: Ask,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const placed of operations) {
    const { method, url, answers: expected } = sampleCall(document, "", placed);
    if (method !== "GET" || expected === undefined || !isReadable(expected)) continue;
    const answer = await liveAnswer(await ask(url), expected);
    if (answer !== null) answers.set(operationAnchor(placed), answer);
  }
  return answers;
}

async function liveAnswer(response: Response, expected: string): Promise<string | null> {
  const [given] = (response.headers.get("Content-Type") ?? "").split(";");
  if (response.status !== 200 || given !== expected) {
    await response.body?.cancel();
    return null;
  }
  if (!isJson(expected)) return shortText(await beginningOf(response, HEAD));
  return shortOf(await beginningOf(response, MOST_JSON));
}

/** JSON, whole or cut after some line of its list, as documents of reviews have one for each. */
function shortOf(json: string): string | null {
  for (const text of [json, `${json.slice(0, Math.max(0, json.lastIndexOf(",\n")))}\n]}`]) {
    try {
      return shortJson(JSON.parse(text));
    } catch {
      // The next may be whole.
    }
  }
  return null;
}

async function beginningOf({ body }: Response, most: number): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let left = most;
  for await (const chunk of body) {
    const part = chunk.subarray(0, left);
    text += decoder.decode(part, { stream: true });
    left -= part.length;
    if (left <= 0) break;
  }
  return text;
}

/** What a person can read; pages and pictures are opened instead. */
function isReadable(mediaType: string): boolean {
  return isJson(mediaType) || /^text\/(?:plain|csv)$|[/+]xml$|ndjson$/.test(mediaType.replace("image/svg+xml", ""));
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}
