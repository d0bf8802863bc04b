/** JSON in pieces, for lists that no single text should hold. */

const PIECE = 64 * 1024;

/** As `JSON.stringify(data, null, 2)`, piece by piece: what can be gone through and is no array is a list, too. */
export function* jsonPieces(data: unknown): Generator<string> {
  const lists: Iterable<unknown>[] = [];
  const marked = (_key: string, value: unknown) => (isList(value) ? `\u0000${lists.push(value) - 1}` : value);
  const [first = "", ...rest] = JSON.stringify(data, marked, 2).split(/"\\u0000(?:\d+)"/);
  yield first;
  let indent = lastIndent(first);
  for (const [index, part] of rest.entries()) {
    yield* listPieces(lists[index] ?? [], indent);
    yield part;
    indent = lastIndent(part);
  }
}

function* listPieces(list: Iterable<unknown>, indent: string): Generator<string> {
  let piece = "";
  let count = 0;
  for (const entry of list) {
    const lines = JSON.stringify(entry, null, 2).replaceAll("\n", `\n${indent}  `);
    piece += `${count++ === 0 ? "[" : ","}\n${indent}  ${lines}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield count === 0 ? "[]" : `${piece}\n${indent}]`;
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Symbol.iterator in value;
}

function lastIndent(text: string): string {
  return /(?:^|\n)( *)[^\n]*$/.exec(text)?.[1] ?? "";
}
