/** How the files of a call are to be read, as its options say. */
import { GoodwordError } from "../errors.ts";
import {
  COLUMN_ROLES,
  type ColumnRole,
  type ImportFormat,
  type ImportHints,
  type ImportOptions,
  type Rounding,
  type Scale,
} from "../import/mod.ts";
import type { NamePolicy, VerificationMethod } from "../review/mod.ts";
import { type CommandCall, dateOption } from "./command.ts";

/** @throws {GoodwordError} usage */
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
