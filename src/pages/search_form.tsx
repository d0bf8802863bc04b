/** @jsxImportSource preact */
/**
 * The search: a plain GET form whose fields are the parameters of the search interface.
 *
 * @module
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import type { Business } from "../review/mod.ts";
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

/** Filters that links set and the form only keeps. */
const UNSHOWN = ["min_rating", "mentions_area", "mentions_aspect", "sentiment", "language"] as const;

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
        {UNSHOWN.map((name) => query[name] !== undefined && <input type="hidden" name={name} value={query[name]} />)}
        <MoreFilters business={publication.business} query={query} />
      </form>
    </search>
  );
}

function MoreFilters({ business, query }: { business: Business; query: SearchQuery }) {
  const { technicians, services } = business;
  const isNarrowed = Boolean(query.mentions_service || query.mentions_technician || query.since || query.until);
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
        <Field name="since" label="From">
          <input type="date" id="since" name="since" value={query.since} />
        </Field>
        <Field name="until" label="To">
          <input type="date" id="until" name="until" value={query.until} />
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
