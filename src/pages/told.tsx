/** @jsxImportSource preact */
/**
 * A computed sentence whose numbers of reviews lead to these reviews, and whose names lead to their pages.
 *
 * @module
 */
import type { ComponentChild } from "preact";
import { servicePath, technicianPath } from "../web/paths.ts";
import { CountLink } from "./count_link.tsx";
import type { Figure, InsightsView } from "./insights_view.ts";
import { type PageSite, pageLink } from "./site.ts";
import { groupedDigits } from "./words.ts";

/** A sentence as the insights have it, and whom it may name. */
export interface ToldProps {
  readonly text: string;
  readonly figures: readonly Figure[];
  readonly entities: InsightsView["entities"];
  readonly site: PageSite;
}

export function Told({ text, figures, entities, site }: ToldProps) {
  const parts: ComponentChild[] = [];
  const named = namesIn(entities, site);
  let rest = text;
  for (const { value, href } of figures) {
    const number = groupedDigits(value);
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

/** Where a number stands by itself: not as a part of another. */
function placeOf(number: string, text: string): number {
  return text.search(new RegExp(`(?<![\\d.,])${number}(?![\\d]|[.,]\\d)`));
}

/** Cuts a text at the names of technicians and services, each a link to its page. */
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
