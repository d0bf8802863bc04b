import { answerJson, SearchAnswer, type SearchHint, SearchQuery, searchAnswer } from "../../publication/mod.ts";
import { defineTool } from "./tool.ts";

/** The search of the REST interface as a tool, one page at a time. */
export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description:
    "Reviews that match all filters given, in the order of sort, in full, with the total of matches. Without filters: the newest reviews. A page may hold fewer reviews than limit; go on with next_cursor and the same filters until it is null.",
  input: SearchQuery,
  output: SearchAnswer,
  example: { min_rating: 4, query: "on time", limit: 5 },
  answer(query, { publication, limits }) {
    const answer = searchAnswer(publication, query, limits.maxAnswerBytes - HEAD_BYTES);
    return { kind: "answered", json: answerJson(publication, answer), hint: hintsInWords(answer.head.hints) };
  },
});

/** Room for what stands around the reviews of an answer. */
export const HEAD_BYTES = 512;

/** Hints as one paragraph for hosts that show the text alone. */
function hintsInWords(hints: readonly SearchHint[]): string | undefined {
  return hints.length === 0 ? undefined : hints.map(({ message }) => `${message}.`).join(" ");
}
