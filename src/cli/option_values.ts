/**
 * Options that are numbers or dates.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { isCalendarDate } from "../review/mod.ts";
import type { Call } from "./command.ts";

/** @throws {GoodwordError} usage */
export function numberOption(
  call: Pick<Call, "text">,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const given = call.text(name);
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d{1,9}$/.test(given) && number >= least && number <= most) return number;
  throw new GoodwordError("usage", `--${name} is ${JSON.stringify(given)}, expected a number from ${least} to ${most}`);
}

/** @throws {GoodwordError} usage */
export function dateOption(call: Pick<Call, "text">, name: string): string | undefined {
  const given = call.text(name);
  if (given === undefined || isCalendarDate(given)) return given;
  throw new GoodwordError("usage", `--${name} is ${JSON.stringify(given)}, expected a date such as 2026-05-31`);
}
