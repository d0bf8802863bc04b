/** The candidate within a few typing mistakes of `name`, ignoring case; null without one. Ties go to the earlier candidate. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  const wanted = name.toLowerCase().slice(0, 64);
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | null = null;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const distance = editDistance(wanted, known, allowed);
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { name: candidate, distance };
  }
  return best?.name ?? null;
}

/** The Damerau-Levenshtein distance (optimal string alignment); infinity if it exceeds `most`. */
export function editDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > max) return Number.POSITIVE_INFINITY;
  const width = b.length + 1;
  if (rows.length < 3 * width) rows = new Uint32Array(3 * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  let beforeLast = 2 * width;
  let last = 0;
  let current = width;
  let leastOfLast = 0;
  for (let row = 1; row <= a.length; row++) {
    rows[current] = row;
    let least = row;
    for (let column = 1; column < width; column++) {
      const letter = b.charCodeAt(column - 1);
      const change = a.charCodeAt(row - 1) === letter ? 0 : 1;
      let cost = Math.min(cell(last + column) + 1, cell(current + column - 1) + 1, cell(last + column - 1) + change);
      if (
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 2) === letter &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2)
      ) {
        cost = Math.min(cost, cell(beforeLast + column - 2) + 1);
      }
      rows[current + column] = cost;
      if (cost < least) least = cost;
    }
    if (least > max && leastOfLast > max) return Number.POSITIVE_INFINITY;
    leastOfLast = least;
    const free = beforeLast;
    beforeLast = last;
    last = current;
    current = free;
  }
  const distance = cell(last + b.length);
  return distance > max ? Number.POSITIVE_INFINITY : distance;
}

/** The three latest rows, one after the other. The memory is reused for every distance. */
let rows = new Uint32Array(3 * 64);

function cell(at: number): number {
  return rows[at] ?? 0;
}
