/**
 * What a call of an operation sends, with the examples that the document gives.
 *
 * @module
 */
import { type OpenApiDocument, type Parameter, type PlacedOperation, resolved } from "./openapi.ts";

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
  const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
  const headers = parameters.flatMap((parameter) => {
    const value = parameter.in === "header" ? exampleOf(parameter) : undefined;
    return value === undefined ? [] : [[parameter.name, value] as const];
  });
  return {
    method: method.toUpperCase(),
    url: exampleUrl(baseUrl, path, parameters),
    headers: mediaType ? [...headers, ["Content-Type", mediaType]] : headers,
    body: example === undefined ? undefined : bodyText(mediaType, example),
    answers: answerType(document, placed),
  };
}

/** An address that answers, with the examples of path and query filled in. */
export function exampleUrl(baseUrl: string, path: string, parameters: readonly Parameter[]): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    // An example of a cursor, say, shows how one looks, but leads nowhere.
    if (!parameter.required && parameter.example === undefined) continue;
    const value = exampleOf(parameter);
    if (value === undefined) continue;
    if (parameter.in === "path") filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    if (parameter.in === "query") query.set(parameter.name, value);
  }
  return `${baseUrl}${filled}${query.size > 0 ? `?${query}` : ""}`;
}

/** The example of a parameter as text, if it has one; one that is required has a value in any case. */
export function exampleOf({ name, example, schema, required }: Parameter): string | undefined {
  const value = example ?? schema?.example ?? schema?.examples?.[0];
  if (value !== undefined) return String(value);
  if (!required) return undefined;
  if (schema?.format === "date") return "2026-01-01";
  return String(schema?.const ?? schema?.enum?.[0] ?? schema?.default ?? schema?.minimum ?? name.toUpperCase());
}

function answerType(document: OpenApiDocument, { operation }: PlacedOperation): string | undefined {
  const [, response] = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith("2")) ?? [];
  return Object.keys((response && resolved(document, response).content) ?? {})[0];
}

function bodyText(mediaType: string | undefined, example: unknown): string {
  if (typeof example === "string") return example;
  if (mediaType !== "application/x-www-form-urlencoded") return JSON.stringify(example);
  return new URLSearchParams(Object.entries(example as Record<string, string>)).toString();
}
