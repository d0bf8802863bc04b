/**
 * HTTP dates, RFC 9110 section 5.6.7: written in one form, read in all three.
 *
 * @module
 */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const IMF = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** The IMF-fixdate form of an instant (epoch milliseconds), whole seconds. */
export function formatHttpDate(instantMs: number): string {
  return new Date(instantMs).toUTCString();
}

/**
 * The instant of the Date of a message that is sent now. Taken from the system and not passed in: Bun writes the Date of
 * most answers by the system's clock, and what stands beside it must agree.
 */
export function dateOfMessage(): number {
  return Date.now();
}

/** The instant of an HTTP date in epoch milliseconds, or null if `text` is not one. */
export function parseHttpDate(text: string): number | null {
  const imf = IMF.exec(text);
  if (imf) return instant(imf[3], imf[2], imf[1], imf[4], imf[5], imf[6]);
  const rfc850 = RFC850.exec(text);
  if (rfc850) return instant(nearCentury(rfc850[3] ?? ""), rfc850[2], rfc850[1], rfc850[4], rfc850[5], rfc850[6]);
  const asctime = ASCTIME.exec(text);
  if (asctime) return instant(asctime[6], asctime[1], asctime[2], asctime[3], asctime[4], asctime[5]);
  return null;
}

/** A two-digit year of the obsolete form; reviews and this program are of the years 1970 to 2069. */
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
