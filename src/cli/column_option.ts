/**
 * `--column rating=Stars`, as often as it is given.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { COLUMN_ROLES, type ColumnRole, type ImportHints } from "../import/mod.ts";

/** Columns by role; undefined when none is named. @throws {GoodwordError} usage */
export function columnsOf(given: readonly string[]): ImportHints["columns"] {
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
