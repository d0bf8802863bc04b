/**
 * The public address of the service: absolute URLs are built from the configured base URL, never from a Host header.
 *
 * @module
 */
import { PATHS } from "./paths.ts";

/** The site as its links see it. */
export interface Site {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
}

/** The absolute address of a path such as `/feed.xml`. */
export function absoluteUrl({ baseUrl }: Site, path: string): string {
  return baseUrl + path;
}

/** One entry of a Link header, RFC 8288. */
export function link(url: string, rel: string, type?: string): string {
  return `<${url}>; rel="${rel}"${type === undefined ? "" : `; type="${type}"`}`;
}

/** The Link entry of a licence, where there is one (RFC 8288, RFC 4946). */
export function licenseLinks(license: { readonly url: string } | null): string[] {
  return license === null ? [] : [link(license.url, "license")];
}

/** The Link entries of a WebSub topic: where its hub is, and its own address (WebSub section 4). */
export function topicLinks(site: Site, path: string): string[] {
  return [link(absoluteUrl(site, PATHS.hub), "hub"), link(absoluteUrl(site, path), "self")];
}
