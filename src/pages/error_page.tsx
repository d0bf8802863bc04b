/** @jsxImportSource preact */
import type { Publication } from "../publication/mod.ts";
import { renderPage } from "./components/layout.tsx";
import type { PageDocument } from "./page.ts";
import { type PageSite, pageLink } from "./site.ts";

const KNOWN = ["400", "404", "429", "503"] as const;

interface ErrorPageOptions {
  /** The publication of the site, if it is known. */
  readonly publication?: Publication;
  /** An id under which the fault stands in the log. */
  readonly faultId?: string;
}

/** The page of an error. It reveals nothing internal except the id of a fault. */
export function renderErrorPage(site: PageSite, status: number, options: ErrorPageOptions = {}): PageDocument {
  const { words } = site;
  const kind = KNOWN.find((known) => known === String(status)) ?? "other";
  const title = words.say(`error.${kind}`);
  const advice = words.say(`error.advice.${kind}`);
  const { publication, faultId } = options;
  return renderPage({
    site,
    status,
    isCacheable: false,
    ...(publication && { publication }),
    title,
    description: advice,
    canonicalPath: null,
    children: (
      <section aria-labelledby="title">
        <p class="eyebrow">{words.say("error.number", { status })}</p>
        <h1 id="title">{title}</h1>
        <p class="lead">{advice}</p>
        {faultId && <p class="quiet">{words.pieces("error.reference", { id: <code>{faultId}</code> })}</p>}
        <p class="lead">
          <a href={pageLink(site, "/")}>{words.say("error.all")}</a>
        </p>
      </section>
    ),
  });
}
