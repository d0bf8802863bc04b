/** @jsxImportSource preact */
/**
 * A page of the API reference: a guide, the operations of a tag, or schemas. Samples use names of this publication,
 * and forms lead to the address they describe.
 */

import { PATHS } from "../../http/paths.ts";
import type { Publication } from "../../publication/mod.ts";
import { DOCS_SCRIPT_PATH } from "../assets.ts";
import { picturePath, themePath } from "../brand.ts";
import { PageSection } from "../components/layout.tsx";
import { type Mentioned, services, technicians } from "../entity.ts";
import { type PageDocument, redirectTo } from "../page.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { askedAddress } from "./docs_query.ts";
import { Prose, renderReferencePage } from "./elements.tsx";
import { GUIDES, type Guide, type GuideStep } from "./guides.ts";
import {
  componentAnchor,
  type DocsPart,
  docsPartPath,
  docsParts,
  type OpenApiDocument,
  type OpenApiParameter,
  type PlacedOperation,
} from "./openapi.ts";
import { OperationSection } from "./operation_section.tsx";
import { type Ask, liveAnswers } from "./samples.tsx";
import { ComponentPage, SchemaDescription, SchemaTable, TypeName } from "./schema_table.tsx";

/** Which page is asked for, and what its examples are made of. */
interface AskedPart {
  readonly slug: string;
  readonly publication: Publication;
  readonly ask: Ask;
}

/** A form of a page with its fields. */
interface AskedForm {
  readonly slug: string;
  readonly queryString: string;
}

/** The redirect to the answer that a form asks for; null where the page has no such form. */
export function formTargetOf(document: OpenApiDocument, site: PageSite, { slug, queryString }: AskedForm) {
  const part = docsParts(document).find((each) => each.slug === slug);
  const asked = askedAddress(part?.operations ?? [], queryString);
  return asked === null ? null : redirectTo(linkWithin(site, asked));
}

/** The page at `/docs/{part}`, a guide included; null where the document has no such part. */
export async function renderDocsPartPage(
  document: OpenApiDocument,
  site: PageSite,
  { slug, publication, ask }: AskedPart,
): Promise<PageDocument | null> {
  const parts = docsParts(document);
  const guide = GUIDES.find((each) => each.slug === slug);
  if (guide) return guidePage(guide, site, parts);
  const described = parts.find((each) => each.slug === slug);
  if (!described) return null;
  const part = withRealNames(described, publication);
  const path = docsPartPath(slug);
  const live = part.within === undefined ? await liveAnswers(document, part.operations, ask) : undefined;
  return renderReferencePage({
    ...{ site, parts, path, title: part.title, lead: part.description },
    description: part.description ?? `${part.title}: ${document.info?.title ?? "API reference"}`,
    scriptPaths: [DOCS_SCRIPT_PATH],
    children: (
      <ComponentPage.Provider value={pagesOfComponents(parts, site)}>
        <PartContent document={document} site={site} part={part} live={live} />
      </ComponentPage.Provider>
    ),
  });
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
    <PageSection class="group" id={anchor} title={shapes.length > 0 ? "By name" : "Operations"}>
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
          <SchemaDescription schema={schema} />
          <SchemaTable document={document} schema={schema} />
        </section>
      ))}
    </PageSection>
  );
}

function guidePage({ slug, title, summary, steps }: Guide, site: PageSite, parts: readonly DocsPart[]): PageDocument {
  return renderReferencePage({
    ...{ site, parts, path: docsPartPath(slug), title, lead: summary, description: summary },
    children: steps(site).map((step) => <Step step={step} />),
  });
}

function Step({ step: { heading, text, code } }: { step: GuideStep }) {
  const anchor = heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return (
    <PageSection class="group" id={anchor} title={heading}>
      <Prose text={text} />
      {code && <pre data-copy={`the code of: ${heading}`}>{code}</pre>}
    </PageSection>
  );
}

/** The part with examples of this publication for the parameters of its paths, where it has any. */
function withRealNames(part: DocsPart, publication: Publication): DocsPart {
  const operations = part.operations.map((placed) => ({
    ...placed,
    parameters: placed.parameters.map((parameter) => withRealName(placed, parameter, publication)),
  }));
  return { ...part, operations };
}

function withRealName(
  { path }: PlacedOperation,
  parameter: OpenApiParameter,
  publication: Publication,
): OpenApiParameter {
  if (parameter.in !== "path") return parameter;
  const example = realName(path, publication);
  return example === null ? parameter : { ...parameter, example };
}

/** What the parameter of a path stands for; null where the publication has nothing of the kind. */
function realName(path: string, publication: Publication): string | null {
  const { business, reviewCount } = publication;
  switch (path) {
    case PATHS.review:
    case PATHS.reviewData:
    case PATHS.reviewShareImage:
      return reviewCount === 0 ? null : publication.idAt(0);
    case PATHS.since:
      return reviewCount === 0 ? null : `${publication.reviewAt(0).date.slice(0, 7)}-01`;
    case PATHS.technician:
      return mostMentioned(technicians(publication));
    case PATHS.service:
      return mostMentioned(services(publication));
    case PATHS.logo:
    case PATHS.photo: {
      const kind = path === PATHS.logo ? "logo" : "photo";
      const picture = publication[kind];
      return picture && lastOf(picturePath(kind, picture));
    }
    case PATHS.theme:
      return business.color && lastOf(themePath(business.color));
    default:
      return null;
  }
}

function mostMentioned(entries: readonly Mentioned[]): string | null {
  return entries.toSorted((one, other) => other.count - one.count)[0]?.id ?? null;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
