/**
 * Lines as wide as the terminal: words are kept whole, and what goes on is set in.
 *
 * @module
 */

const INDENT = "    ";

/** A line in as many lines as it needs; as it is where there is no terminal. */
export function wrapLine(line: string, columns: number | null): string[] {
  if (columns === null || line.length <= columns) return [line];
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const space = rest.lastIndexOf(" ", columns);
    // A word that is wider than the terminal is left to it.
    if (rest.slice(0, Math.max(space, 0)).trim() === "") break;
    lines.push(rest.slice(0, space).trimEnd());
    rest = INDENT + rest.slice(space).trimStart();
  }
  return [...lines, rest];
}
