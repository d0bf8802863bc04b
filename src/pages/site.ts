/**
 * Where the pages live: the base address and the addresses made from it.
 *
 * @module
 */

export interface Site {
  /** Absolute, without a slash at the end. */
  readonly baseUrl: string;
  /** Version of the program, shown in the footer. */
  readonly version: string;
  readonly atomFeedUrl: string;
  readonly jsonFeedUrl: string;
  readonly hubUrl: string;
  readonly mcpUrl: string;
  readonly openapiUrl: string;
}

/** The site at a base address; a slash at its end is dropped. */
export function siteAt(baseUrl: string, version: string): Site {
  const base = baseUrl.replace(/\/+$/, "");
  return {
    baseUrl: base,
    version,
    atomFeedUrl: `${base}/feed.xml`,
    jsonFeedUrl: `${base}/api/feed.json`,
    hubUrl: `${base}/api/websub/hub`,
    mcpUrl: `${base}/mcp`,
    openapiUrl: `${base}/.well-known/openapi.json`,
  };
}

/**
 * A link within the site: the path of the base address, then `path`. Without the host, so that a page also works when it
 * is reached by another name; with the path, so that a site below a folder of a larger one does.
 */
export function linkWithin(site: Site, path: string): string {
  return `${new URL(site.baseUrl).pathname.replace(/\/$/, "")}${path}`;
}
