/** @jsxImportSource preact */
/**
 * The filters of a search in words, each with the way to take it back.
 *
 * @module
 */

import type { Words } from "../languages/mod.ts";
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { recogniseSource } from "../review/mod.ts";
import { searchLink } from "./links.ts";
import { sourceLabel } from "./phrases.ts";
import type { SearchFormProps } from "./search_form.tsx";

/** The filters that are set, each with the way to take it back. */
export function ActiveFilters({ publication, site, query }: Omit<SearchFormProps, "issues">) {
  const { cursor: _cursor, limit: _limit, sort: _sort, ...filters } = query;
  const entries = Object.keys(filters) as (keyof typeof filters)[];
  if (entries.length === 0) return null;
  return (
    <nav aria-label={site.words.say("filter.active")}>
      <ul class="active-filters">
        {entries.map((name) => {
          const { [name]: _removed, ...others } = name === "mentions_aspect" ? withoutSide(filters) : filters;
          const kept = query.sort === undefined ? others : { ...others, sort: query.sort };
          const label = filterInWords(site.words, name, query, publication);
          return (
            <li>
              <a href={searchLink(site, kept)} aria-label={site.words.say("filter.remove", { filter: label })}>
                <bdi>{label}</bdi>
                <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false">
                  <path d="m1.5 1.5 7 7m0-7-7 7" />
                </svg>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A side means nothing without what it is a side of. */
function withoutSide({ sentiment: _side, ...others }: SearchQuery): SearchQuery {
  return others;
}

/** One filter as a reader would say it. */
export function filterInWords(words: Words, name: keyof SearchQuery, query: SearchQuery, { business }: Publication) {
  switch (name) {
    case "query":
      return words.say("filter.query", { text: query.query ?? "" });
    case "rating":
      return words.say("count.stars", { count: query.rating ?? 0 });
    case "min_rating":
      return words.say("filter.minRating", { stars: query.min_rating ?? 0 });
    case "max_rating":
      return words.say("filter.maxRating", { stars: query.max_rating ?? 0 });
    case "words":
      return words.say("filter.words", { words: query.words ?? "" });
    case "updated_since":
      return words.say("filter.updated", { date: words.date(query.updated_since ?? "") });
    case "source":
      return sourceLabel(words, recogniseSource(query.source ?? ""));
    case "verification":
      return query.verification === undefined ? "" : words.say(`method.${query.verification}`);
    case "has_reply":
      return words.say(query.has_reply ? "filter.replied" : "filter.unreplied");
    case "since":
      return words.say("filter.since", { date: words.date(query.since ?? "") });
    case "until":
      return words.say("filter.until", { date: words.date(query.until ?? "") });
    case "mentions_service":
      return business.services.find(({ id }) => id === query.mentions_service)?.name ?? String(query.mentions_service);
    case "mentions_area":
      return business.service_areas.find(({ id }) => id === query.mentions_area)?.name ?? String(query.mentions_area);
    case "mentions_aspect":
      return query.mentions_aspect === undefined ? "" : words.say(`aspect.${query.mentions_aspect}`);
    case "sentiment":
      return query.sentiment === undefined ? "" : words.say(`filter.sentiment.${query.sentiment}`);
    default:
      return String(query[name]);
  }
}
