/** @jsxImportSource preact */
/**
 * What an operation takes or answers: its shape by media type, with an example.
 *
 * @module
 */
import type { MediaType, OpenApiDocument, Response } from "./openapi.ts";
import { InlineProse } from "./prose.tsx";
import { SchemaTable, TypeName } from "./schema_table.tsx";

/** One response of an operation, by status, folded until opened. */
export function Answer({
  document,
  status,
  response,
}: {
  document: OpenApiDocument;
  status: string;
  response: Response;
}) {
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
export function Content(props: { document: OpenApiDocument; mediaType: string; content: MediaType }) {
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
