/** @jsxImportSource preact */
/**
 * The search: a plain GET form whose fields are the parameters of the search interface.
 *
 * @module
 */
import { type Publication, SEARCH_FILTERS, type SearchOrder, type SearchQuery } from "../publication/mod.ts";
import { recogniseSource, sourceName } from "../review/mod.ts";
import type { Issue } from "../web/problem_schema.ts";
import { linkWithin, type PageSite } from "./site.ts";
import { counted } from "./words.ts";

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

const OTHER_ORDERS: readonly (readonly [SearchOrder, string])[] = [
  ["oldest", "Oldest first"],
  ["highest", "Most stars first"],
  ["lowest", "Fewest stars first"],
  ["relevant", "Best match first"],
];

/** The search form; filters that it has no field for are kept as hidden inputs. */
export function SearchForm({ publication, site, query, issues }: SearchFormProps) {
  return (
    <search aria-label="Reviews">
      <form class="search" action={linkWithin(site, "/")} method="get">
        <Issues issues={issues} />
        <div class="search-main">
          <Field name="query" label="Words in the review">
            <input type="search" id="query" name="query" maxLength={200} value={query.query} autocomplete="off" />
          </Field>
          <Field name="rating" label="Stars">
            <Choice
              name="rating"
              any="Any"
              chosen={query.rating?.toString()}
              options={[5, 4, 3, 2, 1].map((stars) => [String(stars), counted(stars, "star")])}
            />
          </Field>
          <button type="submit">Search</button>
        </div>
        {UNSHOWN.map(
          (name) => query[name] !== undefined && <input type="hidden" name={name} value={String(query[name])} />,
        )}
        <MoreFilters publication={publication} query={query} />
      </form>
    </search>
  );
}

function MoreFilters({ publication, query }: { publication: Publication; query: SearchQuery }) {
  const { technicians, services } = publication.business;
  const { sources } = publication.searchNames;
  const { mentions_service, mentions_technician, source, since, until, sort } = query;
  const isNarrowed = [mentions_service, mentions_technician, source, since, until, sort].some(Boolean);
  return (
    <details class="more-filters" open={isNarrowed}>
      <summary>More filters</summary>
      <div class="filters">
        {services.length > 0 && (
          <Field name="mentions_service" label="Service">
            <Choice
              name="mentions_service"
              any="Any service"
              chosen={query.mentions_service}
              options={services.map(({ id, name }) => [id, name])}
            />
          </Field>
        )}
        {technicians.length > 0 && (
          <Field name="mentions_technician" label="Technician">
            <Choice
              name="mentions_technician"
              any="Any technician"
              chosen={query.mentions_technician}
              options={technicians.map(({ name }) => [name, name])}
            />
          </Field>
        )}
        {sources.length > 1 && (
          <Field name="source" label="Source">
            <Choice
              name="source"
              any="Any source"
              chosen={query.source === undefined ? undefined : recogniseSource(query.source)}
              options={sources.map((source) => [source, sourceName(source)])}
            />
          </Field>
        )}
        <Field name="since" label="From">
          <input type="date" id="since" name="since" value={query.since} />
        </Field>
        <Field name="until" label="To">
          <input type="date" id="until" name="until" value={query.until} />
        </Field>
        <Field name="sort" label="Order">
          <Choice name="sort" any="Newest first" chosen={sort} options={OTHER_ORDERS} />
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

function Issues({ issues }: { issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  return (
    <div class="issues" role="alert">
      <p>This search cannot be answered:</p>
      <ul>
        {issues.map(({ message }) => (
          <li>{message}</li>
        ))}
      </ul>
    </div>
  );
}
