/**
 * Ratings of a source that were turned into stars at import, by the owner's choice: said wherever reviews are explained.
 *
 * @module
 */

/** How the ratings of one source became stars. */
export interface ConvertedRatings {
  readonly source: string;
  /** The best rating of the source's scale; 5 where only halves were rounded. */
  readonly best: number;
  /** Whether ratings between two numbers of stars were rounded, halves up. */
  readonly isRounded: boolean;
}

/** Reads what is kept of imports: an object of hints by source, as JSON. */
export function convertedRatings(hints: string | undefined): ConvertedRatings[] {
  const bySource = Object.entries(JSON.parse(hints ?? "{}") as Record<string, { scale?: string; round?: string }>);
  return bySource
    .map(([source, { scale, round }]) => ({ source, best: Number(scale ?? 5), isRounded: round !== undefined }))
    .filter(({ best, isRounded }) => best !== 5 || isRounded);
}
