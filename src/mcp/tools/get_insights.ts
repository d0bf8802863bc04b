import { Type } from "typebox";
import type { Publication } from "../../publication/mod.ts";
import { type Question, remembered } from "../question.ts";
import { shorten } from "../shorten.ts";
import { HEAD_BYTES } from "./search_reviews.ts";
import { answered, defineTool, type ToolAnswer } from "./tool.ts";

const SECTIONS = ["summary", "aspects", "entities", "topics", "faq", "transparency", "all"] as const;
type Section = (typeof SECTIONS)[number];

/** The insights dataset, whole or by section, shortened to the answer limit. */
export const getInsights = defineTool({
  name: "get_insights",
  title: "What customers say",
  description:
    "Insights computed from the reviews: an editorial summary, sentiment by aspect (punctuality, price, workmanship ...), by technician, service and area, topics, frequent questions, and how many reviews were withheld and why. Beside each count stands the search that finds its reviews.",
  input: Type.Object(
    {
      section: Type.Optional(
        Type.Unsafe<Section>({
          type: "string",
          enum: [...SECTIONS],
          default: "summary",
          description: "Section to return; all is abridged the most",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    section: Type.String(),
    omitted: Type.Array(Type.String(), { description: "What was left out to keep the answer short" }),
    insights: Type.Object({}, { description: "The sections asked for, as in /insights.json" }),
  }),
  example: { section: "aspects" },
  answer: ({ section = "summary" }, question) =>
    remembered(question, `insights ${section}`, () => insightsAnswer(question, section)),
});

function insightsAnswer({ publication, limits }: Question, section: Section): ToolAnswer {
  const { value, omitted } = shorten(sectionOf(publication, section), limits.maxAnswerBytes - HEAD_BYTES);
  const hint = omitted.length > 0 ? WHOLE_DATASET : undefined;
  return answered({ section, omitted, insights: value }, hint);
}

const WHOLE_DATASET = "The whole dataset is at /insights.json and the resource goodword://insights.";

function sectionOf({ insights }: Publication, section: Section): object {
  if (section === "all") return insights;
  return { [section]: (insights as Readonly<Record<string, unknown>>)[section] ?? null };
}
