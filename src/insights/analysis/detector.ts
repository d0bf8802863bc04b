/** The n-gram language detector: 1.6 MB of data, which `words_to_read.ts` loads on first need. */
import { eld } from "eld/small";

/** More characters than this do not improve the detection. */
const ENOUGH = 300;

/** ISO 639-1 code of the likeliest language; "" when none is likely. */
export function detect(text: string): string {
  return eld.detect(text.slice(0, ENOUGH)).language;
}
