/** @jsxImportSource preact */
/**
 * A page of the API reference: the operations of a tag, or a part of the shapes.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { PATHS } from "../../web/paths.ts";
import { DOCS_SCRIPT_PATH } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { htmlPage, type PageDocument, redirectTo } from "../page_document.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { askedAddress } from "./asked_address.ts";
import { DocsNavigation } from "./docs_navigation.tsx";
import { guidePage } from "./guide_page.tsx";
import { GUIDES } from "./guides.ts";
import { type Ask, liveAnswers } from "./live_answers.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { OperationSection } from "./operation_section.tsx";
import { componentAnchor, type DocsPart, docsPartPath, docsParts } from "./parts.ts";
import { InlineProse } from "./prose.tsx";
import { withRealNames } from "./real_names.ts";
import { ComponentPage, Explanation, SchemaTable, TypeName } from "./schema_table.tsx";

/** Which page is asked for, and what its examples are made of. */
export interface AskedPart {
  readonly slug: string;
  readonly queryString?: string;
  readonly publication: Publication;
  readonly ask: Ask;
}

/**
 * The page at `/docs/{part}`, a guide included; null where the document has no such part. With the fields of one of its forms it leads on to
 * the answer.
 */
export async function docsPartPage(
  document: OpenApiDocument,
  site: PageSite,
  { slug, queryString = "", publication, ask }: AskedPart,
): Promise<PageDocument | null> {
  const parts = docsParts(document);
  const guide = GUIDES.find((each) => each.slug === slug);
  if (guide) return guidePage(guide, site, parts);
  const described = parts.find((each) => each.slug === slug);
  if (!described) return null;
  const part = withRealNames(described, publication);
  const asked = askedAddress(part.operations, queryString);
  if (asked !== null) return redirectTo(linkWithin(site, asked));
  const path = docsPartPath(slug);
  const live = part.within === undefined ? await liveAnswers(document, part.operations, ask) : undefined;
  const html = renderPage({
    site,
    title: `${part.title} - API reference`,
    description: part.description ?? `${part.title}: ${document.info?.title ?? "API reference"}`,
    canonicalPath: path,
    scriptPaths: [DOCS_SCRIPT_PATH],
    isWide: true,
    isEnglishOnly: true,
    children: (
      <ComponentPage.Provider value={pagesOfComponents(parts, site)}>
        <section aria-labelledby="title">
          <p class="eyebrow">
            <a href={linkWithin(site, PATHS.docs)}>API reference</a>
          </p>
          <h1 id="title">{part.title}</h1>
          <p class="lead">
            <InlineProse text={part.description} />
          </p>
        </section>
        <DocsNavigation site={site} parts={parts} path={path} />
        <PartContent document={document} site={site} part={part} live={live} />
      </ComponentPage.Provider>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: null });
}

/** Says on which page a component is described. */
function pagesOfComponents(parts: readonly DocsPart[], site: PageSite): (name: string) => string {
  const pages = new Map(
    parts.flatMap(({ slug, shapes }) => shapes.map(([name]) => [name, linkWithin(site, docsPartPath(slug))])),
  );
  return (name) => pages.get(name) ?? linkWithin(site, PATHS.docs);
}

function PartContent(props: {
  document: OpenApiDocument;
  site: PageSite;
  part: DocsPart;
  live: ReadonlyMap<string, string> | undefined;
}) {
  const { document, site, part, live } = props;
  const { anchor, operations, shapes, within } = part;
  return (
    <section class="group" aria-labelledby={anchor}>
      <h2 id={anchor}>{shapes.length > 0 ? "By name" : "Operations"}</h2>
      {operations.map((placed) => (
        <OperationSection
          document={document}
          placed={placed}
          baseUrl={site.baseUrl}
          {...(within && { within })}
          {...(live && { live })}
        />
      ))}
      {shapes.map(([name, schema]) => (
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
