import { Type } from "typebox";
import { answerJson, SearchAnswer, type SearchHint, SearchQuery, searchAnswer } from "../../publication/mod.ts";
import { AnsweredReview, writtenPage } from "../lean/lean_review.ts";
import { THIRD_PARTY } from "../lean/quoted.ts";
import { Detail, defineTool } from "./tool.ts";

const { properties: FILTERS, required: _none, type: _object, ...TOGETHER } = SearchQuery;

/** The search of the REST interface as a tool, one page at a time. */
export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description: `Reviews that match all filters given, in the order of sort, with the total of matches. Without filters: the newest reviews. A page may hold fewer reviews than limit; go on with next_cursor and the same filters until it is null. ${THIRD_PARTY}`,
  input: Type.Object({ ...FILTERS, detail: Detail }, TOGETHER),
  output: Type.Object({ ...SearchAnswer.properties, reviews: Type.Array(AnsweredReview) }),
  view: "reviews",
  example: { min_rating: 4, query: "on time", limit: 5 },
  answer({ detail, ...query }, question) {
    const { publication, limits } = question;
    const answer = searchAnswer(publication, query, limits.maxAnswerBytes - HEAD_BYTES);
    const hint = hintsInWords(answer.head.hints);
    if (detail === "full") return { kind: "full", json: answerJson(publication, answer), hint };
    return { ...writtenPage(answer, question), hint };
  },
});

/** Room for what stands around the reviews of an answer. */
export const HEAD_BYTES = 512;

/** Hints as one paragraph for hosts that show the text alone; undefined without any. */
export function hintsInWords(hints: readonly SearchHint[]): string | undefined {
  return hints.length === 0 ? undefined : hints.map(({ message }) => `${message}.`).join(" ");
}
