/** @jsxImportSource preact */
import type { ComponentChild, ComponentChildren } from "preact";
import { servicePath, technicianPath } from "../../http/paths.ts";
import type { Figure } from "../../insights/mod.ts";
import type { SearchQuery } from "../../publication/mod.ts";
import { groupedDigits } from "../../review/mod.ts";
import type { InsightsView } from "../insights_view.ts";
import { foundLink, type PageSite, pageLink, searchLink } from "../site.ts";

interface FigureTextProps {
  readonly text: string;
  readonly figures: readonly Figure[];
  readonly entities: InsightsView["entities"];
  readonly site: PageSite;
}

export function FigureText({ text, figures, entities, site }: FigureTextProps) {
  const parts: ComponentChild[] = [];
  const named = namesIn(entities, site);
  let rest = text;
  for (const { value, href } of figures) {
    const number = site.words.language === "en" ? groupedDigits(value) : site.words.number(value);
    const at = placeOf(number, rest);
    if (at < 0 || href === null) continue;
    parts.push(
      ...named(rest.slice(0, at)),
      <CountLink count={value} href={href} site={site}>
        {number}
      </CountLink>,
    );
    rest = rest.slice(at + number.length);
  }
  return (
    <>
      {parts}
      {named(rest)}
    </>
  );
}

function placeOf(number: string, text: string): number {
  return text.search(new RegExp(`(?<![\\d.,]|\\d[\\u00a0\\u202f])${RegExp.escape(number)}(?![\\d]|[.,]\\d)`));
}

function namesIn({ technicians, services }: InsightsView["entities"], site: PageSite) {
  const paths = new Map([
    ...services.map(({ id, name }) => [name, servicePath(id)] as const),
    ...technicians.map(({ id, name }) => [name, technicianPath(id)] as const),
  ]);
  if (paths.size === 0) return (text: string): ComponentChild[] => [text];
  const longestFirst = [...paths.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(${longestFirst.map((name) => RegExp.escape(name)).join("|")})(?![\\p{L}\\p{M}\\p{N}])`,
    "u",
  );
  return (text: string): ComponentChild[] =>
    text.split(pattern).map((part, at) => {
      const path = at % 2 === 1 ? paths.get(part) : undefined;
      return path === undefined ? part : <a href={pageLink(site, path)}>{part}</a>;
    });
}

interface CountLinkProps {
  readonly count: number;
  readonly site: PageSite;
  readonly query?: SearchQuery;
  readonly href?: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** The number as a link to its reviews; plain text if it is 0. Tests compare `data-count` with the number of reviews found. */
export function CountLink({ count, site, query, href, class: name, children }: CountLinkProps) {
  const shown = children ?? site.words.number(count);
  if (count === 0) return name === undefined ? shown : <span class={name}>{shown}</span>;
  const address = href === undefined ? searchLink(site, query ?? {}) : foundLink(site, href);
  return (
    <a class={name} href={address} data-count={count}>
      {shown}
    </a>
  );
}

export function ReviewsLink(props: Omit<CountLinkProps, "children">) {
  return <CountLink {...props}>{props.site.words.say("count.reviews", { count: props.count })}</CountLink>;
}

export const ALL_REVIEWS: SearchQuery = { sort: "newest" };

/** A table of figures, whose first column has the heads of its rows. On a narrow screen it scrolls by itself, or its rows stack. */
export function FigureTable(props: {
  readonly caption?: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** True where each row is a card on a narrow screen: its cells name their heads in `data-head`. */
  readonly isStacked?: boolean;
}) {
  const { caption, heads, rows, isStacked } = props;
  return (
    <div class="table-scroll">
      <table class={isStacked ? "figures stacked" : "figures"}>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells]) => (
            <tr>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                <td data-head={isStacked ? heads[at + 1] : undefined}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
