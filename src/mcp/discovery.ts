/**
 * Documents by which clients find the endpoint: a server card beside it and a catalog at a well-known place.
 *
 * Spec: MCP server cards, SEP-2127 (the card carries no list of tools); AI Catalog 1.0.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import { PATHS } from "../web/paths.ts";
import { ICON, SERVER_NAME, SERVER_VERSION } from "./identity.ts";
import { LEGACY_VERSIONS, MODERN_VERSION } from "./versions.ts";

/** A discovery document as it is served: JSON in UTF-8. */
export interface DiscoveryDocument {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

const CARD_TYPE = "application/mcp-server-card+json";
const CATALOG_TYPE = "application/ai-catalog+json";
const MAX_DESCRIPTION = 100;

/** The card of this server, for GET /mcp/server-card. */
export function serverCard({ business }: Publication, baseUrl: string): DiscoveryDocument {
  return document(CARD_TYPE, {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${reversedHost(baseUrl)}/${SERVER_NAME}`,
    version: SERVER_VERSION,
    title: `Reviews of ${business.name}`,
    description: shortDescription(business.name),
    websiteUrl: `${baseUrl}/`,
    icons: [ICON],
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl}${PATHS.mcp}`,
        supportedProtocolVersions: [MODERN_VERSION, ...LEGACY_VERSIONS],
      },
    ],
  });
}

/**
 * server.json, by which a business lists its own server in the MCP registry under the name of its domain.
 *
 * Spec: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json.
 */
export function registryListing(business: string, baseUrl: string) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `${reversedHost(baseUrl)}/${SERVER_NAME}`,
    title: clipped(`Reviews of ${business}`),
    description: shortDescription(business),
    version: SERVER_VERSION,
    websiteUrl: `${baseUrl}/`,
    remotes: [{ type: "streamable-http", url: `${baseUrl}${PATHS.mcp}` }],
  };
}

/** The catalog that points at the card, for GET /.well-known/ai-catalog.json. */
export function aiCatalog({ business }: Publication, baseUrl: string): DiscoveryDocument {
  return document(CATALOG_TYPE, {
    specVersion: "1.0",
    entries: [
      {
        identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:${SERVER_NAME}`,
        displayName: `Reviews of ${business.name}`,
        description: shortDescription(business.name),
        type: CARD_TYPE,
        url: `${baseUrl}${PATHS.serverCard}`,
      },
    ],
  });
}

function document(contentType: string, value: object): DiscoveryDocument {
  return { contentType, body: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

/** `reviews.example.com` as the namespace `com.example.reviews`; an IPv6 address keeps what a name may hold. */
function reversedHost(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return hostname
    .replace(/[^a-zA-Z0-9.-]+/g, "-")
    .split(".")
    .reverse()
    .join(".");
}

function shortDescription(business: string): string {
  return clipped(`Customer reviews and insights of ${business}, read-only`);
}

/** At most as long as the registry takes. */
function clipped(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
}
