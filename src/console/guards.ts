/**
 * Who may speak to the console at all: requests to its own address, and forms that were sent from its own pages; and what every
 * answer carries. Loaded by the listener, so that nothing of a refused request is read.
 */

/** Where the console is reached. */
interface ConsoleAddress {
  /** Absolute, without a trailing slash. */
  readonly consoleUrl: string;
  /** The port that is listened on. */
  readonly port: number;
}

/** What became of a request at the door. */
type Guarded =
  /** `origin` is that of the console as the browser sees it. */
  | { readonly kind: "passed"; readonly origin: string }
  | { readonly kind: "refused"; readonly status: 403 | 405 | 421; readonly reason: string };

/**
 * A request names the console as its host, and a form says that it comes from there: a page elsewhere that leads a browser
 * here, under whatever name it made point to this machine, gets nothing.
 */
export function guardRequest(
  { method, headers }: Pick<Request, "method" | "headers">,
  address: ConsoleAddress,
): Guarded {
  const origin = originOf(headers.get("Host"), address);
  if (origin === null) return refused(421, "The host of this address is not the console's; see CONSOLE_URL");
  if (method === "GET" || method === "HEAD") return { kind: "passed", origin };
  if (method !== "POST") return refused(405, "Expected GET or POST");
  if (headers.get("Origin") !== origin) return refused(403, "This form was not sent from the console");
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin") return refused(403, "This form was not sent from the console");
  return { kind: "passed", origin };
}

function refused(status: 403 | 405 | 421, reason: string): Guarded {
  return { kind: "refused", status, reason };
}

/** As this machine calls itself. */
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The console's origin under the name that a request has for it; null for any other name. */
function originOf(host: string | null, { consoleUrl, port }: ConsoleAddress): string | null {
  if (host === null || !/^[\w.:[\]-]+$/.test(host)) return null;
  const url = new URL(consoleUrl);
  const named = URL.parse(`${url.protocol}//${host}`);
  if (named?.host === url.host) return url.origin;
  const local = URL.parse(`http://${host}`);
  const isLocal = local !== null && LOOPBACK.has(local.hostname) && Number(local.port || 80) === port;
  return isLocal ? local.origin : null;
}

/**
 * A cookie of the console at an origin. Cookies belong to all ports of a host, where other consoles may be: so the port is part of
 * its name. Browsers refuse the prefix, which binds it to this host and https, over plain http.
 */
export function cookieName(origin: string, name: "session" | "notice" = "session"): string {
  const { protocol, port } = new URL(origin);
  return `${protocol === "https:" ? "__Host-" : ""}${name}${port === "" ? "" : `-${port}`}`;
}

/** The token of the session that a request names. */
export function sessionTokenOf(request: Pick<Request, "headers">, origin: string): string | undefined {
  return cookiesOf(request).get(cookieName(origin));
}

export function cookiesOf({ headers }: Pick<Request, "headers">): ReadonlyMap<string, string> {
  const pairs = (headers.get("Cookie") ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}

/** Nothing of an asset is private, and nobody else's page is to use it. */
export const HARMLESS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** On everything but assets: kept by nobody, framed by nobody, and nothing runs that does not come from here. */
export const PRIVATE: Readonly<Record<string, string>> = {
  ...HARMLESS,
  "Cache-Control": "no-store",
  // Nothing elsewhere; with less a browser would not say where a form of ours comes from.
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

/** A sentence where no page can be made. */
export function plainAnswer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${text}\n`, { status, headers: { ...PRIVATE, ...type, ...headers } });
}
