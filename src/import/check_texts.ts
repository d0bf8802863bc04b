/** Checks the texts of a review: normalises and masks them, and separates Google's translations from them. */
import {
  cutText,
  type DraftField,
  foldName,
  hideReviewerName,
  labelledTranslation,
  MAX_TEXT_LENGTH,
  maskPersonalData,
  mayBeEnvelope,
  normaliseLine,
  normaliseTitle,
  openEnvelope,
  overridesOf,
  type PublicContacts,
  type ReviewerName,
} from "../review/mod.ts";
import { type FieldChecker, isAbsent } from "./check_fields.ts";
import type { RawReview } from "./raw_review.ts";
import type { DraftRedaction, DraftReview } from "./reading.ts";

const MAX_TITLE = 200;

type TextField = keyof typeof FIELD_OF_TEXT;
const FIELD_OF_TEXT = {
  title: "title",
  text: "text",
  translation: "translationText",
  reply: "replyText",
} as const satisfies Readonly<Record<string, DraftField>>;

const NO_TRANSLATION = { translationText: null, translationLanguage: null };
const NO_REPLY = { replyText: null, replyDate: null };
const NO_REDACTIONS: readonly DraftRedaction[] = [];

export interface RawTexts {
  readonly text: string;
  readonly translation: string;
}

/** The text that identifies a review: the customer's, or else its translation. */
export function identifyingWords({ text, translation }: RawTexts): string {
  return text === "" && translation !== "" ? labelledTranslation(translation) : text;
}

export class TextChecker {
  readonly #fields: FieldChecker;
  readonly #contacts: PublicContacts | undefined;
  #redactions: DraftRedaction[] | null = null;

  constructor(fields: FieldChecker, contacts: PublicContacts | undefined) {
    this.#fields = fields;
    this.#contacts = contacts;
  }

  next(): void {
    this.#redactions = null;
  }

  get redactions(): readonly DraftRedaction[] {
    return this.#redactions ?? NO_REDACTIONS;
  }

  redacted(redaction: DraftRedaction): void {
    this.#redactions ??= [];
    this.#redactions.push(redaction);
  }

  /** The title; null if it only repeats a text or its beginning, as in the exports of some tools. */
  title(value: unknown, texts: readonly unknown[]): string | null {
    if (isAbsent(value)) return null;
    const title = normaliseTitle(this.#text("title", value, MAX_TITLE));
    return title === "" || texts.some((text) => repeatsBeginning(title, text))
      ? null
      : this.masked("title", title, MAX_TITLE);
  }

  /** The customer's text and its translation, not yet masked. Google wraps both into one text. */
  words({ text, translationText }: RawReview, source: string): RawTexts {
    const given = isAbsent(translationText) ? "" : this.#text("translation", translationText, MAX_TEXT_LENGTH);
    if (source !== "google") return { text: this.#text("text", text, MAX_TEXT_LENGTH), translation: given };
    const whole = this.#text("text", text, Number.POSITIVE_INFINITY);
    const { original, translation } = mayBeEnvelope(whole) ? openEnvelope(whole) : { original: whole, translation: "" };
    return {
      text: this.#text("text", original, MAX_TEXT_LENGTH),
      translation: given || this.#text("translation", translation, MAX_TEXT_LENGTH),
    };
  }

  text(text: string): string {
    return this.masked("text", text, MAX_TEXT_LENGTH);
  }

  translation(
    { text, translation }: RawTexts,
    language: unknown,
  ): Pick<DraftReview, "translationText" | "translationLanguage"> {
    if (translation === "" || translation === text) return NO_TRANSLATION;
    return {
      translationText: this.masked("translation", translation, MAX_TEXT_LENGTH),
      translationLanguage: this.#fields.language("translationLanguage", language),
    };
  }

  reply(
    { replyText, replyDate }: RawReview,
    { isOurs, ...reviewer }: ReviewerName & { readonly isOurs: boolean },
  ): Pick<DraftReview, "replyText" | "replyDate"> {
    const reply = isAbsent(replyText) ? "" : this.#text("reply", replyText, MAX_TEXT_LENGTH);
    if (reply === "") return NO_REPLY;
    const masked = isOurs ? reply : this.masked("reply", reply, MAX_TEXT_LENGTH);
    const discreet = hideReviewerName(masked, reviewer);
    if (discreet !== masked) this.redacted({ field: "reply", kind: "name", before: reviewer.given });
    return {
      replyText: cutText(discreet, MAX_TEXT_LENGTH),
      replyDate: this.#fields.dateOrNull("replyDate", replyDate),
    };
  }

  masked(field: DraftRedaction["field"], text: string, maxLength: number): string {
    const { text: masked, redactions } = maskPersonalData(text, field === "reply" ? this.#contacts : undefined);
    for (const { kind, before } of redactions) this.redacted({ field, kind, before });
    // A mask can be longer than what it hides.
    return cutText(masked, maxLength);
  }

  /** The normalised text of a field. Bidirectional overrides are removed and reported. */
  #text(field: TextField, value: unknown, maxLength: number): string {
    const text = this.#fields.text(FIELD_OF_TEXT[field], value, maxLength);
    // An unchanged text had no overrides, which is the common case.
    const overrides = value === text || typeof value !== "string" ? [] : overridesOf(value);
    if (overrides.length > 0) this.redacted({ field, kind: "bidi_control", before: overrides.join(", ") });
    return text;
  }
}

/** Whether a text equals another one, or its beginning. */
export function repeatsBeginning(text: string, of: unknown): boolean {
  if (text === "" || typeof of !== "string" || of === "") return false;
  const [one, other] = [text, of].map((each) => normaliseLine(each).toLowerCase()) as [string, string];
  const words = foldName(one);
  const others = foldName(other);
  if (one === other || (words !== "" && words === others)) return true;
  const isCut = /(?:…|\.{3})\s*$/.test(one);
  return words.length >= (isCut ? 10 : 20) && others.startsWith(words);
}
