/**
 * The target of a request: its path and query, and requests that name no host, or none that can be one. Bun gives these a
 * URL without origin, which nothing can parse.
 *
 * @module
 */
import type { Site } from "./site.ts";

/** The path of an absolute URL that is normalised already, as those of requests are, with its query. */
export function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 ? "/" : url.slice(start);
}

/** The path of such a URL without its query. */
export function pathnameOf(url: string): string {
  const target = targetOf(url);
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** The query of such a URL without its question mark. */
export function queryStringOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start + 1);
}

/**
 * The request with an absolute URL: below the site's own address when it has no Host header, as HTTP/1.0 allows, and
 * without the fragment, which clients must not send. Null if its host is invalid (RFC 9112 section 3.2 requires 400).
 */
export function withAbsoluteUrl(request: Request, { baseUrl }: Site): Request | null {
  const { url } = request;
  if (url.startsWith("/")) {
    if (request.headers.has("host")) return null;
    // As the server makes them: over TLS or not, it sees the plain request of its proxy.
    return new Request(withoutFragment(`http://${new URL(baseUrl).host}${url}`), request);
  }
  if (!URL.canParse(url)) return null;
  return url.includes("#") ? new Request(withoutFragment(url), request) : request;
}

function withoutFragment(url: string): string {
  return url.split("#", 1)[0] ?? url;
}
