/** What every answer of the console carries, and answers without a page. */

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
