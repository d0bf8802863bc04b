/** @jsxImportSource preact */
/**
 * The API reference: the OpenAPI document as a page, complete without scripts.
 *
 * @module
 */
import { PATHS } from "../../web/paths.ts";
import { DOCS_SCRIPT_PATH } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { htmlPage, type PageDocument } from "../page_document.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { type OpenApiDocument, operationsOf, type PlacedOperation } from "./openapi.ts";
import { OperationSection, operationAnchor } from "./operation_section.tsx";
import { Prose } from "./prose.tsx";
import { componentAnchor, Explanation, SchemaTable, TypeName } from "./schema_table.tsx";

/** The page at `/docs`. */
export function docsPage(document: OpenApiDocument, site: PageSite): PageDocument {
  const operations = operationsOf(document, document.paths ?? {});
  const webhooks = operationsOf(document, document.webhooks ?? {});
  const groups = grouped(document, operations);
  const html = renderPage({
    site,
    title: "API reference",
    description: document.info?.title ?? "API reference",
    canonicalPath: PATHS.docs,
    scriptPaths: [DOCS_SCRIPT_PATH],
    isWide: true,
    isEnglishOnly: true,
    children: (
      <>
        <section aria-labelledby="title">
          <p class="eyebrow">
            {document.info?.title}, version {document.info?.version}
          </p>
          <h1 id="title">API reference</h1>
          <div class="lead">
            <Prose text={document.info?.description} />
          </div>
          <p class="address">
            <code data-copy="the base address">{site.baseUrl}</code>
          </p>
          <p class="quiet">
            Made from the <a href={linkWithin(site, PATHS.openApi)}>OpenAPI description</a>, which programs read.
          </p>
          <Contents groups={groups} />
        </section>
        {groups.map(({ name, description, operations }) => (
          <section class="group" aria-labelledby={groupAnchor(name)}>
            <h2 id={groupAnchor(name)}>{name}</h2>
            <Prose text={description} />
            {operations.map((placed) => (
              <OperationSection document={document} placed={placed} baseUrl={site.baseUrl} />
            ))}
          </section>
        ))}
        {webhooks.length > 0 && (
          <section class="group" aria-labelledby="webhooks">
            <h2 id="webhooks">Sent to subscribers</h2>
            {webhooks.map((placed) => (
              <OperationSection document={document} placed={placed} baseUrl={site.baseUrl} within="webhooks" />
            ))}
          </section>
        )}
        <Shapes document={document} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: null });
}

interface Group {
  readonly name: string;
  readonly description: string | undefined;
  readonly operations: readonly PlacedOperation[];
}

/** By the first tag, in the order of the document's tags; what has none comes last. */
function grouped(document: OpenApiDocument, operations: readonly PlacedOperation[]): Group[] {
  const names = new Set([...(document.tags ?? []).map(({ name }) => name), ...operations.map(tagOf)]);
  const groups = [...names].map((name) => ({
    name,
    description: document.tags?.find((tag) => tag.name === name)?.description,
    operations: operations.filter((placed) => tagOf(placed) === name),
  }));
  return groups.filter(({ operations }) => operations.length > 0);
}

function tagOf({ operation }: PlacedOperation): string {
  return operation.tags?.[0] ?? "Other";
}

function groupAnchor(name: string): string {
  return `group-${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}`;
}

function Contents({ groups }: { groups: readonly Group[] }) {
  return (
    <nav class="contents" aria-label="Operations">
      {groups.map(({ name, operations }) => (
        <div>
          <p>{name}</p>
          <ul>
            {operations.map((placed) => (
              <li>
                <a href={`#${operationAnchor(placed)}`}>
                  <span class={`method method-${placed.method}`}>{placed.method.toUpperCase()}</span>{" "}
                  <code>{placed.path}</code>
                </a>{" "}
                <span class="quiet">{placed.operation.summary}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Shapes({ document }: { document: OpenApiDocument }) {
  const schemas = Object.entries(document.components?.schemas ?? {});
  if (schemas.length === 0) return null;
  return (
    <section class="group" aria-labelledby="shapes">
      <h2 id="shapes">Shapes</h2>
      {schemas.map(([name, schema]) => (
        <section class="shape" aria-labelledby={componentAnchor(name)}>
          <h3 id={componentAnchor(name)}>
            {name} <TypeName schema={schema} />
          </h3>
          <Explanation schema={schema} />
          <SchemaTable document={document} schema={schema} />
        </section>
      ))}
    </section>
  );
}
