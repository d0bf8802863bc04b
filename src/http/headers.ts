/** The headers of every answer, and CORS: any page may read the data. */
/** Also for 304 answers. */
const EXPOSED =
  "ETag, Last-Modified, Goodword-Revision, Link, Allow, Retry-After, RateLimit, RateLimit-Policy, Mcp-Session-Id, Mcp-Protocol-Version, Location, Accept-Ranges, Content-Range";
/** `*` does not cover Authorization, and some browsers do not support it. */
const ALLOWED =
  "*, Accept, Authorization, Content-Type, If-Modified-Since, If-None-Match, If-Range, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, Range";

/** Headers of every response, errors too; a 304 has only those of CORS. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Names all that was published when an answer was made, as `revision` does in its body. */
export const REVISION_HEADER = "Goodword-Revision";

const COMMON_ENTRIES = Object.entries(COMMON_HEADERS);

export const DOCUMENT_CACHE_CONTROL = "max-age=60, stale-while-revalidate=600, stale-if-error=86400";

export const ASSET_CACHE_CONTROL = "max-age=31536000, immutable";

export function optionsResponse(methods: readonly string[]): Response {
  const allow = [...methods, "OPTIONS"].join(", ");
  return new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      Allow: allow,
      "Access-Control-Allow-Methods": allow,
      "Access-Control-Allow-Headers": ALLOWED,
      "Access-Control-Max-Age": "7200",
    },
  });
}

/** Never overwrites a header. */
export function withCommonHeaders(response: Response): Response {
  if (response.status === 304) return response;
  for (const [name, value] of COMMON_ENTRIES) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** Bun sends no Date with HEAD (RFC 9110 section 6.6.1). */
export function withDate(request: Request, response: Response): Response {
  if (request.method === "HEAD") response.headers.set("Date", formatHttpDate(dateOfMessage()));
  return response;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const IMF = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** IMF-fixdate. */
export function formatHttpDate(instantMs: number): string {
  return new Date(instantMs).toUTCString();
}

/** Bun writes most Date headers from the system's clock, and the headers next to them must agree. */
export function dateOfMessage(): number {
  return Date.now();
}

/** Epoch milliseconds, or null. */
export function parseHttpDate(text: string): number | null {
  const imf = IMF.exec(text);
  if (imf) return instant(imf[3], imf[2], imf[1], imf[4], imf[5], imf[6]);
  const rfc850 = RFC850.exec(text);
  if (rfc850) return instant(nearCentury(rfc850[3] ?? ""), rfc850[2], rfc850[1], rfc850[4], rfc850[5], rfc850[6]);
  const asctime = ASCTIME.exec(text);
  if (asctime) return instant(asctime[6], asctime[1], asctime[2], asctime[3], asctime[4], asctime[5]);
  return null;
}

/** Two-digit years are 1970 to 2069. */
function nearCentury(year: string): string {
  return (Number(year) < 70 ? "20" : "19") + year;
}

function instant(...parts: (string | undefined)[]): number | null {
  const [year, monthName, day, hour, minute, second] = parts;
  const month = MONTHS.indexOf(monthName ?? "");
  if (month < 0) return null;
  const ms = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Math.min(Number(second), 59));
  const date = new Date(ms);
  return date.getUTCDate() === Number(day) && date.getUTCHours() === Number(hour) ? ms : null;
}
