import { Type } from "typebox";
import { answerJson, sincePage } from "../../publication/mod.ts";
import { CalendarDate, Removal } from "../../review/mod.ts";
import { AnsweredReview, writtenPage } from "../lean/lean_review.ts";
import { THIRD_PARTY } from "../lean/quoted.ts";
import { HEAD_BYTES } from "./search_reviews.ts";
import { Detail, defineTool } from "./tool.ts";

const MAX_LIMIT = 100;

const Answer = Type.Object({
  since: CalendarDate,
  count: Type.Integer({ description: "Reviews in this response" }),
  total: Type.Integer({ description: "Reviews dated on or after the date, across all pages" }),
  next_cursor: Type.Union([Type.String(), Type.Null()], { description: "For the next page; null on the last" }),
  revision: Type.String(),
  reviews: Type.Array(AnsweredReview, { description: "Newest first" }),
  removed: Type.Array(Removal, { description: "Reviews taken down on or after the date; forget them" }),
});

/** Reviews since a date, and the ids removed since then. */
export const getReviewsSince = defineTool({
  name: "get_reviews_since",
  title: "Reviews since a date",
  description: `All reviews dated on or after a date, newest first, and the ids of reviews that were taken down since. By the reviews' own dates: edits of older reviews, replies to them and late imports are missing. Use search_reviews to look for something. ${THIRD_PARTY}`,
  input: Type.Object(
    {
      date: { ...CalendarDate, description: "First day, YYYY-MM-DD" },
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIMIT,
          default: MAX_LIMIT,
          description: "Maximum number of reviews to return",
        }),
      ),
      cursor: Type.Optional(
        Type.String({ maxLength: 200, description: "next_cursor of the previous response; keep date the same" }),
      ),
      detail: Detail,
    },
    { additionalProperties: false },
  ),
  output: Answer,
  example: { date: "2026-01-01" },
  answer({ date, limit = MAX_LIMIT, cursor, detail }, question) {
    const { publication, limits } = question;
    const page = sincePage(publication, date, { limit, cursor, maxBytes: limits.maxAnswerBytes - HEAD_BYTES });
    if (detail === "full") return { kind: "full", json: answerJson(publication, page) };
    return writtenPage(page, question);
  },
});
