import { Type } from "typebox";
import type { Publication } from "../../publication/mod.ts";
import { Review, ReviewId } from "../../review/mod.ts";
import { defineTool, failed, type ToolAnswer } from "./tool.ts";

/** One review by id; fails for ids that are not published. */
export const getReview = defineTool({
  name: "get_review",
  title: "One review",
  description:
    "One review by its id, in full: text, rating, how it was verified, and the business's reply. The id of a copy at another site answers with the review that counts, and says so.",
  input: Type.Object(
    { id: { ...ReviewId, description: "Id of the review, from another answer" } },
    { additionalProperties: false },
  ),
  output: Review,
  example: { id: "r_123" },
  answer: ({ id }, { publication }) => reviewAnswer(publication, id),
});

function reviewAnswer(publication: Publication, id: string): ToolAnswer {
  const counted = publication.countedFor(id);
  const ordinal = publication.ordinalOf(counted ?? id);
  if (ordinal !== null) {
    const json = new TextDecoder().decode(publication.reviewBytesAt(ordinal));
    return { kind: "answered", json, hint: counted === null ? undefined : copyHint(id, counted) };
  }
  const removal = publication.removalOf(id);
  if (removal) return failed(`Review ${id} was taken down at ${removal.removed_at}; do not quote it`);
  return failed(`No review has the id ${id}; search_reviews finds reviews and their ids`);
}

function copyHint(id: string, counted: string): string {
  return `${id} is a copy of the same customer's review at another site. It counts once, as ${counted}, which is shown here; also_at lists the other sites.`;
}
