/** @jsxImportSource preact */
/**
 * A number of reviews that leads to exactly these reviews.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import type { SearchQuery } from "../publication/mod.ts";
import { foundLink, searchLink } from "./links.ts";
import type { PageSite } from "./site.ts";

/** What a number counts, and where these reviews are: a search, or the address of one in the insights. */
export interface CountLinkProps {
  readonly count: number;
  readonly site: PageSite;
  readonly query?: SearchQuery;
  readonly href?: string;
  readonly class?: string;
  /** Words around the number; default the number alone. */
  readonly children?: ComponentChildren;
}

/** The number as a link to its reviews; none lead nowhere. `data-count` tells a test what is promised. */
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

/** All reviews, as a search has them. */
export const ALL_REVIEWS: SearchQuery = { sort: "newest" };
