/** What is computed once for a publication, or for a question about one, and forgotten with it. */
const MEMOS = new WeakMap<object, Map<string, unknown>>();

/** What `make` gives, made at the first call for `owner`. One `key` always stands for one computation. */
export function memo<T>(owner: object, key: string, make: () => T): T {
  const known = MEMOS.get(owner) ?? new Map<string, unknown>();
  MEMOS.set(owner, known);
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as T;
}
