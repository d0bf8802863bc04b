/** @jsxImportSource preact */
/**
 * A guide as a page of the reference.
 *
 * @module
 */
import { PATHS } from "../../web/paths.ts";
import { renderPage } from "../layout.tsx";
import { htmlPage, type PageDocument } from "../page_document.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { DocsNavigation } from "./docs_navigation.tsx";
import type { Guide, GuideStep } from "./guides.ts";
import { type DocsPart, docsPartPath } from "./parts.ts";
import { Prose } from "./prose.tsx";

/** The page of a guide, with the way to all `parts`. */
export function guidePage(guide: Guide, site: PageSite, parts: readonly DocsPart[]): PageDocument {
  const path = docsPartPath(guide.slug);
  const html = renderPage({
    site,
    title: `${guide.title} - API reference`,
    description: guide.summary,
    canonicalPath: path,
    isWide: true,
    isEnglishOnly: true,
    children: (
      <>
        <section aria-labelledby="title">
          <p class="eyebrow">
            <a href={linkWithin(site, PATHS.docs)}>API reference</a>
          </p>
          <h1 id="title">{guide.title}</h1>
          <p class="lead">{guide.summary}</p>
        </section>
        <DocsNavigation site={site} parts={parts} path={path} />
        {guide.steps(site).map((step) => (
          <Step step={step} />
        ))}
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: null });
}

function Step({ step: { heading, text, code } }: { step: GuideStep }) {
  const anchor = heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return (
    <section class="group" aria-labelledby={anchor}>
      <h2 id={anchor}>{heading}</h2>
      <Prose text={text} />
      {code && <pre data-copy={`the code of: ${heading}`}>{code}</pre>}
    </section>
  );
}
