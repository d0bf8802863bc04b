/** @jsxImportSource preact */
/**
 * One operation: what it is for, what it takes, how to call it, what it answers.
 *
 * @module
 */
import { Answer, Content } from "./answer.tsx";
import { type OpenApiDocument, operationsOf, type PlacedOperation, resolved } from "./openapi.ts";
import { operationAnchor } from "./parts.ts";
import { Prose } from "./prose.tsx";
import { Samples } from "./sample_section.tsx";
import { Explanation, TypeName } from "./schema_table.tsx";
import { TryIt } from "./try_it.tsx";

/** An operation and the document it belongs to. */
export interface OperationProps {
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
