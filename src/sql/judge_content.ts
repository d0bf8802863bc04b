/**
 * Whether a topic's content has changed, when releases write the same content in different bytes: pure decisions.
 *
 * @module
 */
import type { TopicState } from "../hub/mod.ts";

/** What one release has shown of a topic at one revision, and what it took it for. */
export interface ShownContent {
  readonly revision: number;
  readonly generation: string;
  readonly digest: string;
  /** The earliest revision whose content was the same, as far as that release could tell. */
  readonly content: number;
}

/**
 * The content number of what a release shows: the earliest revision with the same content. `shown` is what releases have
 * shown of the topic before, in any order.
 *
 * All servers at one revision use one number, whatever their releases write, so none of them undoes what another has
 * delivered. A change that any release can tell from its own bytes counts for all.
 */
export function judgeContent(state: TopicState, shown: readonly ShownContent[]): number {
  const contentAt = contentByRevision(shown);
  const contentOf = ({ revision }: ShownContent) => contentAt.get(revision) ?? revision;
  const known = contentAt.get(state.revision);
  if (known === undefined) {
    // Equal bytes are equal content, whoever wrote them. Whether other bytes are, nobody can tell yet.
    const [latest] = shown.filter(({ digest }) => digest === state.digest).sort((a, b) => b.revision - a.revision);
    return latest === undefined ? state.revision : contentOf(latest);
  }
  const own = shown.filter(
    (each) => each.generation === state.generation && each.revision !== state.revision && contentOf(each) === known,
  );
  const sawChange = own.length > 0 && own.every(({ digest }) => digest !== state.digest);
  return sawChange ? state.revision : known;
}

/** A change that one release sees counts for all: the greatest number of a revision holds. */
function contentByRevision(shown: readonly ShownContent[]): ReadonlyMap<number, number> {
  const contents = new Map<number, number>();
  for (const { revision, content } of shown) contents.set(revision, Math.max(content, contents.get(revision) ?? 0));
  return contents;
}
