/** @jsxImportSource preact */
/**
 * How to take the reviews along: feeds, push, MCP and data, each with an address to copy.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { PATHS } from "../web/paths.ts";
import { absoluteUrl } from "../web/site.ts";
import { linkWithin, type PageSite } from "./site.ts";

/** Feeds, push, MCP and downloads, each with its address. */
export function FollowSection({ site }: { site: PageSite }) {
  const at = (path: string) => linkWithin(site, path);
  return (
    <section class="follow" aria-labelledby="follow">
      <h2 id="follow">Follow these reviews</h2>
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
    </section>
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
