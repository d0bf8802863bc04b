/** The inputs of an act: their words in the schema, what a command and a form know of them, and what is wrong with those given. */
import type { TProperties } from "typebox";
import type { MessageKey } from "../languages/mod.ts";
import { isCalendarDate, isLongerThan } from "../review/mod.ts";
import { type ActRefusal, type Contradiction, refused, refusedFor } from "./refusal.ts";

/** The words of an input, in the schema of the input. */
interface FieldWords {
  /** Its description in the help of the command; an input without one is the console's alone. */
  readonly help?: string;
  /** How the command takes it: `[text]` for an argument, or an option. Default: an option of its name. */
  readonly flags?: string;
  /** Label and hint of its field; an input without a label has no field. */
  readonly label?: MessageKey;
  readonly hint?: MessageKey;
  /** What each value of a choice is called. */
  readonly choices?: Readonly<Record<string, MessageKey>>;
  /** Shown beside the field when nothing, or none of the choices, was sent. */
  readonly missing?: MessageKey;
  /** Lines of a field of several; `-` has the command read it from standard input. */
  readonly rows?: number;
  /** The field appears only once the act has asked about it. */
  readonly isOnDemand?: boolean;
  /** Whether "" says something else than nothing at all, as where it clears what is kept. */
  readonly isClearable?: boolean;
  /** Media types of files, as a field of files offers them. */
  readonly accept?: string;
}

/** The options of a schema that carry its words. */
export function field(words: FieldWords): { readonly field: FieldWords } {
  return { field: words };
}

/** The options of a schema of a calendar date. */
export const DATE = { format: "date" } as const;

/** A file as it was given, by a terminal or a form. */
export interface GivenFile {
  readonly name: string;
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** The options of a schema of {@link GivenFile}s. */
export const FILES = { format: "files" } as const;

/** An input, as its schema describes it. */
export interface ActField {
  readonly kind: "text" | "date" | "choice" | "switch" | "list" | "files";
  readonly isRequired: boolean;
  readonly values: readonly string[];
  readonly maxLength: number | undefined;
  readonly words: FieldWords;
}

/** What is read of the schema of all inputs. */
export interface ObjectSchema {
  readonly properties: TProperties;
  readonly required?: readonly string[];
}

/** What is read of the schema of an input. */
interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly field?: FieldWords;
}

export function fieldsOf({ properties, required = [] }: ObjectSchema) {
  const read = ([name, schema]: [string, FieldSchema]): [string, ActField] => {
    const { enum: values = [], maxLength, field: words = {} } = schema;
    return [name, { kind: kindOf(schema), values, maxLength, words, isRequired: required.includes(name) }];
  };
  return Object.fromEntries((Object.entries(properties) as [string, FieldSchema][]).map(read));
}

function kindOf({ type, enum: values, format }: FieldSchema): ActField["kind"] {
  if (type === "boolean") return "switch";
  if (type === "array") return format === "files" ? "files" : "list";
  if (values !== undefined) return "choice";
  return format === "date" ? "date" : "text";
}

/** A list without ticks is sent by a form that has others. */
function isGiven(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

export function faultIn(
  fields: Readonly<Record<string, ActField>>,
  contradictions: readonly Contradiction[],
  input: Readonly<Record<string, unknown>>,
): ActRefusal | null {
  const wrong = Object.entries(fields).flatMap(([name, field]) => faultOf(name, field, input[name]) ?? []);
  const excluded = contradictions.flatMap((among) => {
    const count = among.fields.filter((name) => isGiven(input[name])).length;
    const isWrong = count > 1 || (among.isNeeded && count === 0);
    return isWrong ? [{ ...refused("usage", among.code, {}, among.fields[0]), among }] : [];
  });
  return refusedFor([...wrong, ...excluded]);
}

function faultOf(name: string, { kind, isRequired, values, maxLength, words }: ActField, value: unknown) {
  const missing = refused("usage", words.missing ?? "profile.wrong.missing", {}, name);
  if (isRequired && (!isGiven(value) || (typeof value === "string" && value.trim() === ""))) return missing;
  if (typeof value !== "string" || (value === "" && words.isClearable)) return null;
  if (kind === "choice" && !values.includes(value)) return missing;
  if (maxLength !== undefined && isLongerThan(value, maxLength))
    return refused("usage", "profile.wrong.text", { most: maxLength }, name);
  return kind === "date" && !isCalendarDate(value) ? refused("usage", "act.noDate", {}, name) : null;
}
