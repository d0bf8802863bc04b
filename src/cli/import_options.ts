/** The options that say how a file of reviews is to be read. */

import { GoodwordError } from "../errors.ts";
import { COLUMN_ROLES, type ColumnRole } from "../import/columns/column_words.ts";
import { type ImportHints, ROUNDINGS, type Rounding } from "../import/columns/hints.ts";
import { SCALES, type Scale } from "../import/columns/stars.ts";
import { IMPORT_FORMATS, type ImportFormat, type ImportOptions } from "../import/reading.ts";
import { NAME_POLICIES, type NamePolicy, VERIFICATION_METHODS, type VerificationMethod } from "../review/mod.ts";
import { type CommandCall, type CommandOption, dateOption } from "./command.ts";

/** As a command describes them. */
export const READING_OPTIONS: readonly CommandOption[] = [
  {
    flags: "--verified-by <method>",
    description: "verification method if the file states none",
    choices: VERIFICATION_METHODS,
  },
  { flags: "--source <name>", description: "source if the file states none" },
  {
    flags: "--column <role=name>",
    description: "map a column, such as rating=Stars; repeatable",
    repeats: true,
  },
  { flags: "--date-format <format>", description: "date format, such as DD/MM/YYYY" },
  { flags: "--as-of <date>", description: 'the day that dates such as "2 weeks ago" count from' },
  { flags: "--scale <best>", description: "highest rating, if not 5", choices: SCALES },
  { flags: "--round <how>", description: "how to round fractional ratings", choices: ROUNDINGS },
  { flags: "--encoding <name>", description: "encoding of text files, such as windows-1252 (default: detected)" },
  {
    flags: "--moderation <words>",
    description: "meaning of unknown words in a status column, such as Featured=shown",
  },
  { flags: "--format <format>", description: "format of the files (default: detected)", choices: IMPORT_FORMATS },
  { flags: "--location <name>", description: "location to import, from an export of several" },
  {
    flags: "--name-policy <policy>",
    description: "how much of authors' names to store from now on",
    choices: NAME_POLICIES,
  },
];

/** As they were given. @throws {GoodwordError} usage */
export function readingOptionsOf(call: CommandCall): Omit<ImportOptions, "today" | "timeZone"> {
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

/** Columns by role; undefined when none is named. @throws {GoodwordError} usage */
function columnsOf(given: readonly string[]): ImportHints["columns"] {
  if (given.length === 0) return undefined;
  const columns: Partial<Record<ColumnRole, string>> = {};
  for (const option of given) {
    const at = option.indexOf("=");
    const role = roleNamed(option.slice(0, Math.max(0, at)));
    if (at < 0 || role === undefined) {
      const roles = COLUMN_ROLES.map(optionName).join(", ");
      throw new GoodwordError(
        "usage",
        `Invalid --column ${JSON.stringify(option)}: expected ROLE=NAME with one of ${roles}`,
      );
    }
    columns[role] = option.slice(at + 1).trim();
  }
  return columns;
}

function roleNamed(name: string): ColumnRole | undefined {
  return COLUMN_ROLES.find((role) => role === name.trim() || optionName(role) === name.trim().toLowerCase());
}

/** `reply_date` for `replyDate`, as everything else is written on a command line. */
function optionName(role: ColumnRole): string {
  return role.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
