/** @jsxImportSource preact */
/**
 * The filters of a search in words, each with the way to take it back.
 *
 * @module
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { ASPECT_NAMES, recogniseSource, sourceName, VERIFICATION_LABELS } from "../review/mod.ts";
import { searchLink } from "./links.ts";
import type { SearchFormProps } from "./search_form.tsx";
import { counted, dateInWords } from "./words.ts";

/** The filters that are set, each with the way to take it back. */
export function ActiveFilters({ publication, site, query }: Omit<SearchFormProps, "issues">) {
  const { cursor: _cursor, limit: _limit, sort: _sort, ...filters } = query;
  const entries = Object.keys(filters) as (keyof typeof filters)[];
  if (entries.length === 0) return null;
  return (
    <nav aria-label="Active filters">
      <ul class="active-filters">
        {entries.map((name) => {
          const { [name]: _removed, ...others } = name === "mentions_aspect" ? withoutSide(filters) : filters;
          const kept = query.sort === undefined ? others : { ...others, sort: query.sort };
          const label = filterInWords(name, query, publication);
          return (
            <li>
              <a href={searchLink(site, kept)} aria-label={`Remove filter: ${label}`}>
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
export function filterInWords(name: keyof SearchQuery, query: SearchQuery, { business }: Publication): string {
  switch (name) {
    case "query":
      return `“${query.query}”`;
    case "rating":
      return counted(query.rating ?? 0, "star");
    case "min_rating":
      return `${query.min_rating} stars or more`;
    case "max_rating":
      return `${query.max_rating} stars or fewer`;
    case "words":
      return `the words ${query.words}`;
    case "updated_since":
      return `changed since ${dateInWords(query.updated_since ?? "")}`;
    case "source":
      return sourceName(recogniseSource(query.source ?? ""));
    case "verification":
      return query.verification === undefined ? "" : VERIFICATION_LABELS[query.verification];
    case "has_reply":
      return query.has_reply ? "with a reply" : "without a reply";
    case "since":
      return `from ${dateInWords(query.since ?? "")}`;
    case "until":
      return `to ${dateInWords(query.until ?? "")}`;
    case "mentions_service":
      return business.services.find(({ id }) => id === query.mentions_service)?.name ?? String(query.mentions_service);
    case "mentions_area":
      return business.service_areas.find(({ id }) => id === query.mentions_area)?.name ?? String(query.mentions_area);
    case "mentions_aspect":
      return query.mentions_aspect === undefined ? "" : ASPECT_NAMES[query.mentions_aspect].name;
    default:
      return String(query[name]);
  }
}
