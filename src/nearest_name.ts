/** Did you mean ...? The known name nearest to a mistyped one. */
/** The candidate within a few typing mistakes of `name` (case ignored), or null. Ties go to the earlier candidate. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  const wanted = name.toLowerCase().slice(0, 64);
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | null = null;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    // Each of the letters that one has more is a mistake.
    if (Math.abs(known.length - wanted.length) > allowed) continue;
    const distance = editDistance(wanted, known);
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { name: candidate, distance };
  }
  return best?.name ?? null;
}

/**
 * Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, changes and neighbours swapped. Infinity
 * where it is found to be beyond `most`.
 */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + change);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
    if (Math.min(...last) > most && Math.min(...beforeLast) > most) return Number.POSITIVE_INFINITY;
  }
  return last[b.length] ?? 0;
}
