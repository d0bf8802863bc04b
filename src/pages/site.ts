/**
 * Where the pages live, and links from one to the other.
 *
 * @module
 */
import type { Site } from "../web/site.ts";

/** The site as the pages see it. */
export interface PageSite extends Site {
  /** Version of the program, shown in the footer. */
  readonly version: string;
}

/**
 * A link within the site: the path of the base address, then `path`. Without the host, so that a page also works when it
 * is reached by another name; with the path, so that a site below a folder of a larger one does.
 */
export function linkWithin({ baseUrl }: Site, path: string): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/, "")}${path}`;
}
