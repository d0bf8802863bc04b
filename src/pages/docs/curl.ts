/**
 * A command line that calls an operation, fit to be pasted into a shell.
 *
 * @module
 */
import { type OpenApiDocument, type Parameter, type PlacedOperation, resolved } from "./openapi.ts";

/** The call with the examples that the document gives; parameters without an example are left out unless required. */
export function curlCommand(
  document: OpenApiDocument,
  baseUrl: string,
  { method, path, operation, parameters }: PlacedOperation,
): string {
  const words = ["curl", ...(method === "get" ? [] : ["-X", method.toUpperCase()])];
  const body = operation.requestBody && resolved(document, operation.requestBody);
  const [mediaType, content] = Object.entries(body?.content ?? {})[0] ?? [];
  for (const parameter of parameters) {
    const value = parameter.in === "header" ? exampleOf(parameter) : undefined;
    if (value !== undefined) words.push("-H", quoted(`${parameter.name}: ${value}`));
  }
  if (mediaType) words.push("-H", quoted(`Content-Type: ${mediaType}`));
  const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
  if (example !== undefined)
    words.push("-d", quoted(typeof example === "string" ? example : bodyText(mediaType, example)));
  return [...words, quoted(exampleUrl(baseUrl, path, parameters))].join(" ");
}

/** An address that answers, with the examples of path and query filled in. */
export function exampleUrl(baseUrl: string, path: string, parameters: readonly Parameter[]): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = exampleOf(parameter);
    if (value === undefined) continue;
    if (parameter.in === "path") filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    if (parameter.in === "query") query.set(parameter.name, value);
  }
  return `${baseUrl}${filled}${query.size > 0 ? `?${query}` : ""}`;
}

/** The example of a parameter as text, if it has one. */
export function exampleOf({ example, schema }: Parameter): string | undefined {
  const value = example ?? schema?.example ?? schema?.examples?.[0];
  return value === undefined ? undefined : String(value);
}

function bodyText(mediaType: string | undefined, example: unknown): string {
  if (mediaType !== "application/x-www-form-urlencoded") return JSON.stringify(example);
  return new URLSearchParams(Object.entries(example as Record<string, string>)).toString();
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
