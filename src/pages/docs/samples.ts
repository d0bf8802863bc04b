/**
 * A call written out in the languages of those who call: fit to be pasted, with nothing to install.
 *
 * @module
 */
import type { SampleCall } from "./sample_call.ts";

/** The languages of the samples, by their names. */
export const SAMPLE_LANGUAGES = { curl: curlCommand, JavaScript: javaScript, Python: python } as const;

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
  if (/[/+]json$/.test(mediaType)) return json;
  return /^image\/(?!svg)/.test(mediaType) ? bytes : text;
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
