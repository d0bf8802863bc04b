/** Answers GET of the documents by one look-up of the address, before any router: these are most of all requests. */
import { withDate } from "../http/headers.ts";
import type { Representation } from "../http/representation.ts";
import { targetOf } from "../http/request.ts";

/** Addresses remembered; one host name gives a handful. */
const REMEMBERED = 256;

/** The documents that can be answered at once. */
type DocumentSource = (path: string) => Representation | undefined;

/** The answer to a GET or HEAD of a document without a query string; null for every other request. */
export function documentFastPath(documentAt: DocumentSource): (request: Request) => Response | null {
  const paths = new Map<string, string>();

  function documentOf(url: string): Representation | undefined {
    // Most are searches, each with an address of its own: looking it up would take longer than this.
    if (url.includes("?")) return undefined;
    const known = paths.get(url);
    if (known !== undefined) return documentAt(known);
    // Without a host, or with an odd one, it takes the long way.
    if (!URL.canParse(url)) return undefined;
    const path = targetOf(url);
    const document = documentAt(path);
    if (document !== undefined && paths.size < REMEMBERED) paths.set(url, path);
    return document;
  }

  return (request) => {
    const document = documentOf(request.url);
    if (document === undefined) return null;
    const { method } = request;
    if (method === "GET") return document.respond(request);
    return method === "HEAD" ? withDate(request, document.respond(request)) : null;
  };
}
