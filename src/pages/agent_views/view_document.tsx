/** @jsxImportSource preact */
/**
 * A view for agents' hosts (MCP Apps): a page that stands alone in a sandbox, with its own style and script inside, named
 * by their digests in its policy. Nothing else runs, and nothing is loaded.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { once } from "../../web/once.ts";
import pageStyle from "../assets/page.css" with { type: "text" };
import script from "../assets/view.browser.js" with { type: "text" };
import type { PageSite } from "../site.ts";
import { StarShapes } from "../stars.tsx";

/** What a view shows, and where it is had from. */
export interface ViewProps {
  readonly site: PageSite;
  /** URI of the view, to which the arguments of a tool are put as a query. */
  readonly uri: string;
  readonly title: string;
  /** Null before it is known what was asked. */
  readonly content: ComponentChildren | null;
}

/** The view as a whole document. */
export function renderView({ site, uri, title, content }: ViewProps): string {
  const html = renderToString(
    <html
      lang="en"
      data-view={uri}
      data-base={`${site.baseUrl}/`}
      data-version={site.version}
      data-waits={content === null ? "" : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy()} />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <style dangerouslySetInnerHTML={{ __html: style() }} />
      </head>
      <body class="view">
        <StarShapes />
        <main>{content ?? <p class="quiet">Waiting for the answer</p>}</main>
        <script type="module" dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  );
  return `<!DOCTYPE html>\n${html}\n`;
}

const policy = once(
  () =>
    `default-src 'none'; style-src ${digestSource(style())}; script-src ${digestSource(script)}; base-uri 'none'; form-action 'none'`,
);

function digestSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The dark colours are for hosts that say so, whatever the system prefers. */
const DARK = /@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/;

const style = once(() => pageStyle.replace(DARK, ':root[data-theme="dark"] {\n  color-scheme: dark;$1}'));
