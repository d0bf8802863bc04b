/** Checks fields of records. Each check returns a value even after a fault, so that all faults of a record are found. */
import {
  type AlsoAt,
  type AspectRatings,
  type CalendarDate,
  controlsOf,
  countCharacters,
  counted,
  isCalendarDate,
  isLongerThan,
  isPlainText,
  normaliseLine,
  normaliseText,
  printable,
  RATED_ASPECTS,
  recogniseSource,
  withoutControls,
} from "../review/mod.ts";
import { askAboutGarbled, garbledWord } from "./garbled.ts";
import { isObject } from "./json.ts";
import { refuse, showValue } from "./problem.ts";
import { type FieldNames, type RawReview, readInstant, Unreadable } from "./raw_review.ts";
import type { ImportProblem, KnownAuthor, RecordPlace } from "./reading.ts";

type Field = keyof RawReview;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const MAX_LANGUAGE = 35;
const MAX_SOURCE_ID = 512;
const MAX_MENTIONS = 100;
const MAX_MENTION = 120;
const MAX_PLACES = 20;
const MAX_PLACE = 64;

/** Ids such as `5.12346E+17`: spreadsheets shorten long numbers like this, and save what they show. */
const WHOLE_ID =
  "expected the whole id: a spreadsheet has cut its digits; format the column as text and export it again, or import without ids with --ids ignore";

/** Whether an id has lost digits and may no longer be unique: `5.12346E+17`, or a number beyond 2^53. */
export function isShortenedNumber(value: unknown): boolean {
  if (typeof value === "number") return !Number.isSafeInteger(value);
  return typeof value === "string" && /^\s*\d(?:[.,]\d+)?E\+\d{1,3}\s*$/i.test(value);
}

const NO_STARS: AspectRatings = { punctuality: null, workmanship: null, price: null, cleanliness: null };

function isStars(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 5;
}

export class FieldChecker {
  readonly #problems: ImportProblem[];
  readonly #latest: CalendarDate;
  #names: FieldNames = {};
  #at: RecordPlace = { file: "", path: "" };
  readonly #controls = new LeftOutControls();

  readonly #takesGarbled: boolean;

  /** `latest` is the last day a review may be dated. */
  constructor(problems: ImportProblem[], latest: CalendarDate, takesGarbled = false) {
    this.#problems = problems;
    this.#takesGarbled = takesGarbled;
    this.#latest = latest;
  }

  turnTo(at: RecordPlace, names: FieldNames): void {
    this.#at = at;
    this.#names = names;
  }

  get faultCount(): number {
    return this.#problems.length;
  }

  get noteOnControls(): string | null {
    return this.#controls.note;
  }

  id(given: unknown): string | null {
    const value = this.#bare("id", given);
    if (isAbsent(value)) return null;
    if (isShortenedNumber(value)) return this.refuse("id", value, WHOLE_ID);
    if (typeof value === "string" && ID.test(value)) return value;
    return this.refuse("id", value, "expected 1 to 64 of the characters A-Z a-z 0-9 _ -");
  }

  sourceId(value: unknown): string | null {
    if (isAbsent(value) || value === "") return null;
    if (isShortenedNumber(value)) return this.refuse("sourceId", value, WHOLE_ID);
    if (typeof value === "number") return String(value);
    return this.string("sourceId", value, MAX_SOURCE_ID).trim();
  }

  webAddress(field: Field, given: unknown): string | null {
    const value = this.#bare(field, given);
    if (isAbsent(value) || value === "") return null;
    return readWebAddress(value) ?? this.refuse(field, value, "expected an https:// or http:// URL");
  }

  date(field: Field, given: unknown): CalendarDate {
    const value = this.#bare(field, given);
    if (typeof value !== "string" || !isCalendarDate(value)) {
      this.refuse(field, value, "expected a calendar date such as 2024-05-31");
      return "";
    }
    if (value > this.#latest) this.refuse(field, value, "expected a date that is not in the future");
    return value;
  }

  dateOrNull(field: Field, value: unknown): CalendarDate | null {
    return isAbsent(value) || value === "" ? null : this.date(field, value);
  }

  instant(field: Field, given: unknown): number | null {
    const value = this.#bare(field, given);
    if (isAbsent(value)) return null;
    return readInstant(value) ?? this.refuse(field, value, "expected a date-time such as 2024-05-31T09:00:00.000Z");
  }

  rating(value: unknown): number {
    if (isStars(value)) return value;
    const isOutOfRange = isAbsent(value) || (typeof value === "number" && (value < 1 || value > 5));
    this.refuse("rating", value, isOutOfRange ? "expected 1 to 5" : "expected a whole number from 1 to 5");
    return 0;
  }

  language(field: "language" | "translationLanguage", given: unknown): string | null {
    const value = this.#bare(field, given);
    if (isAbsent(value) || value === "") return null;
    if (typeof value === "string" && isLanguageTag(value)) return value;
    return this.refuse(field, value, "expected a language tag such as en or es-MX");
  }

  oneOf<Word extends string>(field: Field, given: unknown, words: readonly Word[]): Word | null {
    const value = this.#bare(field, given);
    if (isAbsent(value) || value === "") return null;
    const found = words.find((word) => word === value);
    return found ?? this.refuse(field, value, `expected one of ${words.join(", ")}`);
  }

  flag(field: Field, value: unknown): boolean | null {
    if (isAbsent(value)) return null;
    return typeof value === "boolean" ? value : this.refuse(field, value, "expected true or false");
  }

  list(field: Field, value: unknown): string[] {
    if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return [];
    if (!Array.isArray(value)) {
      this.refuse(field, value, "expected a list of names");
      return [];
    }
    if (value.length > MAX_MENTIONS) this.#refuseUnshown(field, `has more than ${MAX_MENTIONS} entries`);
    return value.slice(0, MAX_MENTIONS).map((entry) => normaliseLine(this.string(field, entry, MAX_MENTION)));
  }

  /** Sources with an optional address each; null if absent. */
  places(field: Field, value: unknown): AlsoAt[] | null {
    if (isAbsent(value)) return null;
    if (!Array.isArray(value) || value.length > MAX_PLACES || !value.every(isPlace)) {
      const expected = `expected a list of at most ${MAX_PLACES} sources such as {"name": "yelp", "url": null}`;
      return this.refuse(field, value, expected);
    }
    return value.map(({ name, url }) => {
      return { name: recogniseSource(this.string(field, name, MAX_PLACE)), url: this.webAddress(field, url) };
    });
  }

  aspectRatings(field: Field, value: unknown): AspectRatings | null {
    if (isAbsent(value)) return null;
    const given = isObject(value) ? Object.entries(value).filter(([, stars]) => !isAbsent(stars)) : null;
    if (!given?.every(([aspect, stars]) => Object.hasOwn(RATED_ASPECTS, aspect) && isStars(stars))) {
      const names = Object.keys(RATED_ASPECTS).join(", ");
      return this.refuse(field, value, `expected whole stars from 1 to 5 for any of ${names}`);
    }
    return given.length === 0 ? null : { ...NO_STARS, ...(Object.fromEntries(given) as Partial<AspectRatings>) };
  }

  text(field: Field, value: unknown, maxLength: number): string {
    if (value === null) return "";
    const isPlain = typeof value === "string" && isPlainText(value);
    const text = isPlain ? value.trim() : normaliseText(this.string(field, value, Number.POSITIVE_INFINITY));
    if (isLongerThan(text, maxLength)) {
      const [length, most] = [countCharacters(text), maxLength].map((count) => count.toLocaleString("en-US"));
      this.#refuseUnshown(field, `is ${length} characters long, expected at most ${most}`);
    }
    return text;
  }

  /** A string without control characters and unpaired surrogates; "" after a fault. */
  string(field: Field, value: unknown, maxLength: number): string {
    if (typeof value !== "string") {
      this.refuse(field, value, "expected text");
      return "";
    }
    const garbled = this.#takesGarbled ? null : garbledWord(value);
    if (garbled !== null) askAboutGarbled(this.#at.path, garbled);
    const text = this.#controls.clean(value, this.#at, this.#nameOf(field));
    if (isLongerThan(text, maxLength)) {
      this.refuse(field, value, `expected at most ${maxLength} characters`);
      return "";
    }
    return text;
  }

  /** Removes control characters, and records them for a note. */
  #bare(field: Field, value: unknown): unknown {
    return typeof value === "string" ? this.#controls.clean(value, this.#at, this.#nameOf(field)) : value;
  }

  /** Adds a problem that shows the value, followed by `expected`. Returns null for convenience. */
  refuse(field: Field, given: unknown, expected: string): null {
    const name = this.#nameOf(field);
    if (given === undefined) {
      this.#add({ code: "missing", field: name, value: null, message: `is missing, ${expected}` });
    } else if (given instanceof Unreadable) {
      const value = showValue(given.value);
      this.#add({ code: "invalid", field: given.field ?? name, value, message: given.expected });
    } else {
      this.#add({ code: "invalid", field: name, value: showValue(given), message: expected });
    }
    return null;
  }

  /** Like {@link refuse}, for a value that is too long to show. */
  #refuseUnshown(field: Field, message: string): void {
    this.#add({ code: "invalid", field: this.#nameOf(field), value: null, message });
  }

  #add(fault: Omit<ImportProblem, "at">): void {
    this.#problems.push({ at: this.#at, ...fault });
  }

  #nameOf(field: Field): string {
    return this.#names[field] ?? field;
  }
}

function isPlace(value: unknown): value is { readonly name: string; readonly url?: unknown } {
  return isObject(value) && typeof value.name === "string" && value.name.trim() !== "";
}

/** Whether a field was left out or given as null. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function isLanguageTag(text: string): boolean {
  return text.length <= MAX_LANGUAGE && LANGUAGE.test(text);
}

const MAX_LENGTH = 2048;
const WEB = /^https?:\/\/\S+$/i;
/** Characters that RFC 3986 section 2 does not allow in a URI, and a percent sign without two digits. */
const NOT_OF_A_URI = /[^\x21-\x7e]|["<>\\^`{|}]|%(?![0-9a-f]{2})/giu;

/** An absolute http or https URL, with only invalid characters percent-encoded; null for anything else. */
export function readWebAddress(value: unknown): string | null {
  if (typeof value !== "string" || !WEB.test(value) || !URL.canParse(value)) return null;
  const uri = value.toWellFormed().replace(NOT_OF_A_URI, encodeURIComponent);
  return uri.length <= MAX_LENGTH ? uri : null;
}

const MAX_SHOWN = 10;

/** Removes control characters from the texts of one import, and counts them. */
class LeftOutControls {
  readonly #first: string[] = [];
  #count = 0;
  #places = 0;
  #noun = "control character";

  clean(text: string, at: RecordPlace, field: string): string {
    const controls = controlsOf(text);
    if (controls.length === 0) return text;
    this.#count += controls.length;
    if (!text.isWellFormed()) this.#noun = "unusable character";
    if (++this.#places <= MAX_SHOWN) {
      const names = [...new Set(controls)].slice(0, 3).join(" ");
      this.#first.push(printable(`${at.file}: ${at.path}: ${field} (${names})`));
    }
    return withoutControls(text);
  }

  get note(): string | null {
    if (this.#count === 0) return null;
    const more = this.#places - this.#first.length;
    const rest = more === 0 ? "" : ` and in ${counted(more, "more place")}`;
    return `Removed ${counted(this.#count, this.#noun)}: ${this.#first.join(", ")}${rest}`;
  }
}

/** Contact data by which an author can be recognised. */
export function knownAuthor({ invoice, email, telephone }: RawReview, name: string): KnownAuthor {
  const given = Object.entries({ invoice, email, telephone, name });
  return Object.fromEntries(
    given.flatMap(([kind, value]) => (isAbsent(value) || value === "" ? [] : [[kind, String(value)]])),
  );
}

const MAILTO = /^mailto:/i;
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/;

export function emailIn(value: string): string | undefined {
  return emailsIn(value)[0];
}

export function emailsIn(value: string): string[] {
  const isEmail = (text: string) => text.length <= 254 && EMAIL.test(text);
  const parts = [value, ...value.split(/[\s,;|/<>]+/)].map((part) => part.replace(MAILTO, ""));
  return [...new Set(parts.filter(isEmail))];
}

export function telephoneIn(value: string): string | undefined {
  return [value, ...value.split(/[,;|/\n]+/)].map((part) => part.trim().replace(/^'/, "")).find(isTelephone);
}

/** Six to fifteen digits (ITU-T E.164) with separators and an optional extension. */
function isTelephone(value: string): boolean {
  const number = value.replace(/(?:ext\.?|x)\s*\d{1,6}$/i, "");
  const digits = number.replace(/\D/g, "").length;
  return /^[\d\s()+./\u2010-\u2015-]+$/.test(number) && digits >= 6 && digits <= 15;
}
