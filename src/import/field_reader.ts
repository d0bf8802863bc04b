/**
 * Single fields of what an owner writes, checked; what is wrong with them is collected, to be told at once.
 *
 * @module
 */
import { isLongerThan, normaliseLine, normaliseText, textFault } from "../review/mod.ts";
import { isLanguageTag } from "./check_fields.ts";
import { isTimeZone } from "./instants.ts";
import { isObject } from "./json.ts";
import { showValue } from "./problem.ts";
import { readWebAddress } from "./web_address.ts";

/** An object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads single fields; what is wrong with them is collected. Null stands for a field that is empty on purpose. */
export class FieldReader {
  readonly faults: string[] = [];

  object<T>(field: string, value: unknown, read: (fields: Fields) => T): T | Record<string, never> {
    return isObject(value) ? read(value) : this.#fault(field, value, "an object", {});
  }

  list<T>(field: string, value: unknown, most: number, read: (at: string, value: unknown) => T): T[] {
    if (value === null) return [];
    if (!Array.isArray(value) || value.length > most) return this.#fault(field, value, `a list of at most ${most}`, []);
    return value.map((entry, index) => read(`${field}[${index}]`, entry));
  }

  lines(field: string, value: unknown, most: number): string[] {
    return this.list(field, value, most, (at, entry) => this.line(at, entry, 120, 1) ?? "");
  }

  line(field: string, value: unknown, most: number, least = 0): string | null {
    const text = this.text(field, value, most, least);
    return text === null ? null : normaliseLine(text);
  }

  text(field: string, value: unknown, most: number, least = 0): string | null {
    if (value === null && least === 0) return null;
    const fault = typeof value === "string" ? textFault(value) : null;
    if (fault !== null) this.faults.push(`${field} ${fault}`);
    const text = typeof value === "string" ? normaliseText(value) : null;
    if (text === "" && least === 0) return null;
    if (text !== null && text.length >= least && !isLongerThan(text, most)) return text;
    const expected = least === 0 ? `text of at most ${most} characters` : `text of ${least} to ${most} characters`;
    return this.#fault(field, value, expected, null);
  }

  url(field: string, value: unknown): string | null {
    if (value === null || value === "") return null;
    const address = readWebAddress(value);
    if (address !== null) return address;
    return this.#fault(field, value, "an https:// or http:// URL", null);
  }

  /** "#0A5" and "0f5c4d" are colours as well; kept is "#rrggbb". */
  color(field: string, value: unknown): string | null {
    if (value === null || value === "") return null;
    const digits = typeof value === "string" ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value.trim())?.[1] : undefined;
    if (digits === undefined) return this.#fault(field, value, "a colour such as #0f5c4d", null);
    return `#${digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits}`.toLowerCase();
  }

  /** A person follows it, so it is one of the two that every device can open. */
  reportAddress(field: string, value: unknown): string | null {
    if (value === null || value === "") return null;
    if (typeof value === "string" && value.length <= 254 && /^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$/.test(value))
      return value;
    const address = readWebAddress(value);
    if (address?.startsWith("https://")) return address;
    return this.#fault(field, value, "an e-mail address or an https:// URL", null);
  }

  choice<T extends string>(field: string, value: unknown, choices: readonly T[]): T | null {
    const choice = choices.find((each) => each === value);
    return choice ?? this.#fault(field, value, `one of ${choices.join(", ")}`, null);
  }

  timeZone(field: string, value: unknown): string {
    if (typeof value === "string" && value.length <= 64 && isTimeZone(value)) return value;
    return this.#fault(field, value, "an IANA time zone such as America/Chicago", "UTC");
  }

  language(field: string, value: unknown): string {
    if (typeof value === "string" && isLanguageTag(value)) return value;
    return this.#fault(field, value, "a language tag such as en", "en");
  }

  year(field: string, value: unknown): number | null {
    if (value === null) return null;
    if (typeof value === "number" && Number.isInteger(value) && value >= 1000 && value <= 9999) return value;
    return this.#fault(field, value, "a four-digit year", null);
  }

  flag(field: string, value: unknown): boolean {
    return typeof value === "boolean" ? value : this.#fault(field, value, "true or false", false);
  }

  catalogId(field: string, value: unknown, taken: Set<string>): string {
    if (typeof value !== "string" || !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(value)) {
      return this.#fault(field, value, "an id of a-z 0-9 _ -", "");
    }
    if (taken.has(value)) return this.#fault(field, value, "a unique id", value);
    taken.add(value);
    return value;
  }

  #fault<T>(field: string, value: unknown, expected: string, instead: T): T {
    this.faults.push(`${field} is ${value === "" ? "missing" : showValue(value)}, expected ${expected}`);
    return instead;
  }
}
