/** @jsxImportSource preact */
/**
 * One operation: what it is for, what it takes, how to call it, what it answers.
 *
 * @module
 */
import { curlCommand, exampleOf, exampleUrl } from "./curl.ts";
import {
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  type Response,
  resolved,
} from "./openapi.ts";
import { InlineProse, Prose } from "./prose.tsx";
import { Explanation, SchemaTable, TypeName } from "./schema_table.tsx";

export interface OperationProps {
  readonly document: OpenApiDocument;
  readonly placed: PlacedOperation;
  readonly baseUrl: string;
  /** What others answer, callbacks and webhooks, stands within something; its anchors begin with the name of that. */
  readonly within?: string;
}

/** The anchor of an operation. */
export function operationAnchor({ method, path, operation }: PlacedOperation): string {
  return operation.operationId ?? `${method}-${path.replaceAll(/[^a-z0-9]+/gi, "-")}`;
}

export function OperationSection({ document, placed, baseUrl, within }: OperationProps) {
  const { method, path, operation } = placed;
  const anchor = within ? `${within}-${operationAnchor(placed)}` : operationAnchor(placed);
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
      {isOurs && (
        <p class="address">
          <code class="curl" data-copy={`the curl command of ${method.toUpperCase()} ${path}`}>
            {curlCommand(document, baseUrl, placed)}
          </code>
        </p>
      )}
      {isOurs && method === "get" && <TryIt placed={placed} baseUrl={baseUrl} />}
      <h4>Answers</h4>
      {Object.entries(operation.responses ?? {}).map(([status, response]) => (
        <Answer document={document} status={status} response={resolved(document, response)} />
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
              <Explanation schema={{ ...parameter.schema, ...descriptionOf(parameter) }} />
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

function Answer({ document, status, response }: { document: OpenApiDocument; status: string; response: Response }) {
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

function Content(props: { document: OpenApiDocument; mediaType: string; content: MediaType }) {
  const { document, mediaType, content } = props;
  const example = content.example ?? Object.values(content.examples ?? {})[0]?.value;
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

/** A form that the docs script brings to life; without it there is a link to an example. */
function TryIt({ placed, baseUrl }: { placed: PlacedOperation; baseUrl: string }) {
  const { path, parameters } = placed;
  const anchor = operationAnchor(placed);
  const fields = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query");
  const example = exampleUrl(baseUrl, path, parameters);
  const isComplete = !example.includes("{");
  return (
    <details class="try">
      <summary>Try it</summary>
      {isComplete && (
        <p class="no-script">
          <a href={example}>{example}</a>
        </p>
      )}
      <form data-try={path} data-base={baseUrl} hidden>
        <div class="filters">
          {fields.map((parameter) => (
            <p class="field">
              <label for={`${anchor}-${parameter.name}`}>{parameter.name}</label>
              <input
                type="text"
                id={`${anchor}-${parameter.name}`}
                name={parameter.name}
                data-in={parameter.in}
                required={parameter.required === true}
                value={parameter.required ? exampleOf(parameter) : undefined}
                placeholder={parameter.required ? undefined : exampleOf(parameter)}
                autocomplete="off"
              />
            </p>
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
