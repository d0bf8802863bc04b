/** @jsxImportSource preact */
/**
 * A computed sentence whose numbers of reviews lead to these reviews.
 *
 * @module
 */
import { CountLink } from "./count_link.tsx";
import type { Figure } from "./insights_view.ts";
import type { PageSite } from "./site.ts";
import { groupedDigits } from "./words.ts";

export function Told({ text, figures, site }: { text: string; figures: readonly Figure[]; site: PageSite }) {
  const parts: preact.ComponentChild[] = [];
  let rest = text;
  for (const { value, href } of figures) {
    const number = groupedDigits(value);
    const at = placeOf(number, rest);
    if (at < 0 || href === null) continue;
    parts.push(
      rest.slice(0, at),
      <CountLink count={value} href={href} site={site}>
        {number}
      </CountLink>,
    );
    rest = rest.slice(at + number.length);
  }
  return (
    <>
      {parts}
      {rest}
    </>
  );
}

/** Where a number stands by itself: not as a part of another. */
function placeOf(number: string, text: string): number {
  return text.search(new RegExp(`(?<![\\d.,])${number}(?![\\d]|[.,]\\d)`));
}
