/** @jsxImportSource preact */
/** What every page of the reference has: its navigation, and prose with code in it. */
import type { ComponentChildren } from "preact";
import { PATHS } from "../../http/paths.ts";
import { renderPage } from "../components/layout.tsx";
import type { PageDocument } from "../page.ts";
import { titleInWords } from "../phrases.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { GUIDES } from "./guides.ts";
import { type DocsPart, docsPartPath } from "./openapi.ts";

/** What the navigation leads to, and where it stands. */
interface DocsNavigationProps {
  readonly site: PageSite;
  readonly parts: readonly DocsPart[];
  /** The path of this page. */
  readonly path: string;
  readonly query?: string;
}

/** A page of the reference: what it is about, the way around, and `children`. */
export function renderReferencePage({
  site,
  parts,
  path,
  title,
  lead,
  ...page
}: DocsNavigationProps & {
  readonly title: string;
  readonly lead: string | undefined;
  readonly description: string;
  readonly scriptPaths?: readonly string[];
  readonly children: ComponentChildren;
}): PageDocument {
  const { children, ...head } = page;
  return renderPage({
    ...{ site, ...head, title: titleInWords(`${title} - API reference`), canonicalPath: path },
    ...{ isWide: true, isInOneLanguage: true },
    children: (
      <>
        <section aria-labelledby="title">
          <p class="eyebrow">
            <a href={linkWithin(site, PATHS.docs)}>API reference</a>
          </p>
          <h1 id="title">{title}</h1>
          <p class="lead">
            <InlineProse text={lead} />
          </p>
        </section>
        <DocsNavigation site={site} parts={parts} path={path} />
        {children}
      </>
    ),
  });
}

/** A plain form and lists of links. */
export function DocsNavigation({ site, parts, path, query }: DocsNavigationProps) {
  const pages = [["Overview", PATHS.docs], ...parts.map(({ title, slug }) => [title, docsPartPath(slug)])] as const;
  const guides = GUIDES.map(({ title, slug }) => [title, docsPartPath(slug)] as const);
  return (
    <div class="docs-navigation">
      <search aria-label="API reference">
        <form action={linkWithin(site, PATHS.docs)} method="get">
          <div class="field">
            <label for="q">Search operations, shapes and guides</label>
            <input type="search" id="q" name="q" maxLength={100} value={query} autocomplete="off" />
          </div>
          <button type="submit">Search</button>
        </form>
      </search>
      <nav aria-label="API reference">
        <Links site={site} links={pages} path={path} />
        <p class="quiet">Guides</p>
        <Links site={site} links={[...guides, ["Adding it to an assistant (MCP)", PATHS.mcp]]} path={path} />
      </nav>
    </div>
  );
}

function Links({ site, links, path }: { site: PageSite; links: readonly (readonly string[])[]; path: string }) {
  return (
    <ul>
      {links.map(([title = "", to = ""]) => (
        <li>
          <a href={linkWithin(site, to)} aria-current={to === path ? "page" : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A description as paragraphs; renders nothing for empty text. */
export function Prose({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p>
          <InlineProse text={paragraph} />
        </p>
      ))}
    </>
  );
}

/** A description within a line, with words in backticks as code. */
export function InlineProse({ text }: { text: string | undefined }) {
  return <>{(text ?? "").split("`").map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece))}</>;
}

/** Code that may be longer than its room; `copy` names it for the button that copies it. */
export function Code({ copy, children }: { copy?: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <pre data-copy={copy} tabIndex={0}>
      {children}
    </pre>
  );
}
