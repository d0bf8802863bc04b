/**
 * The options that say how files are read, for every command that reads them.
 *
 * @module
 */
import {
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportOptions,
  ROUNDINGS,
  type Rounding,
  SCALES,
  type Scale,
} from "../import/mod.ts";
import { NAME_POLICIES, type NamePolicy, VERIFICATION_METHODS, type VerificationMethod } from "../review/mod.ts";
import { columnsOf } from "./column_option.ts";
import type { Call, CommandOption } from "./command.ts";
import { dateOption } from "./option_values.ts";

/** As a command describes them. */
export const READING_OPTIONS: readonly CommandOption[] = [
  {
    flags: "--verified-by <method>",
    description: "verification method of reviews whose file states none",
    choices: VERIFICATION_METHODS,
  },
  { flags: "--source <name>", description: "source of reviews whose file states none" },
  {
    flags: "--column <role=name>",
    description: "which column is what, such as rating=Stars; may be given several times",
    repeats: true,
  },
  { flags: "--date-format <format>", description: "how dates are written, such as DD/MM/YYYY" },
  { flags: "--as-of <date>", description: 'the day that dates such as "2 weeks ago" count from' },
  { flags: "--scale <best>", description: "best rating, where it is not 5 stars", choices: SCALES },
  { flags: "--round <how>", description: "round ratings between two numbers of stars", choices: ROUNDINGS },
  { flags: "--encoding <name>", description: "encoding of text files, such as windows-1252 (default: detected)" },
  {
    flags: "--moderation <words>",
    description: "what unknown words of a status column mean, such as Featured=shown",
  },
  { flags: "--format <format>", description: "format of the files (default: detected)", choices: IMPORT_FORMATS },
  { flags: "--location <name>", description: "location to import, from an export of several" },
  {
    flags: "--name-policy <policy>",
    description: "how much of authors' names to keep from now on",
    choices: NAME_POLICIES,
  },
];

/** As they were given. @throws {GoodwordError} usage */
export function readingOptionsOf(call: Call): Omit<ImportOptions, "today" | "timeZone"> {
  return {
    format: call.text("format") as ImportFormat | undefined,
    source: call.text("source"),
    verifiedBy: call.text("verified-by") as VerificationMethod | undefined,
    columns: columnsOf(call.texts("column")),
    encoding: call.text("encoding"),
    dateFormat: call.text("date-format"),
    asOf: dateOption(call, "as-of"),
    scale: call.text("scale") as Scale | undefined,
    round: call.text("round") as Rounding | undefined,
    moderation: call.text("moderation"),
    location: call.text("location"),
    namePolicy: call.text("name-policy") as NamePolicy | undefined,
  };
}
