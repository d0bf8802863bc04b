/** @jsxImportSource preact */
/** Feeds, push, MCP, downloads and the API reference, each with its address. */

import type { ComponentChildren } from "preact";
import { absoluteUrl, PATHS } from "../http/paths.ts";
import { PageSection, renderPage } from "./components/layout.tsx";
import type { PageDocument } from "./page.ts";
import { inEnglish, linkWithin, type PageProps, type PageSite } from "./site.ts";

const TITLE = "For developers";

/** The page at `/developers`, in English only. */
export function renderDevelopersPage({ publication, ...request }: PageProps): PageDocument {
  const site = inEnglish(request.site);
  const { business } = publication;
  return renderPage({
    site,
    publication,
    title: TITLE,
    description: `Feeds, open data, API and MCP server of the reviews of ${business.name}.`,
    canonicalPath: PATHS.developers,
    isInOneLanguage: true,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{TITLE}</h1>
          <p class="lead">Everything on this site is open to programs, too: no key, no account.</p>
          <p class="after-heading">
            <a href={linkWithin(site, PATHS.docs)}>API reference</a>: every operation with its parameters and answers,
            to read and to try out.
          </p>
        </section>
        <FollowSection site={site} />
      </>
    ),
  });
}

/** Feeds, push, MCP and downloads, each with its address. */
function FollowSection({ site }: { site: PageSite }) {
  const at = (path: string) => linkWithin(site, path);
  return (
    <PageSection class="follow" id="follow" title="Follow these reviews">
      <dl>
        <Way name="Feed reader" label="the address of the Atom feed" address={absoluteUrl(site, PATHS.atomFeed)}>
          Atom, the 50 newest reviews.
        </Way>
        <Way name="JSON Feed" label="the address of the JSON Feed" address={absoluteUrl(site, PATHS.jsonFeed)}>
          The same, as JSON Feed 1.1.
        </Way>
        <Way name="WebSub" label="the address of the WebSub hub" address={absoluteUrl(site, PATHS.hub)}>
          Be told within seconds: subscribe to either feed at this hub.
        </Way>
        <Way name="MCP" label="the address of the MCP server" address={absoluteUrl(site, PATHS.mcp)}>
          Ask about the reviews in Claude, ChatGPT, VS Code and other assistants:{" "}
          <a href={at(PATHS.mcp)}>how to add this address</a>.
        </Way>
      </dl>
      <p>
        All of it as open data: <a href={at(PATHS.reviews)}>JSON</a>, <a href={at(PATHS.csv)}>CSV</a>,{" "}
        <a href={at(PATHS.ndjson)}>NDJSON</a>, <a href={at(PATHS.insights)}>insights</a>, described in the{" "}
        <a href={at(PATHS.docs)}>API reference</a>.
      </p>
    </PageSection>
  );
}

function Way(props: { name: string; label: string; address: string; children: ComponentChildren }) {
  const { name, label, address, children } = props;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <p>{children}</p>
        <p class="address">
          <code data-copy={label}>{address}</code>
        </p>
      </dd>
    </div>
  );
}
