/**
 * The owner's word on copies, carried out: a review is its own, or two are one customer's, or are not.
 *
 * @module
 */
import { mayBeCopies } from "../review/copies/mod.ts";
import { comparable } from "./comparable.ts";
import { instantOfChange } from "./instants.ts";
import { joinLines, rejoin } from "./join_copies.ts";
import {
  type OwnersJoins,
  readOwnersJoins,
  saidAlone,
  saidJoined,
  saidParted,
  saveOwnersJoins,
} from "./owners_joins.ts";
import type { ReviewWrites } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";
import type { StoredReview } from "./stored_review.ts";

/** `split`: a review is its own. `join`: two are one customer's. `part`: two are different customers'. */
export type OwnersWordOnCopies =
  | { readonly kind: "split"; readonly id: string }
  | { readonly kind: "join" | "part"; readonly ids: readonly [string, string] };

/** Result of {@link sayOfCopies}. */
export type OwnersWordOutcome =
  | { readonly kind: "done"; readonly revision: number }
  /** It was said before. */
  | { readonly kind: "same" }
  /** Two reviews that no word can join: of one source, of different stars, or too many days apart. */
  | { readonly kind: "too_different" }
  | { readonly kind: "unknown"; readonly ids: readonly string[] };

/** Remembers what the owner says of copies, and joins or splits by it. Calling it twice changes nothing. */
export function sayOfCopies({ reviews }: Store, word: OwnersWordOnCopies): Promise<OwnersWordOutcome> {
  return reviews.write(async (writes): Promise<OwnersWordOutcome> => {
    const ids = word.kind === "split" ? [word.id] : word.ids;
    const found = await writes.reviewsById(ids, { withoutMentions: false, withoutLanguage: false });
    const unknown = ids.filter((id) => !found.some((review) => review.id === id));
    if (unknown.length > 0) return { kind: "unknown", ids: unknown };
    if (word.kind === "join" && !canBeJoined(found)) return { kind: "too_different" };
    return say(writes, { word, ids, found });
  });
}

interface Said {
  readonly word: OwnersWordOnCopies;
  readonly ids: readonly string[];
  readonly found: readonly StoredReview[];
}

async function say(writes: ReviewWrites, { word, ids, found }: Said): Promise<OwnersWordOutcome> {
  const before = await readOwnersJoins(writes);
  const after = afterWord(before, word);
  if (JSON.stringify(after) === JSON.stringify(before)) return { kind: "same" };
  await saveOwnersJoins(writes, after);
  const at = instantOfChange(writes.now, await writes.state());
  const joins = await rejoin(writes, found, at);
  const lines = ids.map((reviewId) => ({ reviewId, detail: { owner_says: word.kind, of: ids } }));
  const revision = await writes.recordChange({
    command: word.kind === "join" ? "join" : "split",
    at,
    lines: [...lines, ...joins.flatMap(joinLines)],
  });
  return { kind: "done", revision };
}

function afterWord(before: OwnersJoins, word: OwnersWordOnCopies): OwnersJoins {
  if (word.kind === "split") return saidAlone(before, word.id);
  const [one, other] = word.ids;
  return word.kind === "join" ? saidJoined(before, one, other) : saidParted(before, one, other);
}

function canBeJoined(found: readonly StoredReview[]): boolean {
  const [one, other] = found.map(comparable);
  return one !== undefined && other !== undefined && mayBeCopies(one, other);
}
