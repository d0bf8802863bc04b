/**
 * How each assistant is told of an MCP server: a link where its documentation defines one, else what to paste.
 *
 * Links: https://cursor.com/docs/mcp/install-links, https://code.visualstudio.com/docs/copilot/guides/mcp-developer-guide.
 *
 * @module
 */

/** The server as an assistant knows it. */
export interface ServerAddress {
  /** Letters, digits and hyphens: every host takes it. */
  readonly name: string;
  readonly url: string;
}

/** Something to copy. */
export interface Snippet {
  /** What it is, in a few words. */
  readonly what: string;
  readonly text: string;
}

/** An assistant, and the ways to connect it. */
export interface Host {
  readonly id: string;
  readonly name: string;
  /** Whether it runs on somebody else's machine, and so reaches public addresses only. */
  readonly isRemote: boolean;
  readonly steps: string;
  /** Opens the assistant, or its settings. */
  readonly link?: { readonly href: string; readonly text: string };
  readonly snippets: readonly Snippet[];
}

/** The assistants that people ask about, each told of `server`. */
export function hostsFor(server: ServerAddress): readonly Host[] {
  const { name, url } = server;
  return [
    {
      id: "claude",
      name: "Claude",
      isRemote: true,
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
      isRemote: true,
      steps:
        "In the settings, under Apps & Connectors, switch on developer mode, choose “Create”, paste the address as the URL of the MCP server, and choose “No authentication”.",
      snippets: [{ what: "the address for ChatGPT", text: url }],
    },
    {
      id: "cursor",
      name: "Cursor",
      isRemote: false,
      steps: "Use the link, or put this into mcp.json in the folder .cursor of your home or project.",
      link: { href: cursorLink(server), text: "Add to Cursor" },
      snippets: [{ what: "mcp.json for Cursor", text: json({ mcpServers: { [name]: { url } } }) }],
    },
    {
      id: "vs-code",
      name: "VS Code",
      isRemote: false,
      steps: "Use the link, or put this into mcp.json in the folder .vscode of your project.",
      link: { href: codeLink(server), text: "Add to VS Code" },
      snippets: [{ what: "mcp.json for VS Code", text: json({ servers: { [name]: { type: "http", url } } }) }],
    },
    {
      id: "gemini-cli",
      name: "Gemini CLI",
      isRemote: false,
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
      isRemote: false,
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

/** A name for the server that tells it from those of other businesses: `ace-plumbing-reviews`. */
export function serverNameOf(business: string): string {
  const plain = business
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "");
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== "");
  return [...words.join("-").slice(0, MAX_NAME).split("-"), "reviews"].filter((word) => word !== "").join("-");
}

function cursorLink({ name, url }: ServerAddress): string {
  const config = new TextEncoder().encode(JSON.stringify({ url })).toBase64();
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
