/**
 * Which of two engines has the last word on a review, where two releases share a database. If each replaced what the other
 * found, both would analyse every review again with each change.
 *
 * @module
 */

/** Whether `kept` is a newer version than `own`; false for what is no version. */
export function isNewerEngine(kept: string, own: string): boolean {
  const keptParts = numbersOf(kept);
  const ownParts = numbersOf(own);
  const differing = keptParts.findIndex((part, at) => part !== ownParts[at]);
  return differing >= 0 && (keptParts[differing] ?? 0) > (ownParts[differing] ?? 0);
}

/** Whether the engine `own` can read what `kept` wrote, and would find nothing better itself. */
export function isReadableEngine(kept: string, own: string): boolean {
  return kept === own || (isNewerEngine(kept, own) && numbersOf(kept)[0] === numbersOf(own)[0]);
}

/** None for what is no version. */
function numbersOf(version: string): number[] {
  return /^\d+(\.\d+)*$/.test(version) ? version.split(".").map(Number) : [];
}
