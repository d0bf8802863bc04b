/**
 * The one gate that every record passes, whatever format it came in: checks each field, normalises and masks texts,
 * shortens names.
 *
 * Written out by hand, since a hundred thousand records have to pass within a fraction of a second.
 *
 * @module
 */
import {
  type CalendarDate,
  contentHash,
  cutText,
  isCalendarDate,
  MAX_TEXT_LENGTH,
  type Mentions,
  maskPersonalData,
  type NamePolicy,
  normaliseLine,
  normaliseText,
  type Reply,
  shownName,
  textFault,
  VERIFICATION_METHODS,
  type VerificationMethod,
} from "../review/mod.ts";
import { isPlainDate, readInstant } from "./instants.ts";
import { showValue } from "./problem.ts";
import type { DraftRedaction, DraftReview, ImportProblem, ProblemCode, RecordPlace } from "./reading.ts";
import { Unreadable } from "./unreadable.ts";

/** A record under our names, translated by its format but not yet checked. What is undefined was not given. */
export interface GivenReview {
  readonly id?: unknown;
  readonly sourceName?: unknown;
  readonly sourceId?: unknown;
  readonly sourceUrl?: unknown;
  readonly date?: unknown;
  readonly rating?: unknown;
  readonly title?: unknown;
  readonly text?: unknown;
  readonly language?: unknown;
  readonly authorName?: unknown;
  readonly isAnonymous?: unknown;
  readonly verificationMethod?: unknown;
  readonly verificationDate?: unknown;
  readonly technicians?: unknown;
  readonly services?: unknown;
  readonly serviceAreas?: unknown;
  readonly replyText?: unknown;
  readonly replyDate?: unknown;
  readonly updatedAt?: unknown;
  readonly edited?: unknown;
}

/** What a field is called in the file, so that messages speak the owner's language. */
export type FieldNames = Readonly<Partial<Record<keyof GivenReview, string>>>;

export interface CheckSettings {
  /** Source of records that name none; without it they are refused. */
  readonly source: string | null;
  readonly verifiedBy: VerificationMethod;
  readonly namePolicy: NamePolicy;
  /** The last day a review may be dated. */
  readonly latest: CalendarDate;
}

const METHODS: ReadonlySet<unknown> = new Set(VERIFICATION_METHODS);
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const MAX_TITLE = 200;
const MAX_SOURCE_NAME = 64;
const MAX_SOURCE_ID = 512;
const MAX_GIVEN_NAME = 400;
const MAX_URL = 2048;
const MAX_LANGUAGE = 35;
const MAX_MENTIONS = 100;
const MAX_MENTION = 120;

const NO_REDACTIONS: readonly DraftRedaction[] = [];

/** Checks records one after the other; faults are collected in `problems`. */
export class ReviewChecker {
  /** Source of records that name none; null refuses them. */
  source: string | null;
  readonly #settings: CheckSettings;
  readonly #problems: ImportProblem[];
  #names: FieldNames = {};
  /** Most files have one source, so the last one is remembered. */
  #lastSource = { given: "", name: "" };
  #at: RecordPlace = { file: "", path: "" };
  #redactions: DraftRedaction[] | null = null;

  constructor(settings: CheckSettings, problems: ImportProblem[]) {
    this.source = settings.source;
    this.#settings = settings;
    this.#problems = problems;
  }

  /** The review as it will be kept, or null after adding at least one problem. */
  check(given: GivenReview, at: RecordPlace, names: FieldNames): DraftReview | null {
    this.#at = at;
    this.#names = names;
    this.#redactions = null;
    const faultsBefore = this.#problems.length;
    const review = this.#draft(given);
    return this.#problems.length === faultsBefore ? review : null;
  }

  #draft(given: GivenReview): DraftReview {
    const id = this.#id(given.id);
    const sourceName = this.#sourceName(given.sourceName);
    const date = this.#date("date", given.date);
    const rating = this.#rating(given.rating);
    const rawText = this.#text("text", given.text, MAX_TEXT_LENGTH);
    const rawName = this.#authorName(given.authorName);
    const { name: authorName, isAnonymous } = this.#shownAuthor(rawName, given.isAnonymous);
    return {
      id,
      sourceName,
      sourceId: this.#sourceId(given.sourceId),
      sourceUrl: this.#url(given.sourceUrl),
      date,
      rating,
      title: this.#title(given.title),
      text: this.#masked("text", rawText),
      language: this.#language(given.language),
      authorName,
      isAnonymous,
      verificationMethod: this.#method(given.verificationMethod),
      verificationDate: isAbsent(given.verificationDate)
        ? null
        : this.#date("verificationDate", given.verificationDate),
      mentions: this.#mentions(given),
      reply: this.#reply(given.replyText, given.replyDate),
      updatedAt: this.#updatedAt(given.updatedAt),
      edited: this.#flag("edited", given.edited),
      contentHash: id === null ? contentHash({ sourceName, date, rating, authorName: rawName, text: rawText }) : null,
      redactions: this.#redactions ?? NO_REDACTIONS,
    };
  }

  #id(value: unknown): string | null {
    if (isAbsent(value)) return null;
    if (typeof value === "string" && ID.test(value)) return value;
    this.#refuse("id", value, "expected 1 to 64 of the characters A-Z a-z 0-9 _ -");
    return null;
  }

  #sourceName(value: unknown): string {
    if (typeof value === "string" && value === this.#lastSource.given) return this.#lastSource.name;
    if (isAbsent(value)) {
      if (this.source === null) this.#refuse("sourceName", value, "expected where the review was written");
      return this.source ?? "";
    }
    const name = normaliseLine(this.#string("sourceName", value, MAX_SOURCE_NAME)).toLowerCase();
    if (name === "" && typeof value === "string") {
      this.#refuse("sourceName", value, "expected where the review was written, such as google");
    } else if (name !== "") {
      this.#lastSource = { given: value as string, name };
    }
    return name;
  }

  #sourceId(value: unknown): string | null {
    if (isAbsent(value) || value === "") return null;
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
    return this.#string("sourceId", value, MAX_SOURCE_ID).trim();
  }

  #url(value: unknown): string | null {
    if (isAbsent(value) || value === "") return null;
    if (typeof value === "string" && isWebAddress(value)) return value;
    this.#refuse("sourceUrl", value, "expected a web address that begins with https:// or http://");
    return null;
  }

  #date(field: "date" | "verificationDate" | "replyDate", value: unknown): CalendarDate {
    if (typeof value !== "string" || !((value.length === 10 && isPlainDate(value)) || isCalendarDate(value))) {
      this.#refuse(field, value, "expected a calendar date such as 2024-05-31");
      return "";
    }
    if (value > this.#settings.latest) this.#refuse(field, value, "expected a date that is not in the future");
    return value;
  }

  #rating(value: unknown): number {
    if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 5) return value;
    const isHalf = typeof value === "number" && value > 1 && value < 5;
    const isNumber = typeof value === "number" && !isHalf;
    this.#refuse(
      "rating",
      value,
      isNumber || isAbsent(value) ? "expected 1 to 5" : "expected a whole number from 1 to 5",
    );
    return 0;
  }

  #title(value: unknown): string | null {
    if (isAbsent(value)) return null;
    const title = normaliseLine(this.#text("title", value, MAX_TITLE));
    return title === "" ? null : this.#masked("title", title);
  }

  /** A normalised text within its length; "" after a fault. */
  #text(field: "title" | "text" | "replyText", value: unknown, maxLength: number): string {
    if (value === null) return "";
    const text = this.#string(field, value, Number.POSITIVE_INFINITY);
    const normal = normaliseText(text);
    if (normal.length > maxLength) {
      const [length, most] = [normal.length, maxLength].map((count) => count.toLocaleString("en-US"));
      this.#fault("invalid", field, null, `is ${length} characters long, expected at most ${most}`);
    }
    return normal;
  }

  #masked(field: "title" | "text" | "replyText", text: string): string {
    const { text: masked, redactions } = maskPersonalData(text);
    for (const { kind, before } of redactions) {
      this.#redacted({ field: field === "replyText" ? "reply" : field, kind, before });
    }
    // A mask can be longer than what it hides.
    return cutText(masked, field === "title" ? MAX_TITLE : MAX_TEXT_LENGTH);
  }

  #language(value: unknown): string | null {
    if (isAbsent(value) || value === "") return null;
    if (typeof value === "string" && value.length <= MAX_LANGUAGE && LANGUAGE.test(value)) return value;
    this.#refuse("language", value, "expected a language tag such as en or es-MX");
    return null;
  }

  #authorName(value: unknown): string {
    return isAbsent(value) ? "" : normaliseLine(this.#string("authorName", value, MAX_GIVEN_NAME));
  }

  #shownAuthor(name: string, isAnonymous: unknown): { name: string; isAnonymous: boolean } {
    const asked = this.#flag("isAnonymous", isAnonymous) === true;
    const shown = shownName(asked ? "" : name, this.#settings.namePolicy);
    if (name !== "" && shown.name !== name) this.#redacted({ field: "author", kind: "name", before: name });
    return shown;
  }

  #method(value: unknown): VerificationMethod {
    if (isAbsent(value) || value === "") return this.#settings.verifiedBy;
    if (METHODS.has(value)) return value as VerificationMethod;
    this.#refuse("verificationMethod", value, `expected one of ${VERIFICATION_METHODS.join(", ")}`);
    return "none";
  }

  #mentions({ technicians, services, serviceAreas }: GivenReview): Mentions | null {
    if (isAbsent(technicians) && isAbsent(services) && isAbsent(serviceAreas)) return null;
    return {
      technicians: this.#list("technicians", technicians),
      services: this.#list("services", services),
      service_areas: this.#list("serviceAreas", serviceAreas),
    };
  }

  #list(field: "technicians" | "services" | "serviceAreas", value: unknown): string[] {
    if (isAbsent(value) || (Array.isArray(value) && value.length === 0)) return [];
    if (!Array.isArray(value)) {
      this.#refuse(field, value, "expected a list of names");
      return [];
    }
    if (value.length > MAX_MENTIONS) this.#fault("invalid", field, null, `has more than ${MAX_MENTIONS} entries`);
    return value.slice(0, MAX_MENTIONS).map((entry) => normaliseLine(this.#string(field, entry, MAX_MENTION)));
  }

  #reply(text: unknown, date: unknown): Reply | null {
    if (isAbsent(text)) return null;
    const reply = this.#text("replyText", text, MAX_TEXT_LENGTH);
    if (reply === "") return null;
    const replyDate = isAbsent(date) || date === "" ? null : this.#date("replyDate", date);
    return { text: this.#masked("replyText", reply), date: replyDate };
  }

  #updatedAt(value: unknown): number | null {
    if (isAbsent(value)) return null;
    const instant = readInstant(value);
    if (instant === null) this.#refuse("updatedAt", value, "expected a date-time such as 2024-05-31T09:00:00.000Z");
    return instant;
  }

  #flag(field: "isAnonymous" | "edited", value: unknown): boolean | null {
    if (isAbsent(value)) return null;
    if (typeof value === "boolean") return value;
    this.#refuse(field, value, "expected true or false");
    return null;
  }

  /** A string that can be kept; "" after a fault. */
  #string(field: keyof GivenReview, value: unknown, maxLength: number): string {
    if (typeof value !== "string") {
      this.#refuse(field, value, "expected a text");
      return "";
    }
    if (value.length > maxLength) {
      this.#refuse(field, value, `expected at most ${maxLength} characters`);
      return "";
    }
    const fault = textFault(value);
    if (fault === null) return value;
    this.#fault("invalid", field, null, fault);
    return "";
  }

  #redacted(redaction: DraftRedaction): void {
    this.#redactions ??= [];
    this.#redactions.push(redaction);
  }

  #refuse(field: keyof GivenReview, value: unknown, expected: string): void {
    if (value === undefined) this.#fault("missing", field, null, `is missing, ${expected}`);
    else if (value instanceof Unreadable) this.#refuseUnreadable(field, value);
    else this.#fault("invalid", field, showValue(value), expected);
  }

  #refuseUnreadable(field: keyof GivenReview, { value, expected, field: name }: Unreadable): void {
    const problem = { at: this.#at, code: "invalid", value: showValue(value), message: expected } as const;
    this.#problems.push({ ...problem, field: name ?? this.#nameOf(field) });
  }

  #fault(code: ProblemCode, field: keyof GivenReview, value: string | null, message: string): void {
    this.#problems.push({ at: this.#at, code, field: this.#nameOf(field), value, message });
  }

  #nameOf(field: keyof GivenReview): string {
    return this.#names[field] ?? field;
  }
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** Whether a text is an absolute http or https address that fits where addresses are kept. */
export function isWebAddress(text: string): boolean {
  return text.length <= MAX_URL && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
