/** Did you mean ...? The known name nearest to a mistyped one. */
import { editDistance } from "./edit_distance.ts";

/** The candidate within a few typing mistakes of `name` (case ignored), or null. Ties go to the earlier candidate. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  const wanted = name.toLowerCase().slice(0, 64);
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { name: candidate, distance };
  }
  return best?.name ?? null;
}
