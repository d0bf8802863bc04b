/** Answers GET of documents, most of all requests, by one look-up before any router. */
import { withDate } from "../http/headers.ts";
import type { Representation } from "../http/representation.ts";
import { targetOf } from "../http/request.ts";

const REMEMBERED = 256;

type DocumentSource = (path: string) => Representation | undefined;

/** Null for requests that are not GET or HEAD of a document without a query. */
export function documentFastPath(documentAt: DocumentSource): (request: Request) => Response | null {
  const paths = new Map<string, string>();

  function documentOf(url: string): Representation | undefined {
    // Searches differ in their addresses: looking them up would cost more than this.
    if (url.includes("?")) return undefined;
    const known = paths.get(url);
    if (known !== undefined) return documentAt(known);
    // An odd or missing host goes through the router.
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
