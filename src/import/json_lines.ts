/**
 * On which lines the records of a JSON file stand. Looked up only for files that hold a problem.
 *
 * @module
 */

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The lines, counted from 1, on which the entries of a list begin; the list stands under `key` in the outermost object.
 * The text must be JSON.
 */
export function linesOfEntries(text: string, key: string): number[] {
  const lines: number[] = [];
  let [depth, line, isInside, isEntryDue] = [0, 1, false, false];
  let lastKey = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 10) line++;
    if (character <= 32) continue;
    const mark = text[at] ?? "";
    if (isEntryDue && mark !== "]") {
      lines.push(line);
      isEntryDue = false;
    }
    if (character === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1) lastKey = text.slice(at + 1, end);
      at = end;
    } else if (mark === "{" || mark === "[") {
      depth++;
      if (depth === 2) isInside = isEntryDue = mark === "[" && lastKey === key;
    } else if (mark === "}" || mark === "]") {
      depth--;
      if (depth === 1) isInside = isEntryDue = false;
    } else if (mark === "," && depth === 2) {
      isEntryDue = isInside;
    }
  }
  return lines;
}

/** Position of the quote that closes the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let escapes = 0;
  while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
  return escapes % 2 === 1;
}
