/** Describes faults of records, and refuses whole files, with questions whose answers would make them readable. */
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

const MAX_QUOTE_LENGTH = 60;

function shorten(words: string): string {
  return shortened(words, MAX_QUOTE_LENGTH);
}

/** A value as JSON, shortened; for arrays and objects only their kind. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return printable(visible(JSON.stringify(shorten(value))));
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

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

export interface InputQuestion {
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
  readonly role?: ColumnRole | JobColumn | undefined;
  readonly columns?: readonly string[];
  readonly file?: string;
  /** The column and its unknown values; of stars, the column of recommendations that they agree with. */
  readonly about?: { readonly column: string; readonly value: string };
  readonly message: string;
  readonly question: string;
  readonly choices?: readonly string[];
  readonly proposed?: string | null;
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

  inFile(name: string): NeedsInput {
    return new NeedsInput(
      this.questions.map((each) => ({ file: name, ...each })),
      name,
    );
  }
}

export function askOwner(question: InputQuestion): never {
  throw new NeedsInput([question]);
}

/** The value of --location that selects all of them. */
export const ALL_PLACES = "*";

interface PlaceQuestion {
  readonly asked: string | undefined;
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
    option: "location",
    message: `${message}: ${list}`,
    proposed,
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
  return results as unknown as T;
}

export function withFileName<T>(name: string, isOneOfSeveral: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof GoodwordError)) throw error;
    if (error instanceof NeedsInput) throw error.inFile(name);
    throw new GoodwordError(error.code, `${printable(name)}: ${error.message}`, { cause: error });
  }
}
