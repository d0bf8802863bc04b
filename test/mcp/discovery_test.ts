import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { LEGACY_VERSIONS, negotiate } from "../../src/mcp/identity.ts";
import { BASE_URL, endpointOf, PLUMBER, sessionOn } from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";

const publication = publicationOf(PLUMBER, []);
const { mcp } = endpointOf(publication);
const root = (file: string) => JSON.parse(readFileSync(join(import.meta.dir, "../..", file), "utf8"));
const parsed = ({ body }: { body: string }) => JSON.parse(body);

describe("The server card", () => {
  test("contains names and addresses, and no list of tools", () => {
    const document = mcp.serverCard(publication);
    expect(document.contentType).toBe("application/mcp-server-card+json");
    expect(parsed(document)).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: "example.plumber.reviews/goodword",
      title: "Reviews of Ocean Plumbing",
      websiteUrl: `${BASE_URL}/`,
      remotes: [{ type: "streamable-http", url: `${BASE_URL}/mcp` }],
    });
    expect(parsed(document)).not.toHaveProperty("tools");
  });

  test("names the versions that the endpoint answers with", async () => {
    const [remote] = parsed(mcp.serverCard(publication)).remotes;
    const [newest, ...legacy] = remote.supportedProtocolVersions as string[];
    expect(newest).toBe("2026-07-28");
    for (const version of legacy) {
      const { handshake } = await sessionOn(endpointOf(publication), version);
      expect(handshake.result?.protocolVersion).toBe(version);
    }
  });

  test.each([["http://localhost:3000"], ["http://[2001:db8::1]:3000"], ["https://reviews.example.com"]])(
    "has a name that the registry would take at %s",
    (baseUrl) => {
      const { mcp } = endpointOf(publication, { baseUrl });
      expect(parsed(mcp.serverCard(publication)).name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    },
  );

  test("keeps the description to a hundred characters, whatever the business is called", () => {
    const long = publicationOf({ ...PLUMBER, name: "Plumbing ".repeat(13) }, []);
    expect(parsed(mcp.serverCard(long)).description.length).toBeLessThanOrEqual(100);
  });

  test("has the version of package.json and server.json", () => {
    const { version } = root("package.json");
    expect(parsed(mcp.serverCard(publication)).version).toBe(version);
    expect(root("server.json").version).toBe(version);
  });
});

test("The AI catalog points at the card", () => {
  const document = mcp.aiCatalog(publication);
  expect(document.contentType).toBe("application/ai-catalog+json");
  expect(parsed(document)).toMatchObject({
    specVersion: "1.0",
    entries: [
      {
        identifier: "urn:air:reviews.plumber.example:mcp:goodword",
        type: "application/mcp-server-card+json",
        url: `${BASE_URL}/mcp/server-card`,
      },
    ],
  });
});

test("server.json describes the endpoint for the registry", () => {
  const { $schema, name, description, remotes } = root("server.json");
  expect($schema).toContain("server.schema.json");
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(description.length).toBeLessThanOrEqual(100);
  expect(remotes).toMatchObject([{ type: "streamable-http", url: "https://{host}/mcp" }]);
});

describe("Versions", () => {
  test("are those that the SDK speaks", () => {
    expect<readonly string[]>(LEGACY_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  test("are negotiated: the one asked for when it is spoken, else the newest", () => {
    expect([negotiate("2025-06-18"), negotiate("1999-01-01")]).toEqual(["2025-06-18", "2025-11-25"]);
  });
});
