/** What a customer answers by the form behind a link: read from its fields, with all that is wrong with them. */
import { type AspectRatings, countCharacters, normaliseText, RATED_ASPECTS, type RatedAspect } from "../review/mod.ts";

/** How an author may be named, the default first. */
export const DISPLAY_NAMES = ["first_initial", "first", "full", "anonymous"] as const;
/** One of {@link DISPLAY_NAMES}. */
export type DisplayName = (typeof DISPLAY_NAMES)[number];

/** Longest text of an answer, in characters. */
export const MAX_ANSWER_LENGTH = 5000;

/** What the author has agreed to. */
export interface GrantedLicense {
  /** As the form said it. */
  readonly wording: string;
  readonly version: string;
}

/** An answer that may become a review. */
export interface Answer {
  readonly rating: number;
  readonly text: string;
  readonly displayName: DisplayName;
  /** Null where no aspect has stars. */
  readonly aspectRatings: AspectRatings | null;
}

/** The fields of the form as they were typed, to be shown again. */
export interface TypedAnswer {
  readonly rating: string;
  readonly text: string;
  readonly displayName: string;
  readonly aspects: Readonly<Record<RatedAspect, string>>;
}

/** What may be wrong with an answer; `fields` is what no browser sends. */
export type AnswerFault = "rating" | "text" | "license" | "fields";

/** `answer` is null where anything is wrong. */
export interface AnswerReading {
  readonly typed: TypedAnswer;
  readonly faults: readonly AnswerFault[];
  readonly answer: Answer | null;
}

/** The members of `aspect_ratings`, in their order. */
export const RATED = Object.keys(RATED_ASPECTS) as readonly RatedAspect[];

/** Reads the fields of the form; of a field that is sent twice the first counts, and unknown ones are let be. */
export function readAnswer(form: URLSearchParams): AnswerReading {
  const field = (name: string) => form.get(name)?.trim() ?? "";
  const typed: TypedAnswer = {
    rating: field("rating"),
    text: normaliseText(form.get("text") ?? ""),
    displayName: field("display_name"),
    aspects: ratedAspects(field),
  };
  const displayName = DISPLAY_NAMES.find((each) => each === (typed.displayName || DISPLAY_NAMES[0]));
  const rating = starsOf(typed.rating);
  const given = RATED.filter((aspect) => typed.aspects[aspect] !== "");
  const areSound = displayName !== undefined && given.every((aspect) => starsOf(typed.aspects[aspect]) !== null);
  const faults: AnswerFault[] = [
    ...(rating === null ? (["rating"] as const) : []),
    ...(countCharacters(typed.text) > MAX_ANSWER_LENGTH ? (["text"] as const) : []),
    ...(field("license") === "yes" ? [] : (["license"] as const)),
    ...(areSound ? [] : (["fields"] as const)),
  ];
  if (faults.length > 0 || rating === null || displayName === undefined) return { typed, faults, answer: null };
  const aspectRatings = given.length === 0 ? null : ratedAspects((aspect) => starsOf(typed.aspects[aspect]));
  return { typed, faults, answer: { rating, text: typed.text, displayName, aspectRatings } };
}

function ratedAspects<Value>(read: (aspect: RatedAspect) => Value): Readonly<Record<RatedAspect, Value>> {
  return Object.fromEntries(RATED.map((aspect) => [aspect, read(aspect)])) as Record<RatedAspect, Value>;
}

function starsOf(text: string): number | null {
  return /^[1-5]$/.test(text) ? Number(text) : null;
}
