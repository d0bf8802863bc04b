/**
 * Fits a JSON value into a number of bytes and says what was left out: first what supports the figures, then the ends
 * of the longest lists.
 *
 * @module
 */

/** A value that fits, and what it lost. */
export interface Shortened {
  readonly value: unknown;
  /** What was left out, in words; empty when nothing was. */
  readonly omitted: readonly string[];
}

/** Details that a reader of figures can do without, the first to go first. */
const DETAILS = ["evidence", "phrases", "review_ids", "trend"];

/**
 * Shortens `value` to `maxBytes` of JSON in UTF-8, as far as dropping details and list entries can; a value that fits is
 * returned as it is.
 */
export function shorten(value: unknown, maxBytes: number): Shortened {
  const omitted: string[] = [];
  let short = value;
  for (const detail of DETAILS) {
    if (bytesOf(short) <= maxBytes) return { value: short, omitted };
    short = without(short, detail);
    omitted.push(detail);
  }
  const wholeLengths = listLengths(short);
  for (let most = longest(short); bytesOf(short) > maxBytes && most > 0; most = longest(short)) {
    short = withShorterLists(short, Math.floor(most / 2));
  }
  const cut = listLengths(short);
  for (const [path, length] of wholeLengths) {
    const kept = cut.get(path) ?? 0;
    if (kept < length) omitted.push(`${path || "list"}: ${length - kept} of ${length}`);
  }
  return { value: short, omitted };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function without(value: unknown, name: string): unknown {
  return mapped(
    value,
    (member) => without(member, name),
    ([key]) => key !== name,
  );
}

/** The lists that are cut: those outside of lists, where an entry stands for itself. */
function withShorterLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most);
  return mapped(value, (member) => withShorterLists(member, most));
}

function mapped(
  value: unknown,
  change: (member: unknown) => unknown,
  keep: (entry: [string, unknown]) => boolean = () => true,
): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(keep);
  return Object.fromEntries(entries.map(([key, member]) => [key, change(member)]));
}

function longest(value: unknown): number {
  return Math.max(0, ...listLengths(value).values());
}

function listLengths(value: unknown, path = "", found = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(value)) return found.set(path, value.length);
  if (typeof value !== "object" || value === null) return found;
  for (const [key, member] of Object.entries(value)) listLengths(member, path ? `${path}.${key}` : key, found);
  return found;
}
