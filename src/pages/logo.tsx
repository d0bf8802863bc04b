/** @jsxImportSource preact */
/**
 * The mark of the business: its initials on its colour, the same size as a logo would have.
 *
 * @module
 */

/** Decoration beside the name, which says the same. */
export function Logo({ name }: { name: string }) {
  return (
    <span class="logo" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** "HV" for "Hobart & Vesely Plumbing", one letter where a script has no capitals. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}\p{N}'’]*|\p{N}+/gu) ?? [];
  const letters = words.map((word) => Array.from(word)[0] ?? "");
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase());
  if (capitals.length > 0) return capitals.slice(0, 2).join("");
  return (letters[0] ?? "").toUpperCase();
}
