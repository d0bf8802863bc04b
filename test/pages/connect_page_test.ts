/** The page at the MCP server's address: what a person copies or opens to add it to an assistant. */
import { describe, expect, test } from "bun:test";
import { hostsFor, serverNameOf } from "../../src/pages/connect_page.tsx";
import { appOf } from "../support/app_of.ts";
import { CLIENT } from "../support/client.ts";
import { endpointOf } from "../support/mcp_endpoint.ts";
import { businessOf, pageAt, richPublication, SITE } from "../support/page_stage.ts";

const SERVER = { name: "alder-sons-plumbing-reviews", url: "https://reviews.example/mcp" };
const hostOf = (id: string, server = SERVER) => {
  const host = hostsFor(server).find((known) => known.id === id);
  if (!host) throw new Error(`There is no host ${id}`);
  return host;
};

describe("hostsFor()", () => {
  test("has Claude, ChatGPT, Cursor, VS Code, Gemini CLI and Codex, each with the address to copy", () => {
    const hosts = hostsFor(SERVER);
    expect(hosts.map(({ name }) => name)).toEqual(["Claude", "ChatGPT", "Cursor", "VS Code", "Gemini CLI", "Codex"]);
    for (const { snippets } of hosts) {
      for (const { text } of snippets) expect(text).toContain(SERVER.url);
    }
  });

  test("links Cursor in its documented form: the configuration as JSON in base64", () => {
    const link = new URL(hostOf("cursor").link?.href ?? "");
    expect(`${link.protocol}//${link.host}${link.pathname}`).toBe("cursor://anysphere.cursor-deeplink/mcp/install");
    expect(link.searchParams.get("name")).toBe(SERVER.name);
    expect(JSON.parse(atob(link.searchParams.get("config") ?? ""))).toEqual({ url: SERVER.url });
  });

  test("links VS Code in its documented form: the JSON of --add-mcp, percent-encoded", () => {
    const { href = "" } = hostOf("vs-code").link ?? {};
    expect(href).toStartWith("vscode:mcp/install?");
    const config = JSON.parse(decodeURIComponent(href.slice(href.indexOf("?") + 1)));
    expect(config).toEqual({ name: SERVER.name, type: "http", url: SERVER.url });
  });

  test("gives JSON and TOML that parse to the address", () => {
    const [, gemini] = hostOf("gemini-cli").snippets;
    expect(JSON.parse(gemini?.text ?? "")).toEqual({ mcpServers: { [SERVER.name]: { httpUrl: SERVER.url } } });
    const [, codex] = hostOf("codex").snippets;
    expect(Bun.TOML.parse(codex?.text ?? "")).toEqual({ mcp_servers: { [SERVER.name]: { url: SERVER.url } } });
  });

  test("quotes an address that a shell would act on", () => {
    const [command] = hostOf("codex", { name: "a", url: "https://reviews.example/it's$(x)/mcp" }).snippets;
    expect(command?.text).toBe("codex mcp add a --url 'https://reviews.example/it'\\''s$(x)/mcp'");
  });
});

test.each([
  ["Alder & Sons Plumbing", "alder-sons-plumbing-reviews"],
  ["Müller’s Réparations", "mullers-reparations-reviews"],
  ["水道屋", "reviews"],
  ["A".repeat(80), `${"a".repeat(40)}-reviews`],
])("serverNameOf(%j) is %j, which every host takes as a name", (business, name) => {
  expect(serverNameOf(business)).toBe(name);
});

describe("the page at /mcp", () => {
  test("shows the address, and each host's way", async () => {
    const { html } = await pageAt(richPublication(), "/mcp");
    expect(html).toContain('<code data-copy="the address of the MCP server">https://reviews.example/mcp</code>');
    for (const { name } of hostsFor(SERVER)) expect(html).toContain(`>${name}</h2>`);
    expect(html).not.toContain("cannot reach it");
  });

  test("warns which assistants cannot reach an address of the same machine", async () => {
    const site = { ...SITE, baseUrl: "http://localhost:3000" };
    expect((await pageAt(richPublication(), "/mcp", { site })).html).toContain("cannot reach it");
  });

  test("keeps a hostile name out of links and snippets", async () => {
    const business = businessOf({ name: '"><script>x</script>' });
    const { html } = await pageAt(richPublication([], business), "/mcp");
    expect(html).toContain("mcp_servers.script-x-script-reviews");
  });
});

describe("GET /mcp", () => {
  const app = appOf(richPublication(), { mcp: endpointOf().mcp });
  const get = (accept?: string, more: Record<string, string> = {}) => {
    const headers = { ...(accept !== undefined && { accept }), ...more };
    return app(new Request("http://goodword.test/mcp", { headers }), CLIENT);
  };

  test("is the page for a browser, with a policy, an entity tag and Vary", async () => {
    const answer = await get("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("vary")).toBe("Accept, Accept-Encoding");
    const etag = answer.headers.get("etag") ?? "";
    expect((await get("text/html", { "if-none-match": etag })).status).toBe(304);
  });

  test("is the protocol's for agents, who ask for events or for both alike", async () => {
    for (const answer of [
      await get("text/event-stream"),
      await get("text/event-stream, text/html;q=0.5"),
      await get("*/*"),
      await get(),
    ]) {
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });
});
