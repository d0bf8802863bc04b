/**
 * The insights dataset as it is served: every figure beside the counts it rests on.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { CalendarDate, Distribution, ReviewId } from "../../review/mod.ts";
import { Transparency } from "./transparency.ts";

const closed = { additionalProperties: false } as const;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Unit = Type.Number({ minimum: -1, maximum: 1 });
const ShareOf = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Stars = Type.Number({ minimum: 1, maximum: 5 });

export const InsightLabel = Type.Enum(["positive", "mixed", "neutral", "negative"], {
  description: "Which way the votes go",
});
export const Confidence = Type.Enum(["high", "medium", "low", "none"], {
  description: "high from 30 reviews, medium from 10, low from 3, none below",
});
export const Direction = Type.Enum(["up", "down", "steady", "insufficient_data"], {
  description: "The 180 days before the newest review beside the 365 days before them",
});

export const Evidence = Type.Object(
  {
    review_id: ReviewId,
    quote: Type.String({ description: "Verbatim part of the review text" }),
    start: Count("Where the quote starts in the text, UTF-16 offset, inclusive"),
    end: Count("Where the quote ends in the text, UTF-16 offset, exclusive"),
    sentiment: Type.Number({ minimum: -1, maximum: 1, description: "Sentiment of the vote the quote stands for" }),
    rating: Type.Integer({ minimum: 1, maximum: 5, description: "Star rating of the review" }),
    date: CalendarDate,
  },
  { ...closed, description: "A quote that shows where a figure comes from" },
);
export type Evidence = Static<typeof Evidence>;

const EvidencePair = Type.Object(
  {
    positive: Type.Array(Evidence, { maxItems: 3, description: "Strongest praise, one quote a review" }),
    negative: Type.Array(Evidence, { maxItems: 3, description: "Strongest criticism, one quote a review" }),
  },
  { ...closed, description: "Quotes behind the figures" },
);
export type EvidencePair = Static<typeof EvidencePair>;

const counts = {
  positive_count: Count("Reviews whose vote is positive"),
  neutral_count: Count("Reviews whose vote is neutral"),
  negative_count: Count("Reviews whose vote is negative"),
  mixed_count: Count("Reviews that say both"),
};
const judgement = {
  sentiment: Nullable(Unit, "Mean vote, -1 to 1, drawn toward the overall mean by four votes; null under 3 reviews"),
  score: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), "round(50 + 50 x sentiment); null under 3 reviews"),
  label: Nullable(InsightLabel, "Which way the votes go; null under 3 reviews"),
};
const averageRating = Nullable(Stars, "Mean star rating of these reviews, two decimals; null when there are none");
const ratingImpact = Nullable(
  Type.Number({ minimum: -4, maximum: 4 }),
  "Mean rating of these reviews minus that of the others; null unless both are at least 5",
);

const periodFields = {
  period: Type.String({ description: "Calendar quarter (2026-Q1) or month (2026-01), UTC" }),
  from: { ...CalendarDate, description: "First day of the period" },
  to: { ...CalendarDate, description: "Last day of the period" },
  review_count: Count("Reviews dated in the period"),
  average_rating: averageRating,
  sentiment: Nullable(Unit, "Mean vote of the period, -1 to 1; null without votes"),
};
export const Period = Type.Object(periodFields, { ...closed, description: "One period of a trend" });
export type Period = Static<typeof Period>;
const AspectPeriod = Type.Object(
  { ...periodFields, mention_count: Count("Mentions in the period") },
  { ...closed, description: "One period of an aspect's trend" },
);

export const AspectInsight = Type.Object(
  {
    id: Type.String({ description: "Stable id of the aspect" }),
    name: Type.String({ description: "Name as shown" }),
    review_count: Count("Reviews that mention the aspect: one vote each"),
    mention_count: Count("Mentions in all, several a review"),
    share: ShareOf("Share of the analysed reviews that mention it"),
    ...counts,
    positive_share: Nullable(Type.Number({ minimum: 0, maximum: 1 }), "positive / (positive + negative + mixed)"),
    ...judgement,
    confidence: Confidence,
    average_rating: averageRating,
    rating_impact: ratingImpact,
    direction: Direction,
    trend: Type.Array(AspectPeriod, { maxItems: 12, description: "At most 12 periods, the empty ones included" }),
    phrases: Type.Array(
      Type.Object(
        {
          text: Type.String({ description: "Words of the reviews, lower case" }),
          count: Count("Reviews that use them"),
          sentiment: Type.Number({ minimum: -1, maximum: 1, description: "Mean sentiment where they are used" }),
        },
        { ...closed, description: "An expression often used about the aspect" },
      ),
      { maxItems: 8, description: "The commonest expressions" },
    ),
    evidence: EvidencePair,
  },
  { ...closed, description: "What reviews say about one aspect of the service" },
);
export type AspectInsight = Static<typeof AspectInsight>;

const entityFields = {
  id: Type.String({ description: "Id in the catalog" }),
  name: Type.String({ description: "Name in the catalog" }),
  review_count: Count("Reviews that mention it"),
  ...judgement,
  confidence: Confidence,
  average_rating: averageRating,
  ...counts,
  aspects: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: "Id of the aspect" }),
        review_count: Count("Reviews that mention both"),
        positive_share: Nullable(Type.Number({ minimum: 0, maximum: 1 }), "positive / (positive + negative + mixed)"),
      },
      { ...closed, description: "An aspect in the reviews that mention it" },
    ),
    { maxItems: 12, description: "Aspects of the reviews that mention it, most mentioned first" },
  ),
  last_mentioned: Nullable(CalendarDate, "Date of the newest review that mentions it"),
  match: Type.Object(
    {
      structured: Count("Mentions given by the import"),
      text: Count("Mentions found in the text"),
    },
    { ...closed, description: "Where the mentions come from" },
  ),
  evidence: EvidencePair,
};
export const EntityInsight = Type.Object(entityFields, { ...closed, description: "What reviews say about an entity" });
export type EntityInsight = Static<typeof EntityInsight>;
export const TechnicianInsight = Type.Object(
  {
    ...entityFields,
    ambiguous_count: Count("Reviews with a first name that several technicians share, credited to nobody"),
  },
  { ...closed, description: "What reviews say about a technician who may be named in public" },
);
export type TechnicianInsight = Static<typeof TechnicianInsight>;

export const TopicInsight = Type.Object(
  {
    id: Type.String({ description: "The topic's words joined by hyphens" }),
    name: Type.String({ description: "The topic in the reviewers' own words" }),
    review_count: Count("Reviews that mention it, equal texts once"),
    share: ShareOf("Share of the analysed reviews that mention it"),
    sentiment: Nullable(Unit, "Mean sentiment around the mentions"),
    label: Nullable(InsightLabel, "Which way it goes"),
    average_rating: averageRating,
    rating_impact: ratingImpact,
    direction: Direction,
    aspect_id: Nullable(Type.String(), "Aspect it belongs to, if any"),
    service_id: Nullable(Type.String(), "Service it belongs to, if any"),
    evidence: EvidencePair,
  },
  { ...closed, description: "Something reviewers keep mentioning, found in their words" },
);
export type TopicInsight = Static<typeof TopicInsight>;

const AnswerSource = Type.Enum(["reviews", "owner"], {
  description: "Computed from the reviews, or the owner's words",
});
const ReviewIds = Type.Array(ReviewId, {
  maxItems: 20,
  description: "Up to 20 of the reviews it rests on, newest first",
});

export const FaqEntry = Type.Object(
  {
    id: Type.String({ description: "Stable id of the question" }),
    question: Type.String({ description: "The question" }),
    answer: Type.String({ description: "The answer, with its counts" }),
    source: AnswerSource,
    basis: Type.Object(
      { review_count: Count("Reviews that speak to it"), positive_count: Count("Of these, positive") },
      { ...closed, description: "What the answer rests on" },
    ),
    review_ids: ReviewIds,
    generated: Nullable(Type.String(), "The computed answer that the owner's replaces; null when there is none"),
  },
  { ...closed, description: "A question that the reviews answer" },
);
export type FaqEntry = Static<typeof FaqEntry>;

export const Statement = Type.Object(
  {
    text: Type.String({ description: "One sentence" }),
    kind: Type.Enum(["base", "strength", "entity", "improvement", "trend", "limit"], { description: "What it tells" }),
    ref: Type.String({ description: "Where its figures stand in this document" }),
    review_count: Count("Reviews it rests on"),
    review_ids: ReviewIds,
  },
  { ...closed, description: "A sentence of the summary, with its receipts" },
);
export type Statement = Static<typeof Statement>;

export const Summary = Type.Object(
  {
    source: AnswerSource,
    headline: Type.String({ description: "One line" }),
    text: Type.String({ description: "Three to six sentences" }),
    generated: Nullable(
      Type.Object(
        { headline: Type.String({ description: "One line" }), text: Type.String({ description: "The sentences" }) },
        { ...closed, description: "The computed summary" },
      ),
      "The computed summary that the owner's replaces; null when it is the one shown",
    ),
    statements: Type.Array(Statement, { description: "The computed sentences one by one" }),
    strengths: Type.Array(Type.String(), { description: "Aspects most praised, by lower Wilson bound" }),
    improvements: Type.Array(Type.String(), { description: "Aspects most criticised" }),
  },
  { ...closed, description: "What the reviews say, in short" },
);
export type Summary = Static<typeof Summary>;

const Overall = Type.Object(
  {
    average_rating: averageRating,
    rating_distribution: Distribution,
    ...judgement,
    ...counts,
    trend: Type.Array(Period, { maxItems: 12, description: "At most 12 periods, the empty ones included" }),
    direction: Direction,
  },
  { ...closed, description: "All reviews together" },
);

const Input = Type.Object(
  {
    review_count: Count("Published reviews"),
    text_count: Count("Of these, with text"),
    analyzed_count: Count("Of these, in a language that is analysed"),
    rating_only_count: Count("Published reviews without text"),
    non_english_count: Count("Reviews in other languages: counted and rated, not analysed"),
    languages: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description: "Other languages and how many reviews are in them; und is unknown",
    }),
    truncated_count: Count("Reviews longer than 8,000 characters, analysed to there"),
    corrections: Count("Votes corrected by the owner"),
    first_date: Nullable(CalendarDate, "Date of the oldest review"),
    last_date: Nullable(CalendarDate, "Date of the newest review"),
  },
  { ...closed, description: "What the figures were computed from" },
);

const Methodology = Type.Object(
  {
    thresholds: Type.Object(
      {
        min_reviews: Count("Reviews needed for a judgement"),
        faq_min_reviews: Count("Reviews needed for an answer"),
      },
      { ...closed, description: "Least numbers" },
    ),
    hidden_aspects: Type.Array(Type.String(), { description: "Aspects the owner does not show" }),
    notes: Type.String({ description: "How it is done and what it cannot do" }),
  },
  { ...closed, description: "How the figures come about" },
);

export const InsightsDataset = Type.Object(
  {
    schema_version: Type.Literal(1, { description: "Raised when the shape changes in a breaking way" }),
    business: Type.Object(
      {
        id: Type.String({ description: "Id made of the name" }),
        name: Type.String({ description: "Public name" }),
      },
      { ...closed, description: "The business the reviews are about" },
    ),
    as_of: Nullable(Type.String({ format: "date-time" }), "Noon UTC of the newest review's date; null without reviews"),
    revision: Type.String({ description: "Digest of engine, catalog, overrides and reviews: equal means equal" }),
    engine: Type.Object(
      {
        name: Type.String({ description: "Name of the engine" }),
        version: Type.String({ description: "Version of the rules" }),
        lexicon: Type.String({ description: "Word lists in use" }),
        language: Type.String({ description: "Language that is analysed, BCP 47" }),
      },
      { ...closed, description: "What computed the figures: rules, no model, no network" },
    ),
    input: Input,
    overall: Overall,
    aspects: Type.Array(AspectInsight, { description: "The twelve aspects, the hidden ones left out" }),
    entities: Type.Object(
      {
        technicians: Type.Array(TechnicianInsight, { description: "Technicians who may be named in public" }),
        services: Type.Array(EntityInsight, { description: "Services of the catalog" }),
        service_areas: Type.Array(EntityInsight, { description: "Areas of the catalog" }),
      },
      { ...closed, description: "People, services and places of the catalog" },
    ),
    topics: Type.Array(TopicInsight, { maxItems: 20, description: "What reviewers keep mentioning" }),
    faq: Type.Array(FaqEntry, { description: "Questions and answers" }),
    summary: Summary,
    transparency: Transparency,
    methodology: Methodology,
  },
  { ...closed, description: "Insights computed from the published reviews" },
);
export type InsightsDataset = Static<typeof InsightsDataset>;
