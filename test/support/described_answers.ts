/** Compares answers with their description in an OpenAPI document. */
import { Compile } from "typebox/schema";

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: object;
}

/** Every operation with its method and path. */
export function describedOperations({ paths, components }: OpenApi) {
  const { responses: shared } = components as { responses: Readonly<Record<string, DescribedResponse>> };
  const resolved = (response: DescribedResponse & { readonly $ref?: string }) =>
    shared[response.$ref?.split("/").at(-1) ?? ""] ?? response;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses, ...operation }]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
      responses: Object.fromEntries(Object.entries(responses).map(([status, of]) => [status, resolved(of)])),
    })),
  );
}

/** What of an answer is not as it is described: its status, its type, its headers, its body. */
export async function undescribed(
  document: OpenApi,
  operation: DescribedOperation,
  response: Response,
): Promise<string[]> {
  const described = operation.responses[String(response.status)];
  if (!described) return [`status ${response.status} is not described`];
  const missing = Object.keys(described.headers ?? {}).filter((name) => !response.headers.has(name));
  const faults = missing.map((name) => `header ${name} is missing`);
  const body = await response.text();
  if (!described.content) return body === "" ? faults : [...faults, `a body is not described: ${body.slice(0, 80)}`];
  const mediaType = response.headers.get("content-type")?.split(";")[0] ?? "none";
  const media = described.content[mediaType];
  if (!media) return [...faults, `type ${mediaType} is not described`];
  const value: unknown = /[/+]json$/.test(mediaType) ? JSON.parse(body) : body;
  return [...faults, ...schemaFaults(document, media.schema, value)];
}

/** Where an example stands beside a schema that it breaks. */
export function wrongExamples(document: OpenApi): string[] {
  const found: string[] = [];
  const visit = (at: string, part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { schema, example } = part as { schema?: object; example?: unknown };
    if (schema && example !== undefined) {
      found.push(...schemaFaults(document, schema, example).map((fault) => `${at}: ${fault}`));
    }
    for (const [key, inner] of Object.entries(part)) visit(`${at}/${key}`, inner);
  };
  visit("", document.paths);
  return found;
}

/** References within the document resolve, since its components stand beside the schema. */
function schemaFaults({ components }: OpenApi, schema: object, value: unknown): string[] {
  const [isValid, errors] = Compile({ ...schema, components } as object).Errors(value);
  return isValid ? [] : errors.map((error) => `${error.instancePath}: ${error.message}`);
}
