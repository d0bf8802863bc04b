/**
 * The invisible characters that turn the reading direction of a text.
 *
 * Isolates set a word of the other direction apart, as any right-to-left review with a number or a Latin name may need;
 * they cannot reorder what is around them, so they stay, each closed on its own line. Overrides and embeddings can show
 * readers another text than the one that is searched, and go.
 *
 * Spec: https://www.unicode.org/reports/tr9/ (2.1 to 2.5, BD9)
 *
 * @module
 */

/** U+202A to U+202E: embeddings, overrides and what ends them. */
const OVERRIDES = /[\u202a-\u202e]/g;
const ISOLATES = /[\u2066-\u2069]/g;
const HAS_ISOLATE = /[\u2066-\u2069]/;
/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const POP = "\u2069";

/** The overrides and embeddings of a text, each once, as `U+202E`. */
export function overridesOf(text: string): string[] {
  const found = text.match(OVERRIDES) ?? [];
  return [...new Set(found)].map((character) => `U+${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Removes all bidirectional isolates. */
export function withoutIsolates(text: string): string {
  return HAS_ISOLATE.test(text) ? text.replace(ISOLATES, "") : text;
}

/**
 * The isolates of a right-to-left text, each closed on its own line, where its effect ends anyway; what closes none is
 * taken out. Other texts have no use for them and lose them.
 */
export function settleIsolates(text: string): string {
  if (!HAS_ISOLATE.test(text)) return text;
  return RIGHT_TO_LEFT.test(text) ? text.split("\n").map(closeIsolates).join("\n") : text.replace(ISOLATES, "");
}

function closeIsolates(line: string): string {
  let open = 0;
  const closed = line.replace(ISOLATES, (character) => {
    if (character !== POP) open++;
    else if (open === 0) return "";
    else open--;
    return character;
  });
  return closed + POP.repeat(open);
}
