/**
 * Stars by their number, as short as they can be told.
 *
 * @module
 */
import type { Distribution } from "../../review/mod.ts";

/** `5: 181, 4: 45, 3: 23, 2: 17, 1: 17`, without those that nobody gave. */
export function starsLine(distribution: Distribution): string {
  const stars = (["5", "4", "3", "2", "1"] as const).filter((star) => distribution[star] > 0);
  return stars.map((star) => `${star}: ${distribution[star]}`).join(", ");
}
