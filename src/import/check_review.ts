/**
 * The one gate that every record passes, whatever format it came in: checks each field, normalises and masks texts,
 * shortens names. Written out by hand, since a hundred thousand records have to pass within a fraction of a second.
 */
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
import { type GivenWords, identifyingWords, repeatsBeginning, TextChecker } from "./check_texts.ts";
import { partAnswer } from "./columns/doubts.ts";
import type { FieldNames, GivenReview } from "./given_review.ts";
import { shownPlaces } from "./problem.ts";
import type { DraftReview, ImportProblem, RecordPlace } from "./reading.ts";

/** Defaults and limits that apply to every record of an import. */
interface CheckSettings {
  /** Source of records that name none; without it they are refused. */
  readonly source: string | null;
  readonly verifiedBy: VerificationMethod;
  readonly namePolicy: NamePolicy;
  /** Whether the files' ids identify nothing. */
  readonly ignoresIds: boolean;
  /** Whether texts that were read in another encoding before are taken as they are, by the owner's word. */
  readonly takesGarbled: boolean;
  /** What the business publishes about itself, which its replies may repeat. */
  readonly contacts: PublicContacts | undefined;
  /** The last day a review may be dated. */
  readonly latest: CalendarDate;
}

function noteOnPlatform(source: string): string {
  const name = sourceName(source);
  const reason =
    provesCustom(source) === false
      ? `${name} does not check that its authors were customers`
      : `Nothing is known of a check by ${name} that its authors were customers`;
  return `${reason}: "platform" was taken as operator_attested, the business's own word`;
}

function noteOnAnswers(count: number): string {
  return `${counted(count, "review contains", "reviews contain")} the business's reply in the text, which was separated from it; nothing of it is quoted as the customer's`;
}

function noteOnUnparted(places: readonly RecordPlace[]): string {
  const found = counted(places.length, "text may contain", "texts may contain");
  return `${found} the business's reply amid the customer's words: imported as written; move it to a column of its own (${shownPlaces(places)})`;
}

function noteOnReplies(count: number): string {
  return `${counted(count, "review repeats", "reviews repeat")} the business's reply as the customer's text: imported without a text`;
}

const METHODS: ReadonlySet<unknown> = new Set(VERIFICATION_METHODS);
const MAX_GIVEN_NAME = 400;
/** Longest name of a source, in characters. */
export const MAX_SOURCE_NAME = 64;

const MAX_LINE = 200;

/** The fields with a rule of their own below. */
const RULED_FIELDS = [
  ...(["id", "source", "sourceId", "sourceUrl", "date", "rating", "title", "text", "language"] as const),
  ...(["translationText", "translationLanguage"] as const),
  ...([
    "authorName",
    "isAnonymous",
    "verificationMethod",
    "verificationStrength",
    "verificationDate",
    "replyText",
    "replyDate",
    "provenance",
  ] as const),
] satisfies readonly DraftField[];
type PlainField = Exclude<DraftField, (typeof RULED_FIELDS)[number]>;
const PLAIN_FIELDS = DRAFT_FIELDS.filter(
  (name): name is PlainField => !(RULED_FIELDS as readonly DraftField[]).includes(name),
);

/** Checks records one after the other; faults are collected in `problems`. */
export class ReviewChecker {
  readonly #settings: CheckSettings;
  readonly #fields: FieldChecker;
  readonly #texts: TextChecker;
  /** Sources that prove nothing of what a file says they prove. */
  readonly #unproving = new Set<string>();
  #answersInTexts = 0;
  /** Records in whose text an answer may be left. */
  readonly #unparted: RecordPlace[] = [];
  #repliesInTexts = 0;
  /** How the records of the file that is read came here, where they do not say it. */
  provenance: Provenance = "unknown";
  /** Most files have one source, so the last one is remembered. */
  #lastSource: { readonly given: string; readonly name: string } | null = null;

  constructor(settings: CheckSettings, problems: ImportProblem[]) {
    this.#settings = settings;
    this.#fields = new FieldChecker(problems, settings.latest, settings.takesGarbled);
    this.#texts = new TextChecker(this.#fields, settings.contacts);
  }

  /** What the owner should know of all records, one sentence each. */
  get notes(): readonly string[] {
    const controls = this.#fields.noteOnControls;
    const answers = this.#answersInTexts === 0 ? [] : [noteOnAnswers(this.#answersInTexts)];
    const replies = this.#repliesInTexts === 0 ? [] : [noteOnReplies(this.#repliesInTexts)];
    return [
      ...(controls === null ? [] : [controls]),
      ...answers,
      ...(this.#unparted.length === 0 ? [] : [noteOnUnparted(this.#unparted)]),
      ...replies,
      ...[...this.#unproving].map(noteOnPlatform),
    ];
  }

  /** The review as it will be kept, or null after adding at least one problem. */
  check(given: GivenReview, at: RecordPlace, names: FieldNames): DraftReview | null {
    this.#fields.turnTo(at, names);
    this.#texts.next();
    const faultsBefore = this.#fields.faultCount;
    const review = this.#draft(given, at);
    return this.#fields.faultCount === faultsBefore ? review : null;
  }

  #draft(given: GivenReview, at: RecordPlace): DraftReview {
    const [fields, texts] = [this.#fields, this.#texts];
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
      // Only our own exports state when a review was changed; the owner has decided about contacts in their replies.
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

  /** Rating-only reviews come with the reply, or its beginning, in the place of the customer's words. */
  #withoutReply({ text, translation }: GivenWords, replyText: unknown): GivenWords {
    const isReply = repeatsBeginning(text, replyText);
    if (isReply) this.#repliesInTexts++;
    return {
      text: isReply ? "" : text,
      translation: isReply || repeatsBeginning(translation, replyText) ? "" : translation,
    };
  }

  /** Scrapers write the reply behind the customer's words; what may be these is left as it is. */
  #withoutAnswer(words: string, replyText: unknown, at: RecordPlace) {
    const { text, answer, isUnclear } = partAnswer(words);
    const isReplied = !isAbsent(replyText);
    if (isUnclear || (answer !== "" && isReplied && !repeatsBeginning(answer, replyText))) {
      this.#unparted.push(at);
      return { text: words, answer: "" };
    }
    if (answer !== "") this.#answersInTexts++;
    return { text, answer: isReplied ? "" : answer };
  }

  /** The name that is hashed is shortened by the default policy; shortening it once more is quicker than from the whole. */
  #hashed(given: string, { name }: ShownName): string {
    return this.#settings.namePolicy === "first_last_initial" ? name : given;
  }

  /** The fields that need no rule of their own, each by what it holds. */
  #plainFields(given: GivenReview): Pick<DraftReview, PlainField> {
    const checked: Partial<Record<PlainField, unknown>> = {};
    for (const name of PLAIN_FIELDS) checked[name] = this.#plainField(name, given[name]);
    return checked as Pick<DraftReview, PlainField>;
  }

  /** That a review came by a link of ours is nothing that a file can say. */
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

  /** A short text on one line, null without one. */
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

  /** The author's whole name; "" for an author who is not to be named or has no name at the site. */
  #givenName({ authorName, isAnonymous }: GivenReview): string {
    const name = isAbsent(authorName) ? "" : this.#fields.string("authorName", authorName, MAX_GIVEN_NAME);
    return this.#fields.flag("isAnonymous", isAnonymous) === true || isPlaceholderName(name) ? "" : normaliseLine(name);
  }

  /** A site that does not know of its authors' custom cannot verify it, whoever says so: then it is the business's word. */
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

  #mentions({ technicians, services, serviceAreas }: GivenReview): Mentions | null {
    if (isAbsent(technicians) && isAbsent(services) && isAbsent(serviceAreas)) return null;
    return {
      technicians: this.#fields.list("technicians", technicians),
      services: this.#fields.list("services", services),
      service_areas: this.#fields.list("serviceAreas", serviceAreas),
    };
  }
}
