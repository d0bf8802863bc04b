/**
 * Answers GET of the documents by one look-up of the address, before any router: these are most of all requests.
 *
 * @module
 */
import { withDate } from "../web/headers.ts";
import type { Representation } from "../web/representation.ts";

/** Addresses remembered; one host name gives a handful. */
const REMEMBERED = 256;

/** The documents that can be answered at once. */
export type DocumentSource = (path: string) => Representation | undefined;

/** The answer to a GET or HEAD of a document without a query string; null for every other request. */
export function documentFront(documentAt: DocumentSource): (request: Request) => Response | null {
  const paths = new Map<string, string>();

  function pathOf(url: string): string | undefined {
    const known = paths.get(url);
    if (known !== undefined) return known;
    // Without a host, or with an odd one, it takes the long way.
    if (url.startsWith("/")) return undefined;
    const start = url.indexOf("/", url.indexOf("//") + 2);
    const path = start < 0 ? "/" : url.slice(start);
    if (documentAt(path) === undefined) return undefined;
    if (paths.size < REMEMBERED) paths.set(url, path);
    return path;
  }

  return (request) => {
    const path = pathOf(request.url);
    if (path === undefined || (request.method !== "GET" && request.method !== "HEAD")) return null;
    const response = documentAt(path)?.respond(request);
    return response ? withDate(request, response) : null;
  };
}
