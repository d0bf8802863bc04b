/** @jsxImportSource preact */
/**
 * What a person sees who opens the address of the MCP server: how to add it to the assistant they use.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { PATHS } from "../../web/paths.ts";
import { absoluteUrl } from "../../web/site.ts";
import { ALL_REVIEWS, CountLink } from "../count_link.tsx";
import { renderPage } from "../layout.tsx";
import { htmlPage, type PageDocument } from "../page_document.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { counted } from "../words.ts";
import { type Host, hostsFor, type Snippet, serverNameOf } from "./hosts.ts";

/** The page at `/mcp`, for browsers. */
export function connectPage(publication: Publication, site: PageSite): PageDocument {
  const { business, reviewCount } = publication;
  const url = absoluteUrl(site, PATHS.mcp);
  const hosts = hostsFor({ name: serverNameOf(business.name), url });
  const html = renderPage({
    site,
    publication,
    title: `Ask your assistant about ${business.name}`,
    description: `Add the reviews of ${business.name} to Claude, ChatGPT, Cursor, VS Code, Gemini CLI or Codex.`,
    canonicalPath: PATHS.mcp,
    isEnglishOnly: true,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">
            Ask your assistant about <bdi>{business.name}</bdi>
          </h1>
          <p class="lead">
            This is the address of an MCP server. Once it is added, an assistant looks up the rating, searches{" "}
            <CountLink count={reviewCount} query={ALL_REVIEWS} site={site}>
              {counted(reviewCount, "published review")}
            </CountLink>{" "}
            and counts what customers praise and criticise. Nothing can be changed through it, and there is no account
            and no key.
          </p>
          <p class="address">
            <code data-copy="the address of the MCP server">{url}</code>
          </p>
          {!isPublic(url) && (
            <p class="quiet">
              This address is not on the public web. Assistants that run in somebody’s cloud, Claude and ChatGPT among
              them, cannot reach it.
            </p>
          )}
        </section>
        {hosts.map((host) => (
          <HostSection host={host} />
        ))}
        <section class="group" aria-labelledby="others">
          <h2 id="others">Any other</h2>
          <p>
            Add the address as a remote MCP server (streamable HTTP, no authentication). What a program may ask is in
            the <a href={linkWithin(site, PATHS.docs)}>API reference</a>;{" "}
            <a href={linkWithin(site, PATHS.serverCard)}>the server card</a> names the versions of the protocol.
          </p>
        </section>
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business });
}

function HostSection({ host: { id, name, steps, link, snippets } }: { host: Host }) {
  return (
    <section class="group host" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p>{steps}</p>
      {link && (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
      {snippets.map((snippet) => (
        <Copyable snippet={snippet} />
      ))}
    </section>
  );
}

/** Shown whole, so that it can be copied by hand where no script runs. */
function Copyable({ snippet: { what, text } }: { snippet: Snippet }) {
  return (
    <div class="snippet">
      <pre data-copy={what}>{text}</pre>
    </div>
  );
}

/** Whether somebody else's machine may reach the address. */
function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && hostname.includes(".") && !/^[\d.]+$|\.(?:local|localhost|internal)$/.test(hostname);
}
