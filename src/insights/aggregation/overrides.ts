/** What the owner may set over the computed insights: words, hidden aspects and corrections; never a figure. */
import { type Static, Type } from "typebox";
import { ASPECT_IDS, ReviewId } from "../../review/mod.ts";

const closed = { additionalProperties: false } as const;
const AspectIdSchema = Type.Enum([...ASPECT_IDS], { description: "Id of an aspect" });

export const InsightsOverrides = Type.Object(
  {
    faq: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(
              Type.String({
                pattern: "^[a-z0-9][a-z0-9_-]{0,63}$",
                description: "Id of the computed question this replaces, or of the owner's own",
              }),
            ),
            question: Type.String({ minLength: 1, maxLength: 300, description: "The question" }),
            answer: Type.String({ minLength: 1, maxLength: 2000, description: "The owner's answer" }),
          },
          { ...closed, description: "An answer in the owner's words" },
        ),
        { maxItems: 50, description: "The owner's questions and answers" },
      ),
    ),
    summary: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              headline: Type.String({ maxLength: 200, description: "One line" }),
              text: Type.String({ maxLength: 4000, description: "The owner's summary" }),
            },
            { ...closed, description: "A summary in the owner's words" },
          ),
          Type.Null(),
        ],
        { description: "Shown in place of the computed summary, which stays readable beside it" },
      ),
    ),
    hidden_aspects: Type.Optional(
      Type.Array(AspectIdSchema, { description: "Aspects not to show; the dataset lists them as hidden" }),
    ),
    muted_phrases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 40, description: "As `goodword insights audit` prints it" }), {
        maxItems: 1_000,
        description: "Expressions that judge nothing: a judgement that rests on these alone is left out",
      }),
    ),
    corrections: Type.Optional(
      Type.Array(
        Type.Object(
          {
            review_id: ReviewId,
            aspect: AspectIdSchema,
            label: Type.Enum(["positive", "mixed", "neutral", "negative", "none"], {
              description: "The review's judgement of the aspect; none if it does not mention the aspect",
            }),
          },
          { ...closed, description: "A vote put right" },
        ),
        { maxItems: 10_000, description: "Votes put right by the owner; their number is published" },
      ),
    ),
  },
  { ...closed, description: "The owner's part of the insights" },
);
export type InsightsOverrides = Static<typeof InsightsOverrides>;
