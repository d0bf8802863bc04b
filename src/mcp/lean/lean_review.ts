/**
 * A review in as few words as an agent needs: each fact once, nothing that is empty.
 *
 * @module
 */
import { Type } from "typebox";
import type { CalendarDate, Removal, Review } from "../../review/mod.ts";
import { harmless } from "../harmless.ts";
import { type Question, remembered } from "../question.ts";
import type { ToolAnswer } from "../tools/answer.ts";
import { append, type Cut, cut, defanged, inJson, quoted } from "./quoted.ts";

/** Schema of a review in an answer, lean or full: what both have. */
export const AnsweredReview = Type.Object(
  { id: Type.String(), date: Type.String() },
  {
    description:
      "Lean: also rating and author, and title, text (or translation, a machine's, where there is no text), technicians, services and reply where there are any. Full: as in /reviews.json",
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
  /** Where there is no text. */
  readonly translation?: string;
  readonly technicians?: readonly string[];
  readonly services?: readonly string[];
  readonly reply?: string;
}

/** The review in short; its words are fenced. */
export function leanReview(review: Review): LeanReview {
  const { id, date, rating, author, title, text, translation, mentions, reply } = review;
  const { technicians, services } = mentions;
  return {
    id,
    date,
    rating,
    author: defanged(author.name),
    ...(title !== null && { title: quoted(title) }),
    ...(text !== "" && { text: quoted(text) }),
    ...(text === "" && translation !== null && { translation: quoted(translation.text) }),
    ...(technicians.length > 0 && { technicians: technicians.map(defanged) }),
    ...(services.length > 0 && { services }),
    ...(reply !== null && { reply: quoted(reply.text) }),
  };
}

/** A review in a lean answer, written once for a publication: its value, and its line as it stands within JSON. */
interface WrittenReview {
  readonly json: Cut;
  readonly line: Cut;
}

/** Reviews that are kept as they were written, for one publication. */
const KEPT = 5000;

function writtenReview(ordinal: number, question: Question): WrittenReview {
  const kept = remembered(question, "lean reviews", () => new Map<number, WrittenReview>());
  const known = kept.get(ordinal);
  if (known) return known;
  const review = leanReview(question.publication.reviewAt(ordinal));
  const line = cut(inJson(harmless(reviewLine(review))));
  const written = { json: cut(harmless(JSON.stringify(review))), line };
  if (kept.size < KEPT) kept.set(ordinal, written);
  return written;
}

/** A page of reviews, with what an answer says around them. */
export interface ReviewsPage {
  readonly head: { readonly total: number; readonly next_cursor: string | null };
  readonly ordinals: readonly number[];
  readonly tail?: { readonly removed?: readonly Removal[] };
}

/** A lean page of reviews, as value and as lines of text. */
export function writtenPage({ head, ordinals, tail = {} }: ReviewsPage, question: Question): ToolAnswer {
  const { total, next_cursor } = head;
  const json = [`{${membersOf(head)},"reviews":[`];
  const text = [`${ordinals.length} of ${total} reviews`];
  let joint = "";
  for (const ordinal of ordinals) {
    const review = writtenReview(ordinal, question);
    append(json, [joint]);
    append(json, review.json);
    append(text, ["\\n"]);
    append(text, review.line);
    joint = ",";
  }
  const gone = (tail.removed ?? []).map(
    ({ id, removed_at }) => `${id} was taken down at ${removed_at}; do not quote it`,
  );
  const more = next_cursor === null ? [] : [`more with cursor ${next_cursor}`];
  append(json, [`]${membersOf(tail, ",")}}`]);
  append(text, [[...gone, ...more].map((line) => `\\n${inJson(harmless(line))}`).join("")]);
  return { kind: "written", json, text };
}

/** An object's members as harmless JSON text, after `joint` where there are any. */
function membersOf(value: object, joint = ""): string {
  const members = harmless(JSON.stringify(value)).slice(1, -1);
  return members === "" ? "" : joint + members;
}

/** The same as a line for hosts that show an answer's text only. */
export function reviewLine({
  id,
  date,
  rating,
  author,
  title,
  text,
  translation,
  technicians,
  services,
  reply,
}: LeanReview): string {
  const mentions = [...(technicians ?? []), ...(services ?? [])].join(", ");
  const head = [id, date, `${rating}/5`, author, mentions].filter((part) => part !== "").join(" | ");
  const words = [title, text, translation && `machine translation: ${translation}`, reply && `reply: ${reply}`].filter(
    (part) => part !== undefined,
  );
  return [head, ...words].join(" ");
}
