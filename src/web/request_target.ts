/**
 * Requests that name no host, or none that can be one. Bun gives them a URL without origin, which nothing can parse.
 *
 * @module
 */
import type { Site } from "./site.ts";

/**
 * The request with an absolute URL: below the site's own address when it has no Host header, as HTTP/1.0 allows. Null
 * when it has one that is no host (RFC 9112 section 3.2 asks for 400).
 */
export function withAbsoluteUrl(request: Request, { baseUrl }: Site): Request | null {
  if (!request.url.startsWith("/")) return URL.canParse(request.url) ? request : null;
  if (request.headers.has("host")) return null;
  // As the server makes them: over TLS or not, it sees the plain request of its proxy.
  return new Request(`http://${new URL(baseUrl).host}${request.url}`, request);
}
