/**
 * Faults of records, and refusals of whole files, in words. A refusal may name the options that would make the file
 * readable, which a terminal can turn into questions.
 */
import { GoodwordError } from "../errors.ts";
import { printable, shortened, visible } from "../review/mod.ts";
import type { ColumnRole } from "./columns/column_words.ts";
import type { JobColumn } from "./columns/job_words.ts";
import { ID_USES, type ImportProblem, type RecordPlace } from "./reading.ts";

/** `reviews[7] (id "x"): rating is 6, expected 1 to 5 (line 93)`, fit for a terminal and for a log. */
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

/** A value as it would stand in JSON, cut where it is long; arrays and objects only by their kind. */
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

/** The failure of a whole file: nothing of it can be read, or something must be said first. */
export function refuse(message: string): never {
  throw new GoodwordError("input_refused", printable(message));
}

/** The failure of a file that is a list of jobs: beside reviews it is left alone. */
export class ListOfJobs extends GoodwordError {
  constructor(message: string) {
    super("input_refused", printable(message));
  }
}

/** One thing to be said, with what the file itself shows of it. */
export interface Wanted {
  /** The option that says it, without its dashes. */
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
  /** With `column`: which one. */
  readonly role?: ColumnRole | JobColumn | undefined;
  /** Columns of which one may hold the answer instead, as `role`. */
  readonly columns?: readonly string[];
  /** Where several files are read: the one that this is asked about. */
  readonly file?: string;
  /**
   * With `status`, `consent`, `moderation` and the column of a status: the column, and the value or values that are not known.
   * With the column of stars: the column whose stars agree with recommendations, and the column of these.
   */
  readonly about?: { readonly column: string; readonly value: string };
  /** As a refusal: what is not clear, and the option. */
  readonly message: string;
  /** As a question. */
  readonly question: string;
  /** Answers, where they are few; else any word is one. */
  readonly choices?: readonly string[];
  /** The answer that the file suggests. */
  readonly proposed?: string | null;
  /** Values from the file, so that the question can be answered. */
  readonly examples?: readonly string[];
}

/** A file that cannot be understood without more words of its owner. */
export class HintWanted extends GoodwordError {
  constructor(
    readonly wants: readonly Wanted[],
    file: string | null = null,
  ) {
    const message = wants.flatMap(({ message }) => message || []).join("; also: ");
    super("input_refused", printable(file === null ? message : `${file}: ${message}`));
  }

  /** The same, said of a file. */
  inFile(name: string): HintWanted {
    return new HintWanted(
      this.wants.map((each) => ({ file: name, ...each })),
      name,
    );
  }
}

/** Refuses until one thing is said. */
export function want(wanted: Wanted): never {
  throw new HintWanted([wanted]);
}

/** As a location: the reviews of all are the business's. */
export const ALL_PLACES = "*";

interface PlaceQuestion {
  readonly asked: string | undefined;
  /** The place that is likely meant. */
  readonly proposed: string | null;
  /** What names the places. */
  readonly what: string;
  readonly isFirms: boolean;
}

/** Asks which of several places, or firms, is the business. */
export function wantPlace(values: readonly string[], { asked, proposed, what, isFirms }: PlaceQuestion): never {
  const first = proposed === null ? values : [proposed, ...values.filter((value) => value !== proposed)];
  const list = first.slice(0, 10).map(showValue).join(", ");
  const several = isFirms
    ? `${what} names several firms; choose yours with --location, or take all as yours with --location "${ALL_PLACES}"`
    : "The file has reviews of several locations; choose one with --location";
  const message =
    asked === undefined ? several : `No location is called ${showValue(asked)}; choose one with --location`;
  want({
    ...{ option: "location", message: `${message}: ${list}`, proposed },
    question: isFirms ? `Which firm is yours (${ALL_PLACES} for all)?` : "Which location is yours?",
    choices: isFirms ? [...values, ALL_PLACES] : values,
  });
}

/** What identifies a record that would overwrite another review, which is of `storedDate`. */
interface Overwriting {
  readonly at: RecordPlace | undefined;
  readonly id: string;
  readonly storedDate: string;
}

/** Asks what the ids of a file are worth, since one of them names another review than before. */
export function overwriteAsked({ at, id, storedDate }: Overwriting): HintWanted {
  const message = `${at?.path ?? "A record"} (id ${showValue(id)}): author, day, stars and text all differ from the review of ${storedDate} that is stored under this id; add --ids ignore if the ids of the file are no ids of reviews, or --ids overwrite to replace the stored review`;
  const question = `Does the id ${showValue(id)} name another review than before (overwrite), or do the ids of this file identify nothing (ignore)?`;
  return new HintWanted([{ option: "ids", choices: ID_USES, examples: [id], question, message }], at?.file ?? null);
}

/** Runs checks that do not depend on each other; what several of them want is asked for at once. */
export function wantTogether<T extends readonly unknown[]>(...checks: { readonly [K in keyof T]: () => T[K] }): T {
  const wants: Wanted[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof HintWanted)) throw error;
      wants.push(...error.wants);
      return undefined;
    }
  });
  if (wants.length > 0) throw new HintWanted(wants);
  // Every check has a result by now.
  return results as unknown as T;
}

/** Puts the file's name before a failure when there are several files. */
export function naming<T>(name: string, isOneOfSeveral: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof GoodwordError)) throw error;
    if (error instanceof HintWanted) throw error.inFile(name);
    throw new GoodwordError(error.code, `${printable(name)}: ${error.message}`, { cause: error });
  }
}
