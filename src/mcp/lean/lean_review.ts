/**
 * A review in as few words as an agent needs: each fact once, nothing that is empty.
 *
 * @module
 */
import { Type } from "typebox";
import type { CalendarDate, Removal, Review } from "../../review/mod.ts";
import { defanged, quoted } from "./quoted.ts";

/** Schema of a review in an answer, lean or full: what both have. */
export const AnsweredReview = Type.Object(
  { id: Type.String(), date: Type.String() },
  {
    description:
      "Lean: also rating and author, and title, text, technicians, services and reply where there are any. Full: as in /reviews.json",
  },
);

/** A review in a lean answer. */
export interface LeanReview {
  readonly id: string;
  readonly date: CalendarDate;
  readonly rating: number;
  readonly author: string;
  readonly title?: string;
  readonly text?: string;
  readonly technicians?: readonly string[];
  readonly services?: readonly string[];
  readonly reply?: string;
}

/** The review in short; its words are fenced. */
export function leanReview({ id, date, rating, author, title, text, mentions, reply }: Review): LeanReview {
  const { technicians, services } = mentions;
  return {
    id,
    date,
    rating,
    author: defanged(author.name),
    ...(title !== null && { title: quoted(title) }),
    ...(text !== "" && { text: quoted(text) }),
    ...(technicians.length > 0 && { technicians: technicians.map(defanged) }),
    ...(services.length > 0 && { services }),
    ...(reply !== null && { reply: quoted(reply.text) }),
  };
}

/** A page of reviews as lines of text. */
export function pageLines(
  { total, next_cursor }: { readonly total: number; readonly next_cursor: string | null },
  reviews: readonly LeanReview[],
  removed: readonly Removal[] = [],
): string[] {
  const more = next_cursor === null ? [] : [`more with cursor ${next_cursor}`];
  const gone = removed.map(({ id, removed_at }) => `${id} was taken down at ${removed_at}; do not quote it`);
  return [`${reviews.length} of ${total} reviews`, ...reviews.map(reviewLine), ...gone, ...more];
}

/** The same as a line for hosts that show an answer's text only. */
export function reviewLine({
  id,
  date,
  rating,
  author,
  title,
  text,
  technicians,
  services,
  reply,
}: LeanReview): string {
  const mentions = [...(technicians ?? []), ...(services ?? [])].join(", ");
  const head = [id, date, `${rating}/5`, author, mentions].filter((part) => part !== "").join(" | ");
  const words = [title, text, reply && `reply: ${reply}`].filter((part) => part !== undefined);
  return [head, ...words].join(" ");
}
