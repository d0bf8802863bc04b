import { Type } from "typebox";
import type { Publication } from "../../publication/mod.ts";
import { ReviewId } from "../../review/mod.ts";
import { AnsweredReview, leanReview, reviewLine } from "../lean/lean_review.ts";
import { THIRD_PARTY } from "../lean/quoted.ts";
import type { ToolAnswer } from "./answer.ts";
import { Detail, defineTool, failed } from "./tool.ts";

/** One review by id; fails for ids that are not published. */
export const getReview = defineTool({
  name: "get_review",
  title: "One review",
  description: `One review by its id: text, rating and the business's reply; in full also how it was verified and how it was judged. The id of a copy at another site answers with the review that counts, and says so. ${THIRD_PARTY}`,
  input: Type.Object(
    { id: { ...ReviewId, description: "Id of the review, from another answer" }, detail: Detail },
    { additionalProperties: false },
  ),
  output: AnsweredReview,
  example: { id: "r_123" },
  answer: ({ id, detail }, { publication }) => reviewAnswer(publication, id, detail === "full"),
});

function reviewAnswer(publication: Publication, id: string, isFull: boolean): ToolAnswer {
  const counted = publication.countedFor(id);
  const ordinal = publication.ordinalOf(counted ?? id);
  if (ordinal === null) return failed(missing(publication, id));
  const hint = counted === null ? undefined : copyHint(id, counted);
  if (isFull) return { kind: "full", json: new TextDecoder().decode(publication.reviewBytesAt(ordinal)), hint };
  const value = leanReview(publication.reviewAt(ordinal));
  return { kind: "lean", value, lines: [reviewLine(value)], hint };
}

function missing(publication: Publication, id: string): string {
  const removal = publication.removalOf(id);
  if (removal) return `Review ${id} was taken down at ${removal.removed_at}; do not quote it`;
  return `No review has the id ${id}; search_reviews finds reviews and their ids`;
}

function copyHint(id: string, counted: string): string {
  return `${id} is a copy of the same customer's review at another site. It counts once, as ${counted}, which is shown here; also_at lists the other sites.`;
}
