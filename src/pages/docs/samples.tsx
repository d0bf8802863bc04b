/** @jsxImportSource preact */
/** How an operation is called, in three languages, with the answer this service gives now or the document's example. */
import { Code } from "./elements.tsx";
import {
  exampleOf,
  type OpenApiDocument,
  type OpenApiParameter,
  operationAnchor,
  type PlacedOperation,
  resolved,
  successOf,
} from "./openapi.ts";

/** The samples of one operation. */
export function Samples(props: {
  document: OpenApiDocument;
  placed: PlacedOperation;
  baseUrl: string;
  /** What it answers now; undefined where that is not known. */
  live: string | undefined;
}) {
  const { document, placed, baseUrl, live } = props;
  const call = sampleCall(document, baseUrl, placed);
  const answer = live ?? shortAnswer(document, placed);
  return (
    <>
      <h4>Call</h4>
      <div class={answer === null ? undefined : "call-and-answer"}>
        <div>
          {Object.entries(SAMPLE_LANGUAGES).map(([language, write], index) => (
            <details class="call" open={index === 0}>
              <summary>{language}</summary>
              <Code copy={`the ${language} of ${call.method} ${placed.path}`}>{write(call)}</Code>
            </details>
          ))}
        </div>
        {answer !== null && (
          <details class="call" open>
            <summary>{live === undefined ? "Example answer" : "Answer now"}, shortened</summary>
            <Code>{answer}</Code>
          </details>
        )}
      </div>
    </>
  );
}

/** The languages of the samples, by their names. */
const SAMPLE_LANGUAGES = { curl: curlCommand, JavaScript: javaScript, Python: python } as const;

/** For a POSIX shell. */
export function curlCommand({ method, url, headers, body }: SampleCall): string {
  const words = ["curl", ...(method === "GET" ? [] : ["-X", method])];
  for (const [name, value] of headers) words.push("-H", quoted(`${name}: ${value}`));
  if (body !== undefined) words.push("-d", quoted(body));
  return [...words, quoted(url)].join(" ");
}

/** For browsers, Node.js, Deno and Bun. */
export function javaScript({ method, url, headers, body, answers }: SampleCall): string {
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: ${JSON.stringify(Object.fromEntries(headers))},`]),
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
  ];
  const given = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  return [
    `const response = await fetch(${JSON.stringify(url)}${given});`,
    "if (!response.ok) throw new Error(String(response.status));",
    ...(answers === undefined ? [] : [`const answer = await response.${read(answers, "json", "text", "blob")}();`]),
  ].join("\n");
}

/** For Python 3 and its standard library. A string of JSON is a string of Python, too. */
export function python({ method, url, headers, body, answers }: SampleCall): string {
  const given = [
    JSON.stringify(url),
    ...(body === undefined ? [] : [`data=${JSON.stringify(body)}.encode()`]),
    ...(headers.length === 0 ? [] : [`headers=${JSON.stringify(Object.fromEntries(headers))}`]),
    ...(method === "GET" ? [] : [`method=${JSON.stringify(method)}`]),
  ];
  const isJson = answers !== undefined && read(answers, true, false, false);
  const reading = read(answers ?? "", "json.load(response)", "response.read().decode()", "response.read()");
  return [
    ...(isJson ? ["import json"] : []),
    "from urllib.request import Request, urlopen",
    "",
    ...(given.length === 1
      ? [`request = Request(${given})`]
      : [`request = Request(\n    ${given.join(",\n    ")},\n)`]),
    "with urlopen(request) as response:",
    `    ${answers === undefined ? "print(response.status)" : `answer = ${reading}`}`,
  ].join("\n");
}

/** What fits a media type: JSON, text, or bytes. */
function read<T>(mediaType: string, json: T, text: T, bytes: T): T {
  if (isJson(mediaType)) return json;
  return /^image\/(?!svg)/.test(mediaType) ? bytes : text;
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A request, ready to be written in any language. */
export interface SampleCall {
  /** In capitals. */
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Media type of what answers; undefined for an answer without a body. */
  readonly answers: string | undefined;
}

/** The call of an operation; parameters without an example are left out unless required. */
export function sampleCall(document: OpenApiDocument, baseUrl: string, placed: PlacedOperation): SampleCall {
  const { method, path, operation, parameters } = placed;
  const body = operation.requestBody && resolved(document, operation.requestBody);
  const [mediaType, content] = Object.entries(body?.content ?? {})[0] ?? [];
  const example = exampleOf(content);
  const headers = parameters.flatMap((parameter) => {
    const value = parameter.in === "header" ? parameterExample(parameter) : undefined;
    return value === undefined ? [] : [[parameter.name, value] as const];
  });
  return {
    method: method.toUpperCase(),
    url: exampleUrl(baseUrl, path, parameters),
    headers: mediaType ? [...headers, ["Content-Type", mediaType]] : headers,
    body: example === undefined ? undefined : bodyText(mediaType, example),
    answers: Object.keys(successOf(document, operation).content ?? {})[0],
  };
}

/** An address that answers, with the examples of path and query filled in. */
function exampleUrl(baseUrl: string, path: string, parameters: readonly OpenApiParameter[]): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    // An example of a cursor, say, shows how one looks, but leads nowhere.
    if (!parameter.required && parameter.example === undefined) continue;
    const value = parameterExample(parameter);
    if (value === undefined) continue;
    if (parameter.in === "path") filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    if (parameter.in === "query") query.set(parameter.name, value);
  }
  return `${baseUrl}${filled}${query.size > 0 ? `?${query}` : ""}`;
}

/** The example of a parameter as text, if it has one; one that is required has a value in any case. */
export function parameterExample({ name, example, schema, required }: OpenApiParameter): string | undefined {
  const value = example ?? schema?.example ?? schema?.examples?.[0];
  if (value !== undefined) return String(value);
  if (!required) return undefined;
  if (schema?.format === "date") return "2026-01-01";
  return String(schema?.const ?? schema?.enum?.[0] ?? schema?.default ?? schema?.minimum ?? name.toUpperCase());
}

function bodyText(mediaType: string | undefined, example: unknown): string {
  if (typeof example === "string") return example;
  if (mediaType !== "application/x-www-form-urlencoded") return JSON.stringify(example);
  return new URLSearchParams(Object.entries(example as Record<string, string>)).toString();
}

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
  if (!isJson(expected)) return clipped(await beginningOf(response, HEAD), LONGEST);
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

const LONGEST_TEXT = 120;
const LONGEST = 2500;

/** What a successful call answers, at most 2,500 characters; null where the document has no example. */
export function shortAnswer(document: OpenApiDocument, { operation }: PlacedOperation): string | null {
  const example = exampleOf(Object.values(successOf(document, operation).content ?? {})[0]);
  if (example === undefined) return null;
  return typeof example === "string" ? clipped(example, LONGEST) : shortJson(example);
}

/** JSON with the first of every list and the beginning of long texts. */
function shortJson(value: unknown): string {
  return clipped(JSON.stringify(shortened(value), null, 2), LONGEST);
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return clipped(value, LONGEST_TEXT);
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function clipped(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
