/** @jsxImportSource preact */
/** One operation: parameters with a form to try it, samples, and responses by status. */

import { InlineProse, Prose } from "./elements.tsx";
import {
  exampleOf,
  type MediaType,
  type OpenApiDocument,
  type OpenApiParameter,
  type OpenApiResponse,
  operationAnchor,
  operationsOf,
  type PlacedOperation,
  resolved,
  type Schema,
} from "./openapi.ts";
import { parameterExample, Samples } from "./samples.tsx";
import { SchemaDescription, SchemaTable, TypeName } from "./schema_table.tsx";

/** An operation and the document it belongs to. */
interface OperationProps {
  readonly document: OpenApiDocument;
  readonly placed: PlacedOperation;
  readonly baseUrl: string;
  /** What others answer, callbacks and webhooks, stands within something; its anchors begin with the name of that. */
  readonly within?: string;
  /** What operations of the page answer now, by their anchors. */
  readonly live?: ReadonlyMap<string, string>;
}

/** Parameters, request body, responses and callbacks of an operation, with samples to copy. */
export function OperationSection({ document, placed, baseUrl, within, live }: OperationProps) {
  const { method, path, operation } = placed;
  const anchor = operationAnchor(placed, within);
  const isOurs = within === undefined;
  return (
    <section class="operation" aria-labelledby={anchor}>
      <h3 id={anchor}>
        <span class={`method method-${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
      </h3>
      {operation.summary && <p class="operation-summary">{operation.summary}</p>}
      <Prose text={operation.description} />
      <Parameters placed={placed} />
      <RequestBody document={document} placed={placed} />
      {isOurs && <Samples document={document} placed={placed} baseUrl={baseUrl} live={live?.get(anchor)} />}
      {isOurs && method === "get" && <TryIt placed={placed} baseUrl={baseUrl} />}
      <h4>Answers</h4>
      {Object.entries(operation.responses ?? {}).map(([status, response]) => (
        <ResponseSection document={document} status={status} response={resolved(document, response)} />
      ))}
      {Object.values(operation.callbacks ?? {}).map((callback) =>
        operationsOf(document, callback).map((inner) => (
          <details class="callback">
            <summary>Callback: {inner.operation.summary ?? `${inner.method.toUpperCase()} ${inner.path}`}</summary>
            <OperationSection document={document} placed={inner} baseUrl={baseUrl} within={anchor} />
          </details>
        )),
      )}
    </section>
  );
}

function Parameters({ placed: { parameters } }: { placed: PlacedOperation }) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h4>Parameters</h4>
      <dl class="members">
        {parameters.map((parameter) => (
          <div>
            <dt>
              <code>{parameter.name}</code> <TypeName schema={parameter.schema ?? {}} />
              <span class="optional">
                {parameter.in}
                {parameter.required && ", required"}
              </span>
            </dt>
            <dd>
              <SchemaDescription schema={{ ...parameter.schema, ...descriptionOf(parameter) }} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function descriptionOf({ description, schema }: { description?: string; schema?: { description?: string } }) {
  const text = description ?? schema?.description;
  return text === undefined ? {} : { description: text };
}

function RequestBody({ document, placed: { operation } }: { document: OpenApiDocument; placed: PlacedOperation }) {
  if (!operation.requestBody) return null;
  const { description, content } = resolved(document, operation.requestBody);
  return (
    <>
      <h4>Body</h4>
      <Prose text={description} />
      {Object.entries(content ?? {}).map(([mediaType, body]) => (
        <Content document={document} mediaType={mediaType} content={body} />
      ))}
    </>
  );
}

/** A form for the path and query parameters of a GET operation. Its page leads on to the address: `askedAddress()`. */
function TryIt({ placed, baseUrl }: { placed: PlacedOperation; baseUrl: string }) {
  const { path, parameters } = placed;
  const anchor = operationAnchor(placed);
  const fields = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query");
  return (
    <details class="try">
      <summary>Try it</summary>
      <form method="get" data-try={path} data-base={baseUrl}>
        <input type="hidden" name="operation" value={anchor} />
        <div class="filters">
          {fields.map((parameter) => (
            <ParameterField parameter={parameter} anchor={anchor} />
          ))}
        </div>
        <p class="send">
          <button type="submit">Send</button>
        </p>
        <output />
      </form>
    </details>
  );
}

/** A labelled field; its id begins with the anchor of its operation. */
function ParameterField({ parameter, anchor }: { parameter: OpenApiParameter; anchor: string }) {
  const id = `${anchor}-${parameter.name}`;
  const choices = choicesOf(parameter.schema ?? {});
  return (
    <p class="field">
      <label for={id}>{parameter.name}</label>
      {choices ? (
        <Choices parameter={parameter} id={id} choices={choices} />
      ) : (
        <input
          {...attributesOf(parameter.schema ?? {})}
          id={id}
          name={parameter.name}
          data-in={parameter.in}
          required={parameter.required === true}
          value={parameter.required ? parameterExample(parameter) : undefined}
          autocomplete="off"
        />
      )}
    </p>
  );
}

function Choices({ parameter, id, choices }: { parameter: OpenApiParameter; id: string; choices: readonly string[] }) {
  return (
    <select id={id} name={parameter.name} data-in={parameter.in}>
      {!parameter.required && <option value="">not given</option>}
      {choices.map((choice) => (
        <option value={choice}>{choice}</option>
      ))}
    </select>
  );
}

function choicesOf({ enum: values, type }: Schema): string[] | null {
  if (type === "boolean") return ["true", "false"];
  return values ? values.map(String) : null;
}

/** What a browser checks and offers: a keypad for numbers, a calendar for dates. */
function attributesOf({ type, format, minimum, maximum, minLength, maxLength, default: given, examples }: Schema) {
  if (type === "integer" || type === "number") {
    const step = type === "integer" ? 1 : "any";
    const placeholder = given === undefined ? undefined : String(given);
    return { type: "number" as const, step, min: minimum, max: maximum, placeholder };
  }
  if (format === "date") return { type: "date" as const };
  const placeholder = examples?.[0] === undefined ? undefined : String(examples[0]);
  return { type: "text" as const, minLength, maxLength, placeholder };
}

/** One response of an operation, by status, folded until opened. */
function ResponseSection(props: { document: OpenApiDocument; status: string; response: OpenApiResponse }) {
  const { document, status, response } = props;
  const headers = Object.keys(response.headers ?? {});
  const contents = Object.entries(response.content ?? {});
  return (
    <details class="answer">
      <summary>
        <strong class={`status status-${status.charAt(0)}`}>{status}</strong>{" "}
        <InlineProse text={response.description} />
      </summary>
      {headers.length > 0 && <p class="quiet">Headers: {headers.join(", ")}</p>}
      {contents.map(([mediaType, content]) => (
        <Content document={document} mediaType={mediaType} content={content} />
      ))}
      {contents.length === 0 && <p class="quiet">No body.</p>}
    </details>
  );
}

/** A body in one media type: its members, and an example if the document has one. */
function Content(props: { document: OpenApiDocument; mediaType: string; content: MediaType }) {
  const { document, mediaType, content } = props;
  const example = exampleOf(content);
  return (
    <div class="content">
      <p class="quiet">
        <code>{mediaType}</code> {content.schema && <TypeName schema={content.schema} />}
      </p>
      {content.schema && !content.schema.$ref && <SchemaTable document={document} schema={content.schema} />}
      {example !== undefined && (
        <figure class="example">
          <figcaption class="quiet">Example</figcaption>
          <pre>
            <code>{typeof example === "string" ? example : JSON.stringify(example, null, 2)}</code>
          </pre>
        </figure>
      )}
    </div>
  );
}
