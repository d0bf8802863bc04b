/**
 * Addresses that name a language: `/es/verification` is the page at `/verification`, in Spanish. They are taken apart before
 * anything is routed, so that a page is one operation in however many languages it is written.
 *
 * @module
 */
import { isSpoken, type Language } from "../languages/mod.ts";
import { pageRoutes } from "../pages/mod.ts";
import { operationsAt } from "../web/operation.ts";
import { pathnameOf } from "../web/request_target.ts";

const TRANSLATED = pageRoutes
  .filter(({ inLanguages }) => inLanguages)
  .map(({ path }) => ({ path, method: "GET" as const, responses: {} }));

/** A request as it is routed, with the language that its address names. */
export interface SpokenRequest {
  readonly request: Request;
  readonly language: Language | null;
}

/** The request for the page itself where a page in a language is asked for; any other request as it is. */
export function withoutLanguage(request: Request): SpokenRequest {
  const pathname = pathnameOf(request.url);
  const end = pathname.indexOf("/", 1);
  const language = pathname.slice(1, Math.max(1, end));
  if (!isSpoken(language)) return { request, language: null };
  const path = pathname.slice(end);
  // What is no page is not in a language, but the page that says so is.
  if (operationsAt(TRANSLATED, path).length === 0) return { request, language };
  return { request: new Request(request.url.replace(pathname, path), request), language };
}
