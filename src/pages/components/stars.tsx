/** @jsxImportSource preact */

import type { Words } from "../../languages/mod.ts";
import type { SearchQuery } from "../../publication/mod.ts";
import type { Distribution } from "../../review/mod.ts";
import { starsPhrase } from "../phrases.ts";
import { type PageSite, searchLink } from "../site.ts";
import { filledWidth, STAR_PATH } from "../svg.ts";
import { CountLink } from "./figures.tsx";

const WIDTH = 100;
const HEIGHT = 19;

/** The outlines of {@link Stars}, once on each page: drawn narrower than they are, they are cut off at the right. */
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

export function Stars({ rating, words }: { rating: number; words: Words }) {
  return (
    <svg class="stars" viewBox="0 0 100 19" role="img" aria-label={starsPhrase(words, rating)}>
      <use class="star-off" href="#stars" width={WIDTH} height={HEIGHT} />
      <use class="star-on" href="#stars" width={filledWidth(rating)} height={HEIGHT} />
    </svg>
  );
}

interface StarCount {
  readonly stars: number;
  readonly count: number;
  readonly query?: SearchQuery;
}

export function starCountsOf(distribution: Distribution) {
  return ([5, 4, 3, 2, 1] as const).map((stars) => ({ stars, count: distribution[`${stars}`] }));
}

export function StarHistogram({ counts, site }: { counts: readonly StarCount[]; site: PageSite }) {
  const { words } = site;
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <table class="histogram">
      <caption class="unseen">{words.say("histogram.caption")}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">{words.say("search.stars")}</th>
          <th scope="col">{words.say("histogram.share")}</th>
          <th scope="col">{words.say("frame.reviews")}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ stars, count, query }) => (
          <tr>
            <th scope="row">
              {query ? (
                <a href={searchLink(site, query)}>{words.say("count.stars", { count: stars })}</a>
              ) : (
                words.say("count.stars", { count: stars })
              )}
            </th>
            <td class="bar-cell">
              <svg class="bar" height="10" aria-hidden="true" focusable="false">
                <rect class="bar-track" width="100%" height="10" rx="5" />
                {count > 0 && <rect class="bar-stars" width={`${barPercent(count, whole)}%`} height="10" rx="5" />}
              </svg>
              <span class="unseen">{words.share(count, whole)}</span>
            </td>
            <td class="figure">
              {query ? <CountLink count={count} query={query} site={site} /> : words.number(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Width of a bar; a single review among thousands still shows. */
function barPercent(part: number, whole: number): number {
  return Math.max(2.5, Math.round((part / whole) * 1000) / 10);
}
