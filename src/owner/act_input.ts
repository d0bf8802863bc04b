/** The inputs of an act: their words are in the schema, from which options, fields and the check derive. */
import type { TProperties } from "typebox";
import type { MessageKey } from "../languages/mod.ts";
import { isCalendarDate, isLongerThan } from "../review/mod.ts";
import { type ActRefusal, type Contradiction, refused, refusedFor } from "./refusal.ts";

interface FieldWords {
  /** Its description in the help of the command; an input without one is the console's alone. */
  readonly help?: string;
  /** Form of the field in the command: `[text]` for an argument, or an option. Default: an option of its name. */
  readonly flags?: string;
  readonly label?: MessageKey;
  readonly hint?: MessageKey;
  readonly choices?: Readonly<Record<string, MessageKey>>;
  /** Shown beside the field when nothing, or none of the choices, was sent. */
  readonly missing?: MessageKey;
  /** Lines of a field of several; `-` has the command read it from standard input. */
  readonly rows?: number;
  /** The field appears only once the act has asked about it. */
  readonly isOnDemand?: boolean;
  /** Whether "" differs from an absent value, since it clears the stored one. */
  readonly isClearable?: boolean;
  readonly accept?: string;
  /** How the console sends a file that the act writes. */
  readonly download?: { readonly name: string; readonly mediaType: string };
}

export function field(words: FieldWords): { readonly field: FieldWords } {
  return { field: words };
}

export const DATE = { format: "date" } as const;

export const EMAIL = { format: "email" } as const;

export interface GivenFile {
  readonly name: string;
  readonly size: number;
  read(): Promise<Uint8Array>;
}

export const FILES = { format: "files" } as const;

/** Values by name, as `NAME=VALUE` in a terminal, where a name that is repeated has a value of several lines. */
export const PAIRS = { format: "pairs" } as const;

/** Where an act writes a file: to a path in a terminal; the console sends it instead. */
export interface GivenOutput {
  readonly name: string;
  write(content: readonly string[]): void;
}

export const OUTPUT = { format: "output" } as const;

export interface ActField {
  readonly kind: "text" | "date" | "email" | "choice" | "switch" | "list" | "files" | "pairs" | "output";
  readonly isRequired: boolean;
  readonly values: readonly string[];
  readonly maxLength: number | undefined;
  readonly words: FieldWords;
}

export interface ObjectSchema {
  readonly properties: TProperties;
  readonly required?: readonly string[];
}

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
  if (format === "output") return "output";
  if (type === "boolean") return "switch";
  if (type === "object") return "pairs";
  if (type === "array") return format === "files" ? "files" : "list";
  if (values !== undefined) return "choice";
  return format === "date" || format === "email" ? format : "text";
}

/** A form sends an empty list, or false, if nothing is ticked. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
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
  if (kind === "email" && !/^[^\s<>@]+@[^\s<>@]+$/.test(value.trim()))
    return refused("usage", "invitations.addressWrong", {}, name);
  return kind === "date" && !isCalendarDate(value) ? refused("usage", "act.noDate", {}, name) : null;
}
