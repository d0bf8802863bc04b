/** Guards, and the headers of every response. The listener loads this, so that nothing of a refused request is read. */

interface ConsoleAddress {
  /** Absolute, without a trailing slash. */
  readonly consoleUrl: string;
  readonly port: number;
}

type Guarded =
  /** `origin` is that of the console as the browser sees it. */
  | { readonly kind: "passed"; readonly origin: string }
  | { readonly kind: "refused"; readonly status: 403 | 405 | 421; readonly reason: string };

/** Requires the console's address as the host, and as the origin of a form: against DNS rebinding and cross-site forms. */
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

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

function originOf(host: string | null, { consoleUrl, port }: ConsoleAddress): string | null {
  if (host === null || !/^[\w.:[\]-]+$/.test(host)) return null;
  const url = new URL(consoleUrl);
  const named = URL.parse(`${url.protocol}//${host}`);
  if (named?.host === url.host) return url.origin;
  const local = URL.parse(`http://${host}`);
  const isLocal = local !== null && LOOPBACK.has(local.hostname) && Number(local.port || 80) === port;
  return isLocal ? local.origin : null;
}

/** Consoles on other ports of a host share its cookies, so a name has the port. Over http, browsers reject `__Host-`. */
export function cookieName(origin: string, name: "session" | "notice" = "session"): string {
  const { protocol, port } = new URL(origin);
  return `${protocol === "https:" ? "__Host-" : ""}${name}${port === "" ? "" : `-${port}`}`;
}

export function sessionTokenOf(request: Pick<Request, "headers">, origin: string): string | undefined {
  return cookiesOf(request).get(cookieName(origin));
}

export function cookiesOf({ headers }: Pick<Request, "headers">): ReadonlyMap<string, string> {
  const pairs = (headers.get("Cookie") ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}

/** Assets are not private, but other sites must not use them. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** All responses except assets: not stored, not framed, and without foreign scripts. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  ...ASSET_HEADERS,
  "Cache-Control": "no-store",
  // `no-referrer` would make browsers send `Origin: null` with our own forms.
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

export function plainAnswer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${text}\n`, { status, headers: { ...PRIVATE_HEADERS, ...type, ...headers } });
}
