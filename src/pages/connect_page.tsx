/** @jsxImportSource preact */
/**
 * How a person adds the MCP server to the assistant they use: an install link where its documentation defines one
 * (https://cursor.com/docs/mcp/install-links,
 * https://code.visualstudio.com/docs/copilot/guides/mcp-developer-guide), else what to paste.
 */

import { absoluteUrl, PATHS } from "../http/paths.ts";
import { counted, foldLetters } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { ALL_REVIEWS, CountLink } from "./components/figures.tsx";
import { PageSection, renderPage } from "./components/layout.tsx";
import type { PageDocument } from "./page.ts";
import { inEnglish, linkWithin, type PageProps } from "./site.ts";

/** The page at `/mcp`, for browsers. */
export function renderConnectPage({ publication, ...request }: PageProps): PageDocument {
  const site = inEnglish(request.site);
  const { business, reviewCount } = publication;
  const url = absoluteUrl(site, PATHS.mcp);
  const hosts = hostsFor({ name: serverNameOf(business.name), url });
  return renderPage({
    site,
    publication,
    title: `Ask your assistant about ${business.name}`,
    description: `Add the reviews of ${business.name} to Claude, ChatGPT, Cursor, VS Code, Gemini CLI or Codex.`,
    canonicalPath: PATHS.mcp,
    isInOneLanguage: true,
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
        {hosts.map(({ id, name, steps, link, snippets }) => (
          <PageSection class="group host" id={id} title={name}>
            <p>{steps}</p>
            {link && (
              <p>
                <a href={link.href}>{link.text}</a>
              </p>
            )}
            {snippets.map(({ what, text }) => (
              <div class="snippet">
                <pre data-copy={what}>{text}</pre>
              </div>
            ))}
          </PageSection>
        ))}
        <PageSection class="group" id="others" title="Any other">
          <p>
            Add the address as a remote MCP server (streamable HTTP, no authentication). What a program may ask is in
            the <a href={linkWithin(site, PATHS.docs)}>API reference</a>;{" "}
            <a href={linkWithin(site, PATHS.serverCard)}>the server card</a> names the versions of the protocol.
          </p>
        </PageSection>
      </>
    ),
  });
}

/** Whether somebody else's machine may reach the address. */
function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && hostname.includes(".") && !/^[\d.]+$|\.(?:local|localhost|internal)$/.test(hostname);
}

/** The server as an assistant knows it. */
interface ServerAddress {
  /** Letters, digits and hyphens: every host takes it. */
  readonly name: string;
  readonly url: string;
}

/** An assistant, and the ways to connect it. */
interface Host {
  readonly id: string;
  readonly name: string;
  readonly steps: string;
  /** Opens the assistant, or its settings. */
  readonly link?: { readonly href: string; readonly text: string };
  /** What each is, and its text. */
  readonly snippets: readonly { readonly what: string; readonly text: string }[];
}

/** The assistants that people ask about, with instructions to connect each to `server`. */
export function hostsFor(server: ServerAddress): readonly Host[] {
  const { name, url } = server;
  return [
    {
      id: "claude",
      name: "Claude",
      steps:
        "In the settings, under Connectors, choose “Add custom connector” and paste the address. No sign-in is needed.",
      link: { href: "https://claude.ai/customize/connectors", text: "Open the connectors of Claude" },
      snippets: [
        { what: "the address for Claude", text: url },
        { what: "the command for Claude Code", text: `claude mcp add --transport http ${name} ${shellWord(url)}` },
      ],
    },
    {
      id: "chatgpt",
      name: "ChatGPT",
      steps:
        "In the settings, under Apps & Connectors, switch on developer mode, choose “Create”, paste the address as the URL of the MCP server, and choose “No authentication”.",
      snippets: [{ what: "the address for ChatGPT", text: url }],
    },
    {
      id: "cursor",
      name: "Cursor",
      steps: "Use the link, or put this into mcp.json in the folder .cursor of your home or project.",
      link: { href: cursorLink(server), text: "Add to Cursor" },
      snippets: [{ what: "mcp.json for Cursor", text: json({ mcpServers: { [name]: { url } } }) }],
    },
    {
      id: "vs-code",
      name: "VS Code",
      steps: "Use the link, or put this into mcp.json in the folder .vscode of your project.",
      link: { href: codeLink(server), text: "Add to VS Code" },
      snippets: [{ what: "mcp.json for VS Code", text: json({ servers: { [name]: { type: "http", url } } }) }],
    },
    {
      id: "gemini-cli",
      name: "Gemini CLI",
      steps: "Run the command, or put this into settings.json in the folder .gemini of your home.",
      snippets: [
        {
          what: "the command for Gemini CLI",
          text: `gemini mcp add --scope user --transport http ${name} ${shellWord(url)}`,
        },
        { what: "settings.json for Gemini CLI", text: json({ mcpServers: { [name]: { httpUrl: url } } }) },
      ],
    },
    {
      id: "codex",
      name: "Codex",
      steps: "Run the command, or put this into config.toml in the folder .codex of your home.",
      snippets: [
        { what: "the command for Codex", text: `codex mcp add ${name} --url ${shellWord(url)}` },
        // A JSON string is a basic string of TOML.
        { what: "config.toml for Codex", text: `[mcp_servers.${name}]\nurl = ${JSON.stringify(url)}` },
      ],
    },
  ];
}

const MAX_NAME = 40;

/** A name that distinguishes the server from those of other businesses: `ace-plumbing-reviews`. */
export function serverNameOf(business: string): string {
  const plain = foldLetters(business).replace(/['’]/g, "");
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== "");
  return [...words.join("-").slice(0, MAX_NAME).split("-"), "reviews"].filter((word) => word !== "").join("-");
}

function cursorLink({ name, url }: ServerAddress): string {
  const config = utf8Bytes(JSON.stringify({ url })).toBase64();
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(config)}`;
}

function codeLink({ name, url }: ServerAddress): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url }))}`;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** An address may hold what a shell acts on. */
function shellWord(text: string): string {
  return /^[\w.:/@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
