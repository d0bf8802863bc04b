/**
 * What a review is called at its source, as one key.
 *
 * @module
 */

/** One key for (source, source id); no review has the key of a missing source id. */
export function sourceKey(source: string, sourceId: string | null): string {
  return sourceId === null ? "" : `${source}\0${sourceId}`;
}
