/** Parses values of environment variables. Errors name the expected form; those of secrets do not repeat the value. */
import { DAY_MS, HOUR_MS } from "./durations.ts";
import { isAddressRange } from "./http/request.ts";

const DURATION_UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: HOUR_MS, d: DAY_MS };
const MAX_DURATION_MS = 3650 * DAY_MS;

export function durationOf(text: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (DURATION_UNITS_MS[unit] ?? Number.NaN);
  if (durationMs <= MAX_DURATION_MS) return durationMs;
  throw new Error("a duration of up to 3650d, such as 30s, 10m, 6h or 7d");
}

export function wholeNumberOf(text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`a whole number from ${min} to ${max}`);
}

export function bytesOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})(MB|GB)$/.exec(text) ?? [];
  if (Number(count) >= (unit === "GB" ? 1 : 64)) return Number(count) * (unit === "GB" ? 2 ** 30 : 2 ** 20);
  throw new Error("a size of at least 64MB, such as 512MB or 2GB");
}

export function smtpUrlOf(text: string): string {
  const expected = `a URL such as smtps://user:password@mail.example.com:465; ${ESCAPES}`;
  const url = new URL(decodable(text, expected));
  if (/^smtps?:$/.test(url.protocol) && url.hostname !== "") return text;
  throw new Error(expected);
}

/** Adds a separate password to the URL of a mail server that has none. */
export function withPassword(url: string | null, password: string | null): string | null {
  if (url === null || password === null) return url;
  const server = new URL(url);
  if (server.username === "" || server.password !== "") return url;
  server.password = encodeURIComponent(password);
  return server.href;
}

/** An address, or a name with an address in angle brackets. */
export function mailboxOf(text: string): string {
  if (/^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) return text;
  throw new Error('an address such as reviews@example.com or "Name <reviews@example.com>"');
}

/** A webhook URL, which may contain a key and is never shown. */
export function webhookUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "https:" && url.username === "" && url.hash === "") return url.href;
  throw new Error("an https URL without a user and without a fragment");
}

/** Secrets of Standard Webhooks, with blanks between several: 24 to 64 bytes each. */
export function webhookSecretsOf(text: string): string[] {
  const secrets = text.split(/\s+/);
  if (secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(secret))) return secrets;
  throw new Error("whsec_ and 24 to 64 bytes in base64, with blanks between several");
}

export function linkKeyOf(text: string): string {
  if (text.length >= 32 && !/\s/.test(text)) return text;
  throw new Error("at least 32 characters without blanks, such as openssl rand -hex 32 prints");
}

export function retryDelaysOf(text: string): number[] {
  const delays = text.split(",").map((part) => Number(part.trim() || Number.NaN));
  if (delays.length !== 2 || delays.some((delay) => !(delay >= 0 && delay <= 86_400))) {
    throw new Error("two numbers of seconds, such as 60,600");
  }
  return delays;
}

export function originsOf(text: string): string[] {
  if (text === "none") return [];
  const origins = partsBetweenCommas(text);
  if (!origins.every(isOrigin)) throw new Error('origins, such as https://agents.example.com, "*" for all, or "none"');
  return origins;
}

export function proxiesOf(text: string): string[] {
  const ranges = partsBetweenCommas(text);
  if (!ranges.every(isAddressRange)) throw new Error("addresses and CIDR ranges, such as 127.0.0.1,10.0.0.0/8");
  return ranges;
}

function isOrigin(text: string): boolean {
  return text === "*" || (URL.canParse(text) && new URL(text).origin === text);
}

/** The trimmed parts of a comma-separated text, without empty ones. */
export function partsBetweenCommas(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export const ESCAPES = "in user and password write % as %25, @ as %40, : as %3A, / as %2F and # as %23";

/** Checks that user, password and path of a URL can be decoded. @throws {Error} naming the expected form */
export function decodable(text: string, expected: string): string {
  try {
    const { username, password, pathname } = new URL(text);
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return text;
  } catch {
    throw new Error(expected);
  }
}
