/** @jsxImportSource preact */
/**
 * The mark of the business: its logo, else its initials on its colour.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { picturePath } from "./picture_file.ts";
import { linkWithin, type PageSite } from "./site.ts";

/** Decoration beside the name, which says the same. */
export function Logo({ publication, site }: { publication: Publication; site: PageSite }) {
  const { logo, business } = publication;
  if (logo === null) {
    return (
      <span class="logo" aria-hidden="true">
        {initialsOf(business.name)}
      </span>
    );
  }
  const { width, height } = logo;
  return <img class="logo" src={linkWithin(site, picturePath("logo", logo))} width={width} height={height} alt="" />;
}

/** "HV" for "Hobart & Vesely Plumbing", one letter where a script has no capitals. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}\p{N}'’]*|\p{N}+/gu) ?? [];
  const letters = words.map((word) => Array.from(word)[0] ?? "");
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase());
  if (capitals.length > 0) return capitals.slice(0, 2).join("");
  return (letters[0] ?? "").toUpperCase();
}
