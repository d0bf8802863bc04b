/** @jsxImportSource preact */

import type { Issue } from "../../http/problem_schema.ts";
import type { Words } from "../../languages/mod.ts";
import {
  describeFilter,
  FILTERS,
  type FilterName,
  orderOf,
  SEARCH_ORDERS,
  SearchQuery,
} from "../../publication/mod.ts";
import { type PageProps, type PageSite, pageLink, searchLink } from "../site.ts";

export interface SearchFormProps extends PageProps {
  readonly query: SearchQuery;
  readonly issues: readonly Issue[];
  /** Words alone, for a page that has the other ways to narrow down beside it. */
  readonly isCompact?: boolean;
}

const MORE_FIELDS = [
  { name: "mentions_service", label: "search.service", any: "search.anyService" },
  { name: "mentions_technician", label: "search.technician", any: "search.anyTechnician" },
  { name: "source", label: "search.source", any: "search.anySource" },
  { name: "since", label: "search.from", any: null },
  { name: "until", label: "search.to", any: null },
] as const;

/** What the form has no field of its own for: links set it, and the form keeps it. */
const SHOWN: readonly string[] = ["words", "rating", ...MORE_FIELDS.map(({ name }) => name)];
const UNSHOWN = (Object.keys(FILTERS) as FilterName[]).filter((name) => !SHOWN.includes(name));

export function SearchForm({ publication, site, query, issues, isCompact }: SearchFormProps) {
  const { words } = site;
  return (
    <search aria-label={words.say("frame.reviews")}>
      <form class={isCompact ? "search brief" : "search"} action={pageLink(site, "/")} method="get">
        <Issues issues={issues} words={words} />
        <div class="search-main">
          <Field name="words" label={words.say("search.words")}>
            <input
              type="search"
              id="words"
              name="words"
              maxLength={200}
              value={query.words}
              placeholder={isCompact ? words.say("search.words") : undefined}
              autocomplete="off"
            />
          </Field>
          {!isCompact && (
            <Field name="rating" label={words.say("search.stars")}>
              <Choice
                name="rating"
                any={words.say("search.any")}
                chosen={query.rating?.toString()}
                options={[5, 4, 3, 2, 1].map((stars) => [String(stars), words.say("count.stars", { count: stars })])}
              />
            </Field>
          )}
          <button type="submit">{words.say("search.submit")}</button>
        </div>
        {UNSHOWN.map(
          (name) => query[name] !== undefined && <input type="hidden" name={name} value={String(query[name])} />,
        )}
        {!isCompact && <MoreFilters publication={publication} query={query} words={words} />}
      </form>
    </search>
  );
}

type FormProps = Pick<SearchFormProps, "publication" | "query"> & { readonly words: Words };

function MoreFilters(props: FormProps) {
  const { query, words } = props;
  const { sort } = query;
  const usual = orderOf({ words: query.words });
  const isNarrowed = [...MORE_FIELDS.map(({ name }) => query[name]), sort].some(Boolean);
  return (
    <details class="more-filters" open={isNarrowed}>
      <summary>{words.say("search.moreFilters")}</summary>
      <div class="filters">
        {MORE_FIELDS.map(({ name, label, any }) => (
          <FilterField {...props} name={name} label={words.say(label)} any={any && words.say(any)} />
        ))}
        <Field name="sort" label={words.say("search.order")}>
          <Choice
            name="sort"
            any={words.say(`search.order.${usual}`)}
            chosen={sort === usual ? undefined : sort}
            options={SEARCH_ORDERS.filter((order) => order !== usual).map((order) => [
              order,
              words.say(`search.order.${order}`),
            ])}
          />
        </Field>
      </div>
    </details>
  );
}

interface FilterFieldProps extends FormProps {
  readonly name: (typeof MORE_FIELDS)[number]["name"];
  readonly label: string;
  readonly any: string | null;
}

function FilterField({ publication, query, words, name, label, any }: FilterFieldProps) {
  const { choices, names } = FILTERS[name];
  const value = query[name];
  const values = choices?.(publication).map(([choice]) => choice) ?? [];
  if (any !== null && values.length < (name === "source" ? 2 : 1)) return null;
  const inWords = (choice: string) => describeFilter(name, { [name]: choice }, words, publication.business);
  return (
    <Field name={name} label={label}>
      {any === null ? (
        <input type="date" id={name} name={name} value={value} />
      ) : (
        <Choice
          name={name}
          any={any}
          chosen={value && (names?.fold?.(value) ?? value)}
          options={values.map((choice) => [choice, inWords(choice)])}
        />
      )}
    </Field>
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
  readonly any: string;
  readonly chosen: string | undefined;
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

function fieldName(name: string, words: Words): string {
  if (/^(?:min_|max_)?rating$/.test(name)) return words.say("search.stars");
  if (name === "sort") return words.say("search.order");
  const field = MORE_FIELDS.find((each) => each.name === name);
  return field === undefined ? name : words.say(field.label);
}

function describeIssue({ path, code, received: value = "" }: Issue, words: Words): string {
  const [name = ""] = path;
  const field = fieldName(name, words);
  if (code === "repeated") return words.say("search.issue.repeated", { field });
  if (value === "") return words.say("search.issue.together", { field });
  const { minimum: least, maximum: most, format } = propertyOf(name);
  if (least !== undefined && most !== undefined) return words.say("search.issue.range", { field, value, least, most });
  return words.say(format === "date" ? "search.issue.date" : "search.issue.value", { field, value });
}

function propertyOf(name: string): { readonly minimum?: number; readonly maximum?: number; readonly format?: string } {
  return (SearchQuery.properties as Readonly<Record<string, object>>)[name] ?? {};
}

function Issues({ issues, words }: { issues: readonly Issue[]; words: Words }) {
  if (issues.length === 0) return null;
  return (
    <div class="issues" role="alert">
      <p>{words.say("search.refused")}</p>
      <ul>
        {issues.map((issue) => (
          <li>{describeIssue(issue, words)}</li>
        ))}
      </ul>
    </div>
  );
}

export function Orders({ site, query, count }: { site: PageSite; query: SearchQuery; count: number }) {
  if (count < 2) return null;
  const { words } = site;
  const { cursor: _, sort: __, ...filters } = query;
  const isAsked = `${query.query ?? ""}${query.words ?? ""}`.trim() !== "";
  const orders = [...(isAsked ? (["relevant"] as const) : []), "newest", "highest", "lowest"] as const;
  return (
    <nav class="orders quiet" aria-label={words.say("search.order")}>
      {orders.map((sort) =>
        sort === orderOf(query) ? (
          <strong>{words.say(`search.order.${sort}`)}</strong>
        ) : (
          <a href={searchLink(site, { ...filters, sort })}>{words.say(`search.order.${sort}`)}</a>
        ),
      )}
    </nav>
  );
}
