/**
 * Describes faults of records, and refuses whole files. A refusal may name the options that would make the file readable,
 * which the terminal and the console turn into questions.
 */
import { GoodwordError } from "../errors.ts";
import { printable, shortened, visible } from "../review/mod.ts";
import type { ColumnRole } from "./columns/column_words.ts";
import type { JobColumn } from "./columns/job_words.ts";
import { ID_USES, type ImportProblem, type RecordPlace } from "./reading.ts";

/** `reviews[7] (id "x"): rating is 6, expected 1 to 5 (line 93)`, safe to print to a terminal or a log. */
export function describeProblem({ at, field, value, message }: ImportProblem): string {
  const line = at.line === undefined ? "" : ` (line ${at.line})`;
  const id = at.id === undefined ? "" : ` (id ${showValue(at.id)})`;
  const shown = value === null ? "" : ` is ${value},`;
  return printable(`${shorten(at.path)}${id}: ${shorten(field)}${shown} ${message}${line}`);
}

const LONGEST_WORDS = 60;

function shorten(words: string): string {
  return shortened(words, LONGEST_WORDS);
}

/** A value as JSON, shortened; for arrays and objects only their kind. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return printable(visible(JSON.stringify(shorten(value))));
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

/** The first places of a list, for a note. */
export function shownPlaces(places: readonly RecordPlace[]): string {
  const shown = places.slice(0, 5).map(({ path }) => shorten(path));
  return places.length > shown.length
    ? `${shown.join(", ")} and ${places.length - shown.length} more`
    : shown.join(", ");
}

/** Refuses a whole file. @throws {GoodwordError} input_refused */
export function refuse(message: string): never {
  throw new GoodwordError("input_refused", printable(message));
}

/** Refuses a list of jobs, which is skipped if other files have reviews. */
export class ListOfJobs extends GoodwordError {
  constructor(message: string) {
    super("input_refused", printable(message));
  }
}

/** A question that the owner has to answer before a file can be read. */
export interface InputQuestion {
  /** The option that answers it, without its dashes. */
  readonly option:
    | "column"
    | "source"
    | "as-of"
    | "date-format"
    | "scale"
    | "location"
    | "ids"
    | "status"
    | "consent"
    | "moderation"
    | "encoding";
  /** The role of the column, with `column`. */
  readonly role?: ColumnRole | JobColumn | undefined;
  /** Columns of which one may hold the answer instead, as `role`. */
  readonly columns?: readonly string[];
  /** The file that the question is about, if there are several. */
  readonly file?: string;
  /**
   * With `status`, `consent`, `moderation` and the column of a status: a column and its unknown value or values.
   * With the column of stars: the column of stars, and the column of recommendations that they agree with.
   */
  readonly about?: { readonly column: string; readonly value: string };
  /** The refusal: what is unclear, and the option. */
  readonly message: string;
  readonly question: string;
  /** The possible answers; absent if any text is one. */
  readonly choices?: readonly string[];
  /** The answer that the file suggests. */
  readonly proposed?: string | null;
  /** Values from the file, to help with the answer. */
  readonly examples?: readonly string[];
}

/** The refusal of a file that cannot be read without answers of its owner. */
export class NeedsInput extends GoodwordError {
  constructor(
    readonly questions: readonly InputQuestion[],
    file: string | null = null,
  ) {
    const message = questions.flatMap(({ message }) => message || []).join("; also: ");
    super("input_refused", printable(file === null ? message : `${file}: ${message}`));
  }

  /** The same questions, with the name of their file. */
  inFile(name: string): NeedsInput {
    return new NeedsInput(
      this.questions.map((each) => ({ file: name, ...each })),
      name,
    );
  }
}

/** Refuses a file until a question is answered. @throws {NeedsInput} */
export function askOwner(question: InputQuestion): never {
  throw new NeedsInput([question]);
}

/** The location that stands for all of them. */
export const ALL_PLACES = "*";

interface PlaceQuestion {
  readonly asked: string | undefined;
  /** The most likely place. */
  readonly proposed: string | null;
  /** The subject of the message, such as `The column "venue"`. */
  readonly what: string;
  readonly isFirms: boolean;
}

/** Asks which of several places or firms is the business. @throws {NeedsInput} */
export function askPlace(values: readonly string[], { asked, proposed, what, isFirms }: PlaceQuestion): never {
  const first = proposed === null ? values : [proposed, ...values.filter((value) => value !== proposed)];
  const list = first.slice(0, 10).map(showValue).join(", ");
  const several = isFirms
    ? `${what} names several firms; choose yours with --location, or take all as yours with --location "${ALL_PLACES}"`
    : "The file has reviews of several locations; choose one with --location";
  const message =
    asked === undefined ? several : `No location is called ${showValue(asked)}; choose one with --location`;
  askOwner({
    ...{ option: "location", message: `${message}: ${list}`, proposed },
    question: isFirms ? `Which firm is yours (${ALL_PLACES} for all)?` : "Which location is yours?",
    choices: isFirms ? [...values, ALL_PLACES] : values,
  });
}

/** A record whose id belongs to a different stored review, which is dated `storedDate`. */
interface Overwriting {
  readonly at: RecordPlace | undefined;
  readonly id: string;
  readonly storedDate: string;
}

/** Asks whether to overwrite a different review that is stored under the id of a record. */
export function overwriteQuestion({ at, id, storedDate }: Overwriting): NeedsInput {
  const message = `${at?.path ?? "A record"} (id ${showValue(id)}): author, day, stars and text all differ from the review of ${storedDate} that is stored under this id; add --ids ignore if the ids of the file do not identify reviews, or --ids overwrite to replace the stored review`;
  const question = `Is the id ${showValue(id)} now the id of another review (overwrite), or do the ids of this file not identify reviews (ignore)?`;
  return new NeedsInput([{ option: "ids", choices: ID_USES, examples: [id], question, message }], at?.file ?? null);
}

/** Runs independent checks, and asks their questions in one refusal. @throws {NeedsInput} */
export function askAll<T extends readonly unknown[]>(...checks: { readonly [K in keyof T]: () => T[K] }): T {
  const questions: InputQuestion[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof NeedsInput)) throw error;
      questions.push(...error.questions);
      return undefined;
    }
  });
  if (questions.length > 0) throw new NeedsInput(questions);
  // No check threw, so each one has a result.
  return results as unknown as T;
}

/** Prefixes a failure with the file's name if there are several files. */
export function naming<T>(name: string, isOneOfSeveral: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof GoodwordError)) throw error;
    if (error instanceof NeedsInput) throw error.inFile(name);
    throw new GoodwordError(error.code, `${printable(name)}: ${error.message}`, { cause: error });
  }
}
