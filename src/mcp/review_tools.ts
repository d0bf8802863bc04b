import { Type } from "typebox";
import { aspectOfWords } from "../insights/mod.ts";
import { memo } from "../memo.ts";
import {
  answerJson,
  type Publication,
  SearchAnswer,
  type SearchHint,
  SearchQuery,
  searchAnswer,
  sincePage,
} from "../publication/mod.ts";
import { CalendarDate, Removal, type Review, ReviewId } from "../review/mod.ts";
import { defanged, fencedQuote, knownNames, named, THIRD_PARTY } from "./escape_untrusted.ts";
import {
  answered,
  Detail,
  defineTool,
  type Failed,
  failed,
  type McpContext,
  type McpLimits,
  reviewUrl,
  type ToolAnswer,
} from "./tool.ts";

const AnsweredReview = Type.Object(
  { id: Type.String(), date: Type.String() },
  {
    description:
      "Lean: also rating and author, and title, text (or translation, a machine's, where there is no text), technicians, services and reply where there are any. Full: as in /reviews.json",
  },
);

/** A full review has its own URL. */
const ReviewUrl = Type.Optional(Type.String({ description: "Address to cite a review by, with its id for {id}" }));

type LeanReview = ReturnType<typeof leanReview>;

/** Texts are fenced, and so are names that are not in the catalog. */
function leanReview(review: Review, known: ReadonlySet<string>) {
  const { id, date, rating, author, title, text, translation, mentions, reply } = review;
  const { technicians, services } = mentions;
  return {
    id,
    date,
    rating,
    author: named(author.name),
    ...(title !== null && { title: fencedQuote(title) }),
    ...(text !== "" && { text: fencedQuote(text) }),
    ...(text === "" && translation !== null && { translation: fencedQuote(translation.text) }),
    ...(technicians.length > 0 && { technicians: technicians.map((name) => named(name, known)) }),
    ...(services.length > 0 && { services: services.map((name) => named(name, known)) }),
    ...(reply !== null && { reply: fencedQuote(reply.text) }),
  };
}

export function namesKnownTo(context: McpContext): ReadonlySet<string> {
  return memo(context, "known names", () => knownNames(context.publication.business));
}

/** Per publication. */
const KEPT = 5000;

function leanReviewAt(ordinal: number, context: McpContext): LeanReview {
  const kept = memo(context, "lean reviews", () => new Map<number, LeanReview>());
  const known = kept.get(ordinal);
  if (known) return known;
  const review = leanReview(context.publication.reviewAt(ordinal), namesKnownTo(context));
  if (kept.size < KEPT) kept.set(ordinal, review);
  return review;
}

interface ReviewsPage {
  readonly head: { readonly total: number; readonly next_cursor: string | null };
  readonly ordinals: readonly number[];
  readonly tail?: { readonly removed?: readonly Removal[] };
}

function leanPage({ head, ordinals, tail = {} }: ReviewsPage, context: McpContext): ToolAnswer {
  const { total, next_cursor } = head;
  const cited = ordinals.length === 0 ? {} : { review_url: reviewUrl(context) };
  const reviews = ordinals.map((ordinal) => leanReviewAt(ordinal, context));
  const gone = (tail.removed ?? []).map((removal) => `${describeAbsence(removal)}; do not quote it`);
  const more = next_cursor === null ? [] : [`more with cursor ${next_cursor}`];
  return {
    kind: "lean",
    value: { ...head, ...cited, reviews, ...tail },
    lines: [`${reviews.length} of ${total} reviews`, ...reviews.map(reviewLine), ...gone, ...more],
  };
}

/** Line for hosts that show only text. */
function reviewLine({
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

const { properties: FILTERS, required: _none, type: _object, ...TOGETHER } = SearchQuery;

export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description: `Reviews that match all filters given, in the order of sort, with the total of matches. Without filters: the newest reviews. Search with words as a person would ask; query is for an exact phrase. A page may hold fewer reviews than limit; go on with next_cursor and the same filters until it is null. ${THIRD_PARTY}`,
  input: Type.Object({ ...FILTERS, detail: Detail }, TOGETHER),
  output: Type.Object({ ...SearchAnswer.properties, review_url: ReviewUrl, reviews: Type.Array(AnsweredReview) }),
  view: "reviews",
  example: { min_rating: 4, words: "on time", limit: 5 },
  answer({ detail, ...query }, context) {
    const { publication, limits } = context;
    const answer = searchAnswer(publication, query, searchOptions(limits));
    const hint = describeHints(answer.head.hints);
    if (detail === "full") return { kind: "full", json: answerJson(publication, answer), isQuoting: true, hint };
    return { ...leanPage(answer, context), hint };
  },
});

/** Room for the other members of a response with reviews. */
export const HEAD_BYTES = 512;

/** Options of a search whose response must fit into a result. */
export function searchOptions({ maxAnswerBytes }: McpLimits) {
  return { aspectOf: aspectOfWords, maxBytes: maxAnswerBytes - HEAD_BYTES };
}

/** Hints for hosts that show only text. */
export function describeHints(hints: readonly SearchHint[]): string | undefined {
  return hints.length === 0 ? undefined : hints.map(({ message }) => `${defanged(message)}.`).join(" ");
}

const MAX_LIMIT = 100;

const Answer = Type.Object({
  since: CalendarDate,
  count: Type.Integer({ description: "Reviews in this response" }),
  total: Type.Integer({ description: "Reviews dated on or after the date, across all pages" }),
  next_cursor: Type.Union([Type.String(), Type.Null()], { description: "For the next page; null on the last" }),
  revision: Type.String(),
  review_url: ReviewUrl,
  reviews: Type.Array(AnsweredReview, { description: "Newest first" }),
  removed: Type.Array(Removal, { description: "Reviews taken down on or after the date; forget them" }),
});

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
  answer({ date, limit = MAX_LIMIT, cursor, detail }, context) {
    const { publication, limits } = context;
    const page = sincePage(publication, date, { limit, cursor, maxBytes: limits.maxAnswerBytes - HEAD_BYTES });
    if (detail === "full") return { kind: "full", json: answerJson(publication, page), isQuoting: true };
    return leanPage(page, context);
  },
});

export const getReview = defineTool({
  name: "get_review",
  title: "One review",
  description: `One review by its id: text, rating and the business's reply; in full also how it was verified and how it was judged. For the id of a copy at another site, returns the review that counts, with a note. ${THIRD_PARTY}`,
  input: Type.Object(
    { id: { ...ReviewId, description: "Id of the review, from another answer" }, detail: Detail },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...AnsweredReview.properties, url: Type.String(), revision: Type.String() }),
  example: { id: "r_123" },
  answer: ({ id, detail }, context) => reviewAnswer(context, id, detail === "full"),
});

function reviewAnswer(context: McpContext, id: string, isFull: boolean): ToolAnswer {
  const found = getReviewOrCounted(context, id);
  if (found.kind === "failed") return found;
  const { review, hint } = found;
  const revision = context.publication.contentDigest;
  if (isFull) return { ...answered({ ...review, revision }, hint), isQuoting: true };
  const lean = leanReview(review, namesKnownTo(context));
  const value = { ...lean, url: reviewUrl(context).replace("{id}", lean.id), revision };
  return { kind: "lean", value, lines: [reviewLine(lean), value.url], hint };
}

/** The review itself, or for a copy the review that counts, with a hint. */
export function getReviewOrCounted(
  { publication }: McpContext,
  id: string,
): Failed | { readonly kind: "found"; readonly review: Review; readonly hint: string | undefined } {
  const counted = publication.countedFor(id);
  const ordinal = publication.ordinalOf(counted ?? id);
  if (ordinal === null) return failed(missing(publication, id));
  const hint = counted === null ? undefined : copyHint(id, counted);
  return { kind: "found", review: publication.reviewAt(ordinal), hint };
}

function describeAbsence({ id, removed_at, by }: Removal): string {
  return `${id} was ${by === "author" ? "withdrawn by its author" : "taken down"} at ${removed_at}`;
}

function missing(publication: Publication, id: string): string {
  const removal = publication.removalOf(id);
  if (removal) return `Review ${describeAbsence(removal)}; do not quote it`;
  return `No review has the id ${id}; search_reviews finds reviews and their ids`;
}

function copyHint(id: string, counted: string): string {
  return `${id} is a copy of the same customer's review at another site. It counts once, as ${counted}, which is shown here; also_at lists the other sites.`;
}
