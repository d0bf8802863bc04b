/** @jsxImportSource preact */
/**
 * The search: a plain GET form whose fields are the parameters of the search interface.
 *
 * @module
 */

import type { Words } from "../languages/mod.ts";
import { type Publication, SEARCH_FILTERS, type SearchOrder, type SearchQuery } from "../publication/mod.ts";
import { recogniseSource } from "../review/mod.ts";
import type { Issue } from "../web/problem_schema.ts";
import { sourceLabel } from "./phrases.ts";
import { type PageSite, pageLink } from "./site.ts";

/** The query to fill the form with, and the issues to list above it. */
export interface SearchFormProps {
  readonly publication: Publication;
  readonly site: PageSite;
  readonly query: SearchQuery;
  readonly issues: readonly Issue[];
}

/** What the form has no field of its own for: links set it, and the form keeps it. */
const SHOWN = ["query", "rating", "mentions_service", "mentions_technician", "source", "since", "until", "sort"];
const UNSHOWN = (Object.keys(SEARCH_FILTERS) as (keyof typeof SEARCH_FILTERS)[]).filter(
  (name) => !SHOWN.includes(name),
);

const OTHER_ORDERS: readonly Exclude<SearchOrder, "newest">[] = ["oldest", "highest", "lowest", "relevant"];

/** The search form; filters that it has no field for are kept as hidden inputs. */
export function SearchForm({ publication, site, query, issues }: SearchFormProps) {
  const { words } = site;
  return (
    <search aria-label={words.say("search.reviews")}>
      <form class="search" action={pageLink(site, "/")} method="get">
        <Issues issues={issues} words={words} />
        <div class="search-main">
          <Field name="query" label={words.say("search.words")}>
            <input type="search" id="query" name="query" maxLength={200} value={query.query} autocomplete="off" />
          </Field>
          <Field name="rating" label={words.say("search.stars")}>
            <Choice
              name="rating"
              any={words.say("search.any")}
              chosen={query.rating?.toString()}
              options={[5, 4, 3, 2, 1].map((stars) => [String(stars), words.say("count.stars", { count: stars })])}
            />
          </Field>
          <button type="submit">{words.say("search.submit")}</button>
        </div>
        {UNSHOWN.map(
          (name) => query[name] !== undefined && <input type="hidden" name={name} value={String(query[name])} />,
        )}
        <MoreFilters publication={publication} query={query} words={words} />
      </form>
    </search>
  );
}

function MoreFilters(props: { publication: Publication; query: SearchQuery; words: Words }) {
  const { publication, query, words } = props;
  const { technicians, services } = publication.business;
  const { sources } = publication.searchNames;
  const { mentions_service, mentions_technician, source, since, until, sort } = query;
  const isNarrowed = [mentions_service, mentions_technician, source, since, until, sort].some(Boolean);
  return (
    <details class="more-filters" open={isNarrowed}>
      <summary>{words.say("search.moreFilters")}</summary>
      <div class="filters">
        {services.length > 0 && (
          <Field name="mentions_service" label={words.say("search.service")}>
            <Choice
              name="mentions_service"
              any={words.say("search.anyService")}
              chosen={query.mentions_service}
              options={services.map(({ id, name }) => [id, name])}
            />
          </Field>
        )}
        {technicians.length > 0 && (
          <Field name="mentions_technician" label={words.say("search.technician")}>
            <Choice
              name="mentions_technician"
              any={words.say("search.anyTechnician")}
              chosen={query.mentions_technician}
              options={technicians.map(({ name }) => [name, name])}
            />
          </Field>
        )}
        {sources.length > 1 && (
          <Field name="source" label={words.say("search.source")}>
            <Choice
              name="source"
              any={words.say("search.anySource")}
              chosen={query.source === undefined ? undefined : recogniseSource(query.source)}
              options={sources.map((source) => [source, sourceLabel(words, source)])}
            />
          </Field>
        )}
        <Field name="since" label={words.say("search.from")}>
          <input type="date" id="since" name="since" value={query.since} />
        </Field>
        <Field name="until" label={words.say("search.to")}>
          <input type="date" id="until" name="until" value={query.until} />
        </Field>
        <Field name="sort" label={words.say("search.order")}>
          <Choice
            name="sort"
            any={words.say("search.order.newest")}
            chosen={sort}
            options={OTHER_ORDERS.map((order) => [order, words.say(`search.order.${order}`)])}
          />
        </Field>
      </div>
    </details>
  );
}

function Field({ name, label, children }: { name: string; label: string; children: preact.ComponentChildren }) {
  return (
    <p class={`field field-${name}`}>
      <label for={name}>{label}</label>
      {children}
    </p>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** What choosing nothing is called. */
  readonly any: string;
  readonly chosen: string | undefined;
  /** Value and name of each. */
  readonly options: readonly (readonly [string, string])[];
}

function Choice({ name, any, chosen, options }: ChoiceProps) {
  const isUnlisted = chosen !== undefined && !options.some(([value]) => value === chosen);
  return (
    <select id={name} name={name}>
      <option value="">{any}</option>
      {options.map(([value, label]) => (
        <option value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
      {isUnlisted && (
        <option value={chosen} selected>
          {chosen}
        </option>
      )}
    </select>
  );
}

/** What is wrong is said as the interface says it, in English. */
function Issues({ issues, words }: { issues: readonly Issue[]; words: Words }) {
  if (issues.length === 0) return null;
  return (
    <div class="issues" role="alert">
      <p>{words.say("search.refused")}</p>
      <ul>
        {issues.map(({ message }) => (
          <li lang="en">{message}</li>
        ))}
      </ul>
    </div>
  );
}
