/**
 * Entity tags and the conditions that name them, RFC 9110 sections 8.8.3, 13.1.1 and 13.1.2.
 *
 * @module
 */

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/y;
const BETWEEN = /[ \t]*(?:,[ \t]*)*/y;

/**
 * The tag of ours that an If-None-Match value names, compared weakly; `chosen` when it names that one or is `*`. Malformed
 * values name nothing.
 */
export function matchingTag(header: string, tags: readonly string[], chosen: string): string | null {
  const value = header.trim();
  if (value === "*") return chosen;
  const named = (parseEntityTags(value) ?? []).map(opaque).filter((tag) => tags.includes(tag));
  return named.includes(chosen) ? chosen : (named[0] ?? null);
}

/** Whether an If-Match value contains one of our tags or is `*`. Weak tags never match: the comparison is strong. */
export function namesStrongly(header: string, tags: readonly string[]): boolean {
  const value = header.trim();
  return value === "*" || (parseEntityTags(value) ?? []).some((tag) => tags.includes(tag));
}

/** The tags of a list, or null when the list is malformed; commas inside the quotes belong to the tag. */
export function parseEntityTags(value: string): string[] | null {
  const tags: string[] = [];
  let at = 0;
  while (at < value.length) {
    TAG.lastIndex = at;
    const tag = TAG.exec(value);
    if (!tag) return null;
    tags.push(tag[0]);
    BETWEEN.lastIndex = TAG.lastIndex;
    const gap = BETWEEN.exec(value)?.[0] ?? "";
    at = TAG.lastIndex + gap.length;
    if (at < value.length && !gap.includes(",")) return null;
  }
  return tags;
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
