/** @jsxImportSource preact */
/** The first page of the API reference, and its search. */
import { PATHS } from "../../http/paths.ts";
import { PageSection, renderPage } from "../components/layout.tsx";
import type { PageDocument } from "../page.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { guidesAbout, partsAbout, readDocsQuery } from "./docs_query.ts";
import { DocsNavigation, Prose } from "./elements.tsx";
import { GUIDES, type Guide } from "./guides.ts";
import {
  componentAnchor,
  type DocsPart,
  docsPartPath,
  docsParts,
  type OpenApiDocument,
  operationAnchor,
} from "./openapi.ts";

/** The page at `/docs`; with `?q=` what speaks of those words. */
export function renderDocsPage(document: OpenApiDocument, site: PageSite, queryString = ""): PageDocument {
  const parts = docsParts(document);
  const query = readDocsQuery(queryString);
  const guides = query === "" ? [] : guidesAbout(GUIDES, site, query);
  const shown = query === "" ? parts : partsAbout(parts, query);
  return renderPage({
    site,
    title: query === "" ? "API reference" : `${query} - API reference`,
    description: document.info?.title ?? "API reference",
    canonicalPath: query === "" ? PATHS.docs : null,
    isWide: true,
    isInOneLanguage: true,
    children: (
      <>
        <section aria-labelledby="title">
          <p class="eyebrow">
            {document.info?.title}, version {document.info?.version}
          </p>
          <h1 id="title">API reference</h1>
          {query === "" && <Introduction document={document} site={site} />}
        </section>
        <DocsNavigation site={site} parts={parts} path={PATHS.docs} query={query} />
        {query !== "" && <Found parts={shown} guides={guides} query={query} />}
        <div class="contents">
          {guides.length > 0 && <GuideContents guides={guides} site={site} />}
          {shown.map((part) => (
            <PartContents part={part} site={site} />
          ))}
        </div>
      </>
    ),
  });
}

function Introduction({ document, site }: { document: OpenApiDocument; site: PageSite }) {
  return (
    <>
      <div class="lead">
        <Prose text={document.info?.description} />
      </div>
      <p class="address">
        <code data-copy="the base address">{site.baseUrl}</code>
      </p>
      <p class="quiet">
        Made from the <a href={linkWithin(site, PATHS.openApi)}>OpenAPI description</a>, which programs read.
      </p>
    </>
  );
}

function Found({ parts, guides, query }: { parts: readonly DocsPart[]; guides: readonly Guide[]; query: string }) {
  const count = parts.reduce((sum, { operations, shapes }) => sum + operations.length + shapes.length, guides.length);
  return (
    <p class="after-heading">
      {count === 0 ? "Nothing" : count} found for <strong>{query}</strong>.
    </p>
  );
}

function GuideContents({ guides, site }: { guides: readonly Guide[]; site: PageSite }) {
  return (
    <PageSection id="guides" title="Guides">
      <ul>
        {guides.map(({ slug, title, summary }) => (
          <li>
            <a href={linkWithin(site, docsPartPath(slug))}>{title}</a> <span class="quiet">{summary}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** What a page holds. The anchors are those of the time when all of it was here: they lead on. */
function PartContents({ part, site }: { part: DocsPart; site: PageSite }) {
  const { title, anchor, operations, shapes, within } = part;
  const page = linkWithin(site, docsPartPath(part.slug));
  return (
    <section aria-labelledby={anchor}>
      <h2 id={anchor}>
        <a href={page}>{title}</a>
      </h2>
      <ul class={shapes.length > 0 ? "shape-names" : undefined}>
        {operations.map((placed) => (
          <li id={operationAnchor(placed, within)}>
            <a href={`${page}#${operationAnchor(placed, within)}`}>
              <span class={`method method-${placed.method}`}>{placed.method.toUpperCase()}</span>{" "}
              <code>{placed.path}</code>
            </a>{" "}
            <span class="quiet">{placed.operation.summary}</span>
          </li>
        ))}
        {shapes.map(([name]) => (
          <li id={componentAnchor(name)}>
            <a href={`${page}#${componentAnchor(name)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
