/** The only tool for unpublished data, for the owner's own agent. */
import { Type } from "typebox";
import { CalendarDate, WITHHOLDING_REASONS, type WithholdingReason } from "../review/mod.ts";
import { defanged, fencedQuote, named, THIRD_PARTY } from "./escape_untrusted.ts";
import { defineTool, failed, type Tool } from "./tool.ts";

const OWN_REVIEW_STATES = ["withheld", "unverified", "unanswered"] as const;
type OwnReviewState = (typeof OWN_REVIEW_STATES)[number];

export interface OwnQuery {
  readonly standing: OwnReviewState;
  readonly reason: WithholdingReason | undefined;
  readonly maxRating: number | undefined;
  readonly since: CalendarDate | undefined;
  readonly until: CalendarDate | undefined;
  readonly limit: number;
  readonly skip: number;
}

interface OwnReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly source: string;
  readonly author: string;
  /** Null if it is published. */
  readonly withheld: WithholdingReason | null;
  readonly text: string;
}

/** Newest first, with the number of all matches. */
export type ListOwnReviews = (
  query: OwnQuery,
) => Promise<{ readonly total: number; readonly reviews: readonly OwnReview[] }>;

const MAX_LIMIT = 50;

export function listOwnReviews(list: ListOwnReviews): Tool {
  return defineTool({
    name: "list_own_reviews",
    title: "Reviews that need the owner's attention",
    description: `For the owner alone: reviews that are kept and not published (withheld, with the reason), those of them that wait for verification (unverified), or published ones without a reply (unanswered). Newest first. Withheld reviews are private: never quote them to anybody but the owner. ${THIRD_PARTY}`,
    input: Type.Object(
      {
        standing: Type.Unsafe<OwnReviewState>({
          type: "string",
          enum: [...OWN_REVIEW_STATES],
          description: "What they wait for",
        }),
        reason: Type.Optional(
          Type.Unsafe<WithholdingReason>({
            type: "string",
            enum: [...WITHHOLDING_REASONS],
            description: "Why they are withheld; with standing withheld only",
          }),
        ),
        max_rating: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 5, description: "Highest star rating, inclusive" }),
        ),
        since: Type.Optional({ ...CalendarDate, description: "First day, YYYY-MM-DD" }),
        until: Type.Optional({ ...CalendarDate, description: "Last day, YYYY-MM-DD" }),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: 20, description: "Maximum number of reviews" }),
        ),
        skip: Type.Optional(Type.Integer({ minimum: 0, description: "next_skip of the previous response" })),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({
      total: Type.Integer(),
      next_skip: Type.Union([Type.Integer(), Type.Null()], { description: "For the next page; null on the last" }),
      reviews: Type.Array(Type.Object({ id: Type.String(), date: Type.String() })),
    }),
    example: { standing: "unanswered", max_rating: 3 },
    async answer({ standing, reason, max_rating, since, until, limit = 20, skip = 0 }) {
      if (reason !== undefined && standing !== "withheld") return failed("reason needs standing withheld");
      const found = await list({ standing, reason, maxRating: max_rating, since, until, limit, skip });
      const reviews = found.reviews.map(shown);
      const end = skip + reviews.length;
      const next_skip = reviews.length > 0 && end < found.total ? end : null;
      const more = next_skip === null ? [] : [`more with skip ${next_skip}`];
      const lines = [`${reviews.length} of ${found.total} reviews`, ...reviews.map(lineOf), ...more];
      return { kind: "lean", value: { total: found.total, next_skip, reviews }, lines };
    },
  });
}

function shown({ id, date, rating, source, author, withheld, text }: OwnReview) {
  return {
    id,
    date,
    rating,
    source: defanged(source),
    author: named(author),
    ...(withheld !== null && { withheld }),
    ...(text !== "" && { text: fencedQuote(text) }),
  };
}

function lineOf({ id, date, rating, source, author, withheld, text }: ReturnType<typeof shown>): string {
  const head = [id, date, `${rating}/5`, source, author, withheld].filter((part) => part !== undefined).join(" | ");
  return text === undefined ? head : `${head} ${text}`;
}
