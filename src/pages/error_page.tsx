/** @jsxImportSource preact */
/**
 * What a person sees when there is nothing to see.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { renderPage } from "./layout.tsx";
import { htmlPage, type PageDocument } from "./page_document.ts";
import { linkWithin, type PageSite } from "./site.ts";

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid address",
  404: "Page not found",
  429: "Too many requests",
  503: "The reviews are being prepared",
};

const ADVICE: Readonly<Record<number, string>> = {
  400: "Part of the address is invalid. All reviews are still available.",
  404: "The address may be mistyped or out of date. All reviews are still available.",
  429: "Please wait a minute, then try again.",
  503: "Please try again in a few seconds.",
};

/** What an error page can say beyond its status. */
export interface ErrorPageOptions {
  /** Whose site this is, when it is known. */
  readonly publication?: Publication;
  /** An id under which the fault stands in the log. */
  readonly faultId?: string;
}

/** A page for an error; it says nothing of the inside but, at most, an id. */
export function errorPage(site: PageSite, status: number, options: ErrorPageOptions = {}): PageDocument {
  const title = TITLES[status] ?? "Something went wrong here";
  const advice = ADVICE[status] ?? "It is not your fault. Please try again in a while.";
  const { publication, faultId } = options;
  const html = renderPage({
    site,
    ...(publication && { publication }),
    title,
    description: advice,
    canonicalPath: null,
    children: (
      <section aria-labelledby="title">
        <p class="eyebrow">Error {status}</p>
        <h1 id="title">{title}</h1>
        <p class="lead">{advice}</p>
        {faultId && (
          <p class="quiet">
            Reference: <code>{faultId}</code>
          </p>
        )}
        <p class="lead">
          <a href={linkWithin(site, "/")}>All reviews and ratings</a>
        </p>
      </section>
    ),
  });
  return htmlPage(status, html, { cacheable: false, business: publication?.business ?? null });
}
