/** @jsxImportSource preact */
/**
 * Stars as pictures with names.
 *
 * @module
 */

import type { Words } from "../languages/mod.ts";
import { starsPhrase } from "./phrases.ts";
import { STAR_PATH } from "./star_path.ts";

const WIDTH = 100;
const HEIGHT = 19;

/**
 * The outlines that {@link Stars} refers to; drawn narrower than they are, they are cut off at the right. Stands once on each
 * page that shows stars.
 */
export function StarShapes() {
  return (
    <svg class="shapes" width="0" height="0" aria-hidden="true" focusable="false">
      <symbol id="stars" viewBox="0 0 100 19" preserveAspectRatio="xMinYMin slice">
        {[0, 20, 40, 60, 80].map((x) => (
          <path d={STAR_PATH} transform={x ? `translate(${x})` : undefined} />
        ))}
      </symbol>
    </svg>
  );
}

/** A row of five stars filled up to the rating, named for those who do not see it. */
export function Stars({ rating, words }: { rating: number; words: Words }) {
  const filled = Math.round((rating / 5) * WIDTH * 10) / 10;
  return (
    <svg class="stars" viewBox="0 0 100 19" role="img" aria-label={starsPhrase(words, rating)}>
      <use class="star-off" href="#stars" width={WIDTH} height={HEIGHT} />
      <use class="star-on" href="#stars" width={filled} height={HEIGHT} />
    </svg>
  );
}
