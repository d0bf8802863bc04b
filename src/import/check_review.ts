/** Checks every record, whatever its format: validates fields, normalises and masks texts, shortens names. */
import {
  type CalendarDate,
  contentHash,
  counted,
  DRAFT_FIELDS,
  type DraftField,
  type FieldSpec,
  isPlaceholderName,
  type Mentions,
  type NamePolicy,
  normaliseLine,
  PROVENANCES,
  type Provenance,
  type PublicContacts,
  provesCustom,
  publishableReply,
  REVIEW_FIELDS,
  recogniseSource,
  type ShownName,
  shownName,
  sourceName,
  VERIFICATION_METHODS,
  VERIFICATION_STRENGTHS,
  type VerificationMethod,
} from "../review/mod.ts";
import { FieldChecker, isAbsent, knownAuthor } from "./check_fields.ts";
import { identifyingWords, type RawTexts, repeatsBeginning, TextChecker } from "./check_texts.ts";
import { splitOffReply } from "./columns/column_checks.ts";
import { shownPlaces } from "./problem.ts";
import type { FieldNames, RawReview } from "./raw_review.ts";
import type { DraftReview, ImportProblem, RecordPlace } from "./reading.ts";

interface CheckSettings {
  readonly source: string | null;
  readonly verifiedBy: VerificationMethod;
  readonly namePolicy: NamePolicy;
  readonly ignoresIds: boolean;
  /** Whether the owner accepts garbled texts as they are. */
  readonly takesGarbled: boolean;
  readonly contacts: PublicContacts | undefined;
  readonly latest: CalendarDate;
}

function noteOnPlatform(source: string): string {
  const name = sourceName(source);
  const reason =
    provesCustom(source) === false
      ? `${name} does not check that its authors were customers`
      : `It is not known whether ${name} checks that its authors were customers`;
  return `${reason}: "platform" was taken as operator_attested, the business's own statement`;
}

function noteOnAnswers(count: number): string {
  return `${counted(count, "review contains", "reviews contain")} the business's reply in the text, which was separated from it; nothing of it is quoted as the customer's`;
}

function noteOnUnclearReplies(places: readonly RecordPlace[]): string {
  const found = counted(places.length, "text may contain", "texts may contain");
  return `${found} the business's reply within the customer's text: imported as written; move it to a column of its own (${shownPlaces(places)})`;
}

function noteOnReplies(count: number): string {
  return `${counted(count, "review repeats", "reviews repeat")} the business's reply as the customer's text: imported without a text`;
}

const METHODS: ReadonlySet<unknown> = new Set(VERIFICATION_METHODS);
const MAX_GIVEN_NAME = 400;
export const MAX_SOURCE_NAME = 64;

const MAX_LINE = 200;

/** Fields that are checked by their own rules; the others by their kind. */
const RULED_FIELDS = [
  "id",
  "source",
  "sourceId",
  "sourceUrl",
  "date",
  "rating",
  "title",
  "text",
  "language",
  "translationText",
  "translationLanguage",
  "authorName",
  "isAnonymous",
  "verificationMethod",
  "verificationStrength",
  "verificationDate",
  "replyText",
  "replyDate",
  "provenance",
] satisfies readonly DraftField[];
type PlainField = Exclude<DraftField, (typeof RULED_FIELDS)[number]>;
const PLAIN_FIELDS = DRAFT_FIELDS.filter(
  (name): name is PlainField => !(RULED_FIELDS as readonly DraftField[]).includes(name),
);

export class ReviewChecker {
  readonly #settings: CheckSettings;
  readonly #fields: FieldChecker;
  readonly #texts: TextChecker;
  readonly #unproving = new Set<string>();
  #answersInTexts = 0;
  readonly #unclearReplies: RecordPlace[] = [];
  #repliesInTexts = 0;
  /** The provenance of records that do not state it. */
  provenance: Provenance = "unknown";
  /** Most files have one source, so the last one is remembered. */
  #lastSource: { readonly given: string; readonly name: string } | null = null;

  constructor(settings: CheckSettings, problems: ImportProblem[]) {
    this.#settings = settings;
    this.#fields = new FieldChecker(problems, settings.latest, settings.takesGarbled);
    this.#texts = new TextChecker(this.#fields, settings.contacts);
  }

  get notes(): readonly string[] {
    const controls = this.#fields.noteOnControls;
    const answers = this.#answersInTexts === 0 ? [] : [noteOnAnswers(this.#answersInTexts)];
    const replies = this.#repliesInTexts === 0 ? [] : [noteOnReplies(this.#repliesInTexts)];
    return [
      ...(controls === null ? [] : [controls]),
      ...answers,
      ...(this.#unclearReplies.length === 0 ? [] : [noteOnUnclearReplies(this.#unclearReplies)]),
      ...replies,
      ...[...this.#unproving].map(noteOnPlatform),
    ];
  }

  /** The review to store, or null after adding at least one problem. */
  check(given: RawReview, at: RecordPlace, names: FieldNames): DraftReview | null {
    this.#fields.turnTo(at, names);
    this.#texts.next();
    const faultsBefore = this.#fields.faultCount;
    const review = this.#draft(given, at);
    return this.#fields.faultCount === faultsBefore ? review : null;
  }

  #draft(given: RawReview, at: RecordPlace): DraftReview {
    const fields = this.#fields;
    const texts = this.#texts;
    const id = this.#settings.ignoresIds ? null : fields.id(given.id);
    const source = this.#sourceOf(given.source);
    const date = fields.date("date", given.date);
    const rating = fields.rating(given.rating);
    const givenWords = texts.words(given, source);
    const replyText =
      typeof given.replyText === "string" && source === "google" ? publishableReply(given.replyText) : given.replyText;
    const words = this.#withoutReply(givenWords, replyText);
    const { text, answer } = this.#withoutAnswer(words.text, replyText, at);
    const rawName = this.#givenName(given);
    const shown = shownName(rawName, this.#settings.namePolicy);
    const { name: authorName, isAnonymous } = shown;
    if (rawName !== "" && rawName !== authorName) texts.redacted({ field: "author", kind: "name", before: rawName });
    return {
      id,
      source,
      sourceId: this.#settings.ignoresIds ? null : fields.sourceId(given.sourceId),
      sourceUrl: fields.webAddress("sourceUrl", given.sourceUrl),
      date,
      rating,
      title: texts.title(given.title, [text, replyText]),
      text: texts.text(text),
      language: fields.language("language", given.language),
      ...texts.translation(words, given.translationLanguage),
      authorName,
      isAnonymous,
      verificationMethod: this.#method(given.verificationMethod, source),
      isProved: false,
      provenance: this.#fields.oneOf("provenance", given.provenance, PROVENANCES) ?? this.provenance,
      verificationDate: fields.dateOrNull("verificationDate", given.verificationDate),
      mentions: this.#mentions(given),
      // Only our own exports have `updatedAt`. The owner has already decided about contacts in their replies.
      ...texts.reply(
        { ...given, replyText: answer === "" ? replyText : answer },
        {
          given: rawName,
          shown,
          isOurs: !isAbsent(given.updatedAt),
        },
      ),
      ...this.#plainFields(given),
      verificationStrength: this.#strength(given.verificationStrength),
      hiddenAtSource: fields.flag("hiddenAtSource", given.hiddenAtSource),
      contentHash:
        id === null
          ? contentHash({
              source,
              date,
              rating,
              authorName: this.#hashed(rawName, shown),
              text: identifyingWords(givenWords),
            })
          : null,
      known: knownAuthor(given, rawName),
      redactions: texts.redactions,
    };
  }

  /** Some exports repeat the reply, or its beginning, as the text of a review without one. */
  #withoutReply({ text, translation }: RawTexts, replyText: unknown): RawTexts {
    const isReply = repeatsBeginning(text, replyText);
    if (isReply) this.#repliesInTexts++;
    return {
      text: isReply ? "" : text,
      translation: isReply || repeatsBeginning(translation, replyText) ? "" : translation,
    };
  }

  /** Splits off a reply that a scraper appended to the text. An unclear one is left in it and noted. */
  #withoutAnswer(words: string, replyText: unknown, at: RecordPlace) {
    const { text, answer, isUnclear } = splitOffReply(words);
    const isReplied = !isAbsent(replyText);
    if (isUnclear || (answer !== "" && isReplied && !repeatsBeginning(answer, replyText))) {
      this.#unclearReplies.push(at);
      return { text: words, answer: "" };
    }
    if (answer !== "") this.#answersInTexts++;
    return { text, answer: isReplied ? "" : answer };
  }

  #hashed(given: string, { name }: ShownName): string {
    return this.#settings.namePolicy === "first_last_initial" ? name : given;
  }

  #plainFields(given: RawReview): Pick<DraftReview, PlainField> {
    const checked: Partial<Record<PlainField, unknown>> = {};
    for (const name of PLAIN_FIELDS) checked[name] = this.#plainField(name, given[name]);
    return checked as Pick<DraftReview, PlainField>;
  }

  /** A file cannot prove that a review came by our one-time link. */
  #strength(value: unknown): DraftReview["verificationStrength"] {
    const strength = this.#fields.oneOf("verificationStrength", value, VERIFICATION_STRENGTHS);
    return strength === "one_time_link" ? null : strength;
  }

  #plainField(name: PlainField, value: unknown): unknown {
    const fields = this.#fields;
    const spec: FieldSpec = REVIEW_FIELDS[name];
    switch (spec.kind) {
      case "also_at":
        return fields.places(name, value);
      case "aspect_ratings":
        return fields.aspectRatings(name, value);
      case "instant":
        return fields.instant(name, value);
      case "flag":
        return fields.flag(name, value);
      case "date":
        return spec.isNullable ? fields.dateOrNull(name, value) : fields.date(name, value);
      case "one_of":
        return fields.oneOf(name, value, spec.values ?? []);
      default:
        return spec.limits?.format === "uri"
          ? fields.webAddress(name, value)
          : this.#line(name, value, spec.limits?.maxLength);
    }
  }

  /** A short text on one line; null if it is empty. */
  #line(name: PlainField, value: unknown, maxLength = MAX_LINE): string | null {
    if (isAbsent(value)) return null;
    const line = normaliseLine(this.#fields.text(name, value, maxLength));
    return line === "" ? null : this.#texts.masked(name, line, maxLength);
  }

  #sourceOf(value: unknown): string {
    if (this.#lastSource !== null && value === this.#lastSource.given) return this.#lastSource.name;
    if (isAbsent(value)) {
      const { source } = this.#settings;
      if (source === null) this.#fields.refuse("source", value, "expected the site where the review was written");
      return source ?? "";
    }
    const name = recogniseSource(this.#fields.string("source", value, MAX_SOURCE_NAME));
    if (name === "" && typeof value === "string") {
      this.#fields.refuse("source", value, "expected the site where the review was written, such as google");
    } else if (name !== "") {
      this.#lastSource = { given: value as string, name };
    }
    return name;
  }

  /** The author's full name; "" for an anonymous author. */
  #givenName({ authorName, isAnonymous }: RawReview): string {
    const name = isAbsent(authorName) ? "" : this.#fields.string("authorName", authorName, MAX_GIVEN_NAME);
    return this.#fields.flag("isAnonymous", isAnonymous) === true || isPlaceholderName(name) ? "" : normaliseLine(name);
  }

  /** "platform" counts as the business's own statement if the site does not check that its authors were customers. */
  #method(value: unknown, source: string): VerificationMethod {
    const method = this.#givenMethod(value);
    if (method !== "platform" || provesCustom(source) === true) return method;
    this.#unproving.add(source);
    return "operator_attested";
  }

  #givenMethod(value: unknown): VerificationMethod {
    if (isAbsent(value) || value === "") return this.#settings.verifiedBy;
    if (METHODS.has(value)) return value as VerificationMethod;
    this.#fields.refuse("verificationMethod", value, `expected one of ${VERIFICATION_METHODS.join(", ")}`);
    return "none";
  }

  #mentions({ technicians, services, serviceAreas }: RawReview): Mentions | null {
    if (isAbsent(technicians) && isAbsent(services) && isAbsent(serviceAreas)) return null;
    return {
      technicians: this.#fields.list("technicians", technicians),
      services: this.#fields.list("services", services),
      service_areas: this.#fields.list("serviceAreas", serviceAreas),
    };
  }
}
