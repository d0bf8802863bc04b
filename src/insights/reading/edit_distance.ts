/**
 * Tells a misspelt name from another name.
 *
 * @module
 */
import { editDistance } from "../../edit_distance.ts";

/** Whether `written` is `name` with one slip (two from nine letters on) behind the same first letter. */
export function isEditedName(written: string, name: string): boolean {
  if (name.length < 5 || written === name || written[0] !== name[0]) return false;
  const allowed = name.length >= 9 ? 2 : 1;
  return Math.abs(written.length - name.length) <= allowed && editDistance(written, name) <= allowed;
}
