/** Bun gives a request without a valid Host a URL without an origin, which `new URL()` cannot parse. */
import { isIP } from "node:net";
import type { Site } from "./paths.ts";
import type { Issue } from "./problem_schema.ts";

/** The path with its query; already normalised. */
export function targetOf(url: string): string {
  if (url.startsWith("/")) return url;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 ? "/" : url.slice(start);
}

export function pathnameOf(url: string): string {
  const target = targetOf(url);
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

/** The path of a request as a log may keep it: anybody who has the token of a link is let in. */
export function loggedPath(url: string): string {
  return pathnameOf(url).replace(/(?<=\/(?:r|u|claim)\/)[^/]+/, "…");
}

export function queryStringOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start + 1);
}

/**
 * Completes the URL of a request without Host (HTTP/1.0) and drops the fragment. Null if the host is invalid (RFC 9112
 * section 3.2 requires 400).
 */
export function withAbsoluteUrl(request: Request, { baseUrl }: Site): Request | null {
  const { url } = request;
  if (url.startsWith("/")) {
    if (request.headers.has("host")) return null;
    // The server sees the plain request of its proxy.
    return new Request(withoutFragment(`http://${new URL(baseUrl).host}${url}`), request);
  }
  if (!URL.canParse(url)) return null;
  return url.includes("#") ? new Request(withoutFragment(url), request) : request;
}

function withoutFragment(url: string): string {
  return url.split("#", 1)[0] ?? url;
}

const WEIGHT = /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** Members of a header such as Accept, in lower case, by weight: 1 by default, 0 if malformed. */
export function preferencesOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim());
    if (name !== "") weights.set(name, weightOf(parameters));
  }
  return weights;
}

/** Whether a client names `type` and likes it no less than `other`. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  const weights = preferencesOf(accept ?? "");
  const weight = weights.get(type) ?? 0;
  return weight > 0 && weight >= (weights.get(other) ?? 0);
}

/** Whether an Accept header accepts one of the types; without one a client accepts everything. */
export function takes(accept: string | null, types: readonly string[]): boolean {
  if (accept === null || accept.trim() === "") return true;
  const weights = preferencesOf(accept);
  return types.some((type) => (weights.get(type) ?? 0) > 0);
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  if (given === undefined) return 1;
  return WEIGHT.test(given) ? Number(given.slice(2)) : 0;
}

/** Behind a trusted peer the last untrusted address of X-Forwarded-For: anybody could have written those before it. */
export function clientAddressOf(
  peer: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  if (forwardedFor === null || !isTrusted(peer)) return peer;
  const hops = forwardedFor.split(",").map((hop) => bare(hop.trim()));
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? peer;
}

function bare(hop: string): string {
  const [, bracketed] = /^\[([^\]]+)\]/.exec(hop) ?? [];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}

/** Whether anybody may reach it. Host is checked, so a page of another origin cannot read more than it could itself. */
export function isPublicAddress(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isName = hostname.includes(".") && !hostname.startsWith("[") && isIP(hostname) === 0;
  return protocol === "https:" && isName && !/\.(?:localhost|local|internal|test)$/.test(hostname);
}

export function isAddressRange(range: string): boolean {
  const [address = "", bits, ...rest] = range.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

type FormReading =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "refused"; readonly status: 400 | 413 | 415; readonly issue: Issue };

export async function readFormBody(request: Request, maxBytes: number): Promise<FormReading> {
  if (!isForm(request.headers)) {
    return refused(
      415,
      "media_type",
      "the body must be application/x-www-form-urlencoded in UTF-8, without Content-Encoding",
    );
  }
  const tooLarge = () => refused(413, "maxLength", `the body must be at most ${maxBytes} bytes`);
  const bytes = await readBody(request, maxBytes);
  if (bytes === null) return tooLarge();
  try {
    return { kind: "read", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return refused(400, "malformed_encoding", "the form is not UTF-8");
  }
}

function isForm(headers: Headers): boolean {
  const [type = "", ...parameters] = (headers.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const coding = headers.get("Content-Encoding")?.trim().toLowerCase() ?? "identity";
  return type.trim() === "application/x-www-form-urlencoded" && isUtf8 && coding === "identity";
}

/** Null if there are too many bytes; a longer body is not read to its end. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) return null;
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function refused(status: 400 | 413 | 415, code: string, message: string): FormReading {
  return { kind: "refused", status, issue: { path: [], code, message } };
}
