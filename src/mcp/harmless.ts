/**
 * Writes JSON so that nothing in a customer's words acts on whoever shows the text: no markup, no terminal sequences,
 * no reversed or invisible characters.
 *
 * They become JSON escapes, so that whoever parses the text still gets the same value as from /reviews.json.
 *
 * @module
 */

/**
 * The C1 controls (U+009B begins a terminal sequence), line separators, and everything that is not seen or turns
 * the reading direction; tag characters (U+E0000 and on) can spell whole hidden sentences. The selectors U+FE0E and
 * U+FE0F stay, since every other emoji has one.
 */
const UNSEEN =
  /[\x7f-\x9f\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0d]|\udb40[\udc00-\udfff]/g;

/** The same JSON, with `<` and all that is not seen as escapes. In JSON text they can only stand inside strings. */
export function harmless(json: string): string {
  return visible(json).replaceAll("<", "\\u003c");
}

/** The same text, in which what is not seen is written as `\u200b`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, escaped);
}

function escaped(characters: string): string {
  return Array.from({ length: characters.length }, (_, index) => {
    return `\\u${characters.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}
