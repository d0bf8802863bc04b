/** @jsxImportSource preact */
/**
 * Reviews by stars: a table whose rows are the bars, each leading to the reviews it counts.
 *
 * @module
 */
import type { SearchQuery } from "../publication/mod.ts";
import { CountLink } from "./count_link.tsx";
import { searchLink } from "./links.ts";
import type { PageSite } from "./site.ts";

/** A number of stars, the reviews that give it, and the search for them. */
export interface StarCount {
  readonly stars: number;
  readonly count: number;
  readonly query: SearchQuery;
}

/** Five rows, five stars first. */
export function Histogram({ counts, site }: { counts: readonly StarCount[]; site: PageSite }) {
  const { words } = site;
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <table class="histogram">
      <caption class="unseen">{words.say("histogram.caption")}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">{words.say("held.stars")}</th>
          <th scope="col">{words.say("histogram.share")}</th>
          <th scope="col">{words.say("held.reviews")}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ stars, count, query }) => (
          <tr>
            <th scope="row">
              <a href={searchLink(site, query)}>{words.say("count.stars", { count: stars })}</a>
            </th>
            <td class="bar-cell">
              <svg class="bar" height="10" aria-hidden="true" focusable="false">
                <rect class="bar-track" width="100%" height="10" rx="5" />
                {count > 0 && <rect class="bar-stars" width={`${barPercent(count, whole)}%`} height="10" rx="5" />}
              </svg>
              <span class="unseen">{words.share(count, whole)}</span>
            </td>
            <td class="figure">
              <CountLink count={count} query={query} site={site} />
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
