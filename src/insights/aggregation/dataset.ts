/** The insights dataset as it is served: every figure beside the counts it rests on. */
import { type Static, Type } from "typebox";
import { CalendarDate, ContentRevision, DatePrecision, Distribution, ReviewId } from "../../review/mod.ts";
import { Interval, Transparency, WithheldForReason, WithheldIntervals, WithheldShares } from "./transparency.ts";

const closed = { additionalProperties: false } as const;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const Unit = Type.Number({ minimum: -1, maximum: 1 });
const ShareOf = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Stars = Type.Number({ minimum: 1, maximum: 5 });

/** What cannot be recomputed from outside. */
const OWN = "by the engine's own reading, which /reviews.json does not show";

const Href = (what: string) =>
  Type.String({ description: `A search of ${what}: its \`total\` is this count`, examples: [EXAMPLE_HREF] });
const EXAMPLE_HREF = "https://reviews.example.com/api/reviews/search?mentions_aspect=speed&sentiment=negative";

const NullableShare = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 1 }), description);
const NullableInterval = (description: string) => Nullable(Interval, description);

export const Figure = Type.Object(
  {
    value: Count("The number of reviews, as the text has it"),
    href: Nullable(
      Href("these reviews"),
      "A search whose `total` is the value; null for reviews that are not published",
    ),
  },
  { ...closed, description: "A number of reviews in a sentence, with the search that finds them" },
);
export type Figure = Static<typeof Figure>;

const InsightLabel = Type.Enum(["positive", "mixed", "neutral", "negative"], {
  description: "Which way the judgements go",
});
const Confidence = Type.Enum(["high", "medium", "low", "none"], {
  description: "high from 30 reviews, medium from 10, low from 3, none below",
});
const Direction = Type.Enum(["up", "down", "no_clear_change", "insufficient_data"], {
  description:
    "The 180 days before the newest review beside the 365 days before them; up and down only where a test holds",
});

export const Evidence = Type.Object(
  {
    review_id: ReviewId,
    quote: Type.String({ description: "Verbatim part of the review text" }),
    start: Count("Where the quote starts in the text, UTF-16 offset, inclusive"),
    end: Count("Where the quote ends in the text, UTF-16 offset, exclusive"),
    certainty: Type.Number({ minimum: 0, maximum: 1, description: "Probability that a careful reader agrees" }),
    language: Type.String({ description: "Language of the quote as it was read, BCP 47; und if it is unknown" }),
    rating: Type.Integer({ minimum: 1, maximum: 5, description: "Star rating of the review" }),
    date: CalendarDate,
    date_precision: DatePrecision,
  },
  { ...closed, description: "A quote that shows where a figure comes from" },
);
export type Evidence = Static<typeof Evidence>;

const EvidencePair = Type.Object(
  {
    positive: Type.Array(Evidence, { maxItems: 3, description: "Clearest praise, one quote an author" }),
    negative: Type.Array(Evidence, { maxItems: 3, description: "Clearest criticism, one quote an author" }),
  },
  { ...closed, description: "Quotes behind the figures" },
);
export type EvidencePair = Static<typeof EvidencePair>;

/** How judgements fall, with their searches; `review_count` is the one denominator of every share. */
const sides = {
  positive_count: Count("Of these reviews, those that praise it"),
  positive_href: Href("them"),
  negative_count: Count("Of these reviews, those that criticise it"),
  negative_href: Href("them"),
  mixed_count: Count("Of these reviews, those that both praise and criticise it"),
  mixed_href: Href("them"),
  unclear_count: Count("Of these reviews, those that take no clear side"),
  unclear_href: Href("them"),
  positive_share: NullableShare("positive_count / review_count"),
  positive_interval: NullableInterval("Interval of positive_share"),
  negative_share: NullableShare("negative_count / review_count"),
  negative_interval: NullableInterval("Interval of negative_share"),
};
const averageRating = Nullable(Stars, "Their mean stars, two decimals; null without any");
const ratingImpact = Nullable(
  Type.Number({ minimum: -4, maximum: 4 }),
  "Mean rating of these reviews minus that of the others; null where no test holds",
);

const periodFields = {
  period: Type.String({ description: "Calendar quarter (2026-Q1) or month (2026-01), UTC" }),
  from: { ...CalendarDate, description: "First day of the period" },
  to: { ...CalendarDate, description: "Last day of the period" },
  review_count: Count("Reviews dated in the period"),
  href: Href("them"),
  average_rating: averageRating,
};
const Period = Type.Object(periodFields, { ...closed, description: "One period of a trend" });
const AspectPeriod = Type.Object(
  { ...periodFields, sentiment: Nullable(Unit, "(positive - negative) / review_count of the period") },
  { ...closed, description: "One period of an aspect's trend" },
);

const Phrase = Type.Object(
  {
    text: Type.String({ description: "Words of the reviews in the language of this document, lower case" }),
    count: Count("Reviews that mention the aspect and contain these words"),
    href: Href("them"),
  },
  { ...closed, description: "An expression often used about the aspect" },
);

export const AspectInsight = Type.Object(
  {
    id: Type.String({ description: "Stable id of the aspect" }),
    name: Type.String({ description: "Name as shown" }),
    review_count: Count("Reviews that mention the aspect"),
    href: Href("them"),
    share: ShareOf("review_count of all published reviews"),
    share_interval: NullableInterval("Interval of share"),
    ...sides,
    sentiment: Nullable(
      Unit,
      "(positive - negative + 4 x that of all judgements) / (review_count + 4); null under 3 reviews",
    ),
    score: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), "round(50 + 50 x sentiment); null under 3 reviews"),
    label: Nullable(InsightLabel, "Which way the judgements go; null under 3 reviews"),
    confidence: Confidence,
    average_rating: averageRating,
    rating_impact: ratingImpact,
    direction: Direction,
    trend: Type.Array(AspectPeriod, { maxItems: 12, description: "At most 12 periods, the empty ones included" }),
    phrases: Type.Array(Phrase, { maxItems: 5, description: "The commonest expressions" }),
    evidence: EvidencePair,
  },
  { ...closed, description: "The figures of one aspect of the service" },
);
export type AspectInsight = Static<typeof AspectInsight>;

const entityFields = {
  id: Type.String({ description: "Id in the catalog" }),
  name: Type.String({ description: "Name in the catalog" }),
  review_count: Count("Reviews that mention it"),
  href: Href("them"),
  share: ShareOf("review_count of all published reviews"),
  share_interval: NullableInterval("Interval of share"),
  confidence: Confidence,
  average_rating: averageRating,
  rating_impact: ratingImpact,
  direction: Direction,
  last_mentioned: Nullable(CalendarDate, "Date of the newest review that mentions it"),
  last_mentioned_precision: DatePrecision,
  evidence: EvidencePair,
};
const EntityAspect = Type.Object(
  {
    id: Type.String({ description: "Id of the aspect" }),
    review_count: Count("Reviews that mention both"),
    href: Href("them"),
    positive_count: sides.positive_count,
    positive_href: sides.positive_href,
    negative_count: sides.negative_count,
    negative_href: sides.negative_href,
    positive_share: sides.positive_share,
    positive_interval: sides.positive_interval,
  },
  { ...closed, description: "An aspect in the reviews that mention a service or area, from 3 of them on" },
);
export const EntityInsight = Type.Object(
  {
    ...entityFields,
    aspects: Type.Array(EntityAspect, { maxItems: 12, description: "Most mentioned first" }),
  },
  { ...closed, description: "The figures of a service or an area" },
);
export type EntityInsight = Static<typeof EntityInsight>;
export const TechnicianInsight = Type.Object(
  {
    ...entityFields,
    ambiguous_count: Count(`Reviews with a first name that several technicians share, not credited, ${OWN}`),
  },
  {
    ...closed,
    description:
      "A technician who may be named in public: stars of the reviews, and words of the clauses, that name them; in fewer than five reviews their number alone",
  },
);
export type TechnicianInsight = Static<typeof TechnicianInsight>;

export const TopicInsight = Type.Object(
  {
    id: Type.String({ description: "The topic's words joined by hyphens" }),
    name: Type.String({ description: "The topic in the reviewers' own words" }),
    review_count: Count("Reviews whose text holds these words"),
    href: Href("them"),
    share: ShareOf("review_count of all published reviews"),
    share_interval: NullableInterval("Interval of share"),
    average_rating: averageRating,
    rating_impact: ratingImpact,
    direction: Direction,
    aspect_id: Nullable(Type.String(), "Aspect it belongs to, if any"),
    evidence: EvidencePair,
  },
  { ...closed, description: "Something reviewers keep mentioning, found in their words" },
);
export type TopicInsight = Static<typeof TopicInsight>;

const AnswerSource = Type.Enum(["reviews", "owner"], {
  description: "Computed from the reviews, or the owner's words",
});
const Figures = Type.Array(Figure, { description: "Every number of reviews in the text, in its order" });

export const FaqEntry = Type.Object(
  {
    id: Type.String({ description: "Stable id of the question" }),
    question: Type.String({ description: "The question" }),
    answer: Type.String({ description: "The answer" }),
    source: AnswerSource,
    figures: Figures,
    generated: Nullable(Type.String(), "The computed answer that the owner's replaces; null when there is none"),
  },
  { ...closed, description: "A question that the reviews answer" },
);
export type FaqEntry = Static<typeof FaqEntry>;

export const Statement = Type.Object(
  {
    text: Type.String({ description: "One sentence" }),
    kind: Type.Enum(["base", "limit", "strength", "entity", "improvement", "trend"], {
      description: "Subject of the sentence",
    }),
    ref: Type.String({ description: "Where its figures, or the first of several, stand in this document" }),
    figures: Figures,
  },
  { ...closed, description: "A sentence of the summary, with its receipts" },
);
export type Statement = Static<typeof Statement>;

const SummaryWords = Type.Object(
  { headline: Type.String({ description: "One line" }), text: Type.String({ description: "The sentences" }) },
  { ...closed, description: "The computed summary" },
);
export const Summary = Type.Object(
  {
    source: AnswerSource,
    headline: Type.String({ description: "One line" }),
    text: Type.String({ description: "Three to six sentences" }),
    generated: Nullable(SummaryWords, "The computed summary that the owner's replaces; null when it is the one shown"),
    statements: Type.Array(Statement, { description: "The computed sentences one by one" }),
    strengths: Type.Array(Type.String(), { description: "Aspects surely praised more than the others" }),
    improvements: Type.Array(Type.String(), { description: "Aspects most often criticised" }),
  },
  { ...closed, description: "The reviews in a few sentences" },
);
export type Summary = Static<typeof Summary>;

const Judgements = Type.Object(
  {
    judgement_count: Count("Judgements of aspects, one a review and aspect"),
    positive_count: Count("Praise"),
    negative_count: Count("Criticism"),
    mixed_count: Count("Praise together with criticism"),
    unclear_count: Count("Neither for certain"),
    positive_share: NullableShare("positive_count / judgement_count: the business's own mean over all aspects"),
    positive_interval: NullableInterval("Interval of positive_share"),
    negative_share: NullableShare("negative_count / judgement_count"),
    negative_interval: NullableInterval("Interval of negative_share"),
  },
  { ...closed, description: "All judgements of all aspects shown" },
);

const RatingHrefs = Type.Object(
  { "1": Href("them"), "2": Href("them"), "3": Href("them"), "4": Href("them"), "5": Href("them") },
  { ...closed, description: "The searches of the distribution" },
);

const Overall = Type.Object(
  {
    review_count: Count("Published reviews"),
    href: Href("them"),
    average_rating: averageRating,
    rating_distribution: Distribution,
    rating_hrefs: RatingHrefs,
    judgements: Judgements,
    trend: Type.Array(Period, { maxItems: 12, description: "At most 12 periods, the empty ones included" }),
    direction: Direction,
  },
  { ...closed, description: "All reviews together" },
);

const LanguageCount = Type.Object(
  {
    language: Type.String({ description: "BCP 47, lower case" }),
    review_count: Count("Published reviews in it"),
    read: Type.Boolean({
      description:
        "Whether what they say is read in their own words; else in a translation of their source, or by their stars alone",
    }),
    href: Href("them"),
  },
  { ...closed, description: "A language and its reviews" },
);

const Input = Type.Object(
  {
    review_count: Count("Published reviews"),
    href: Href("them"),
    text_count: Count("Reviews with a text or a translation of one"),
    analyzed_count: Count(`Of text_count, those whose words were read, ${OWN}`),
    translated_count: Count(`Of analyzed_count, those read in the source's translation, ${OWN}`),
    rating_only_count: Count("Published reviews without text"),
    unread_count: Count(`text_count - analyzed_count: mostly in other languages, counted by their stars, ${OWN}`),
    coverage: NullableShare("analyzed_count / text_count"),
    coverage_interval: NullableInterval("Interval of coverage"),
    languages: Type.Array(LanguageCount, {
      description: "Languages of the reviews, as each review states it, most used first",
    }),
    truncated_count: Count("Reviews longer than 8,000 characters, analysed to there"),
    corrections: Count("Votes corrected by the owner; /reviews.json does not mark them"),
    first_date: Nullable(CalendarDate, "Date of the oldest review"),
    last_date: Nullable(CalendarDate, "Date of the newest review"),
  },
  { ...closed, description: "What the figures were computed from" },
);

const Thresholds = Type.Object(
  {
    min_reviews: Count("Reviews needed for a judgement"),
    faq_min_reviews: Count("Reviews needed for an answer"),
    praised_min_reviews: Count("Reviews that must agree for an aspect to be one that is praised or criticised"),
    min_coverage: ShareOf("Of the texts, the share to be read before sentences are about all customers"),
    false_discoveries: ShareOf("Of the directions and impacts reported, the share that may be chance"),
  },
  { ...closed, description: "Least numbers" },
);

const Methodology = Type.Object(
  {
    thresholds: Thresholds,
    hidden_aspects: Type.Array(Type.String(), { description: "Aspects the owner does not show" }),
    notes: Type.String({ description: "How it is done and what it cannot do" }),
  },
  { ...closed, description: "How the figures come about" },
);

const InsightsBusiness = Type.Object(
  {
    id: Type.String({ description: "Id made of the name" }),
    name: Type.String({ description: "Public name" }),
  },
  { ...closed, description: "The business the reviews are about" },
);

const InsightsEngine = Type.Object(
  {
    name: Type.String({ description: "Name of the engine" }),
    version: Type.String({ description: "Version of the rules" }),
    lexicon: Type.String({ description: "Word lists in use" }),
    language: Type.String({ description: "Language that is analysed, BCP 47" }),
  },
  { ...closed, description: "What computed the figures: rules, no model, no network" },
);

const Entities = Type.Object(
  {
    technicians: Type.Array(TechnicianInsight, { description: "Technicians who may be named in public" }),
    services: Type.Array(EntityInsight, { description: "Services of the catalog" }),
    service_areas: Type.Array(EntityInsight, { description: "Areas of the catalog" }),
  },
  { ...closed, description: "People, services and places of the catalog" },
);

export const InsightsDataset = Type.Object(
  {
    schema_version: Type.Literal(2, { description: "Raised when the shape changes in a breaking way" }),
    business: InsightsBusiness,
    language: Type.String({
      description:
        "Language of headline, summary and answers, BCP 47: the business's where it is one of theirs, else en",
    }),
    as_of: Nullable(Type.String({ format: "date-time" }), "Noon UTC of the newest review's date; null without reviews"),
    revision: ContentRevision,
    engine: InsightsEngine,
    input: Input,
    overall: Overall,
    aspects: Type.Array(AspectInsight, { description: "The twelve aspects, the hidden ones left out" }),
    entities: Entities,
    topics: Type.Array(TopicInsight, { maxItems: 20, description: "What reviewers keep mentioning" }),
    faq: Type.Array(FaqEntry, { description: "Questions and answers" }),
    summary: Summary,
    transparency: Transparency,
    methodology: Methodology,
  },
  { ...closed, description: "Insights computed from the published reviews" },
);
export type InsightsDataset = Static<typeof InsightsDataset>;

/** The shapes of the dataset by their public names, for documents that refer to them. */
export const INSIGHTS_SCHEMAS = {
  AspectInsight,
  AspectPeriod,
  Confidence,
  Direction,
  EntityAspect,
  EntityInsight,
  Evidence,
  EvidencePair,
  Expression: Phrase,
  FaqEntry,
  Figure,
  InsightLabel,
  InsightsBusiness,
  InsightsDataset,
  InsightsEngine,
  InsightsEntities: Entities,
  InsightsInput: Input,
  InsightsMethodology: Methodology,
  InsightsSummary: Summary,
  InsightsThresholds: Thresholds,
  Interval,
  Judgements,
  LanguageCount,
  OverallInsight: Overall,
  Period,
  RatingHrefs,
  Statement,
  SummaryWords,
  TechnicianInsight,
  TopicInsight,
  Transparency,
  WithheldForReason,
  WithheldIntervals,
  WithheldShares,
};
