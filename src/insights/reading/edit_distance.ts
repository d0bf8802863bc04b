/**
 * Tells a misspelt name from another name.
 *
 * @module
 */

/** Whether `written` is `name` with one slip (two from nine letters on) behind the same first letter. */
export function isEditedName(written: string, name: string): boolean {
  if (name.length < 5 || written === name || written[0] !== name[0]) return false;
  const allowed = name.length >= 9 ? 2 : 1;
  return Math.abs(written.length - name.length) <= allowed && distance(written, name) <= allowed;
}

/** Damerau-Levenshtein distance, neighbours swapped count one. */
function distance(a: string, b: string): number {
  let twoBack: number[] = [];
  let back = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(back[j]! + 1, row[j - 1]! + 1, back[j - 1]! + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, twoBack[j - 2]! + 1);
    }
    [twoBack, back] = [back, row];
  }
  return back[b.length]!;
}
