import { Type } from "typebox";
import type { InsightsDataset } from "../../insights/mod.ts";
import { nearestName } from "../../nearest_name.ts";
import { isGiven, type Publication, spellingsOf } from "../../publication/mod.ts";
import { ASPECT_IDS, type AspectId, foldText } from "../../review/mod.ts";
import { insightsOverview, overviewLines } from "../lean/insights_overview.ts";
import { aspectStep, entityStep, stepLines } from "../lean/insights_step.ts";
import { THIRD_PARTY } from "../lean/quoted.ts";
import { type Question, remembered } from "../question.ts";
import { shorten } from "../shorten.ts";
import type { ToolAnswer } from "./answer.ts";
import { HEAD_BYTES } from "./search_reviews.ts";
import { answered, defineTool, failed } from "./tool.ts";

const SECTIONS = ["summary", "aspects", "entities", "topics", "faq", "transparency", "all"] as const;
type Section = (typeof SECTIONS)[number];

const Name = (what: string) => Type.Optional(Type.String({ maxLength: 120, description: `${what}; empty for none` }));

/** The insights, step by step: all aspects, then one aspect or entity, or a section of the dataset as it is. */
export const getInsights = defineTool({
  name: "get_insights",
  title: "What customers say",
  description: `What customers praise and criticise, computed from the reviews. Without arguments: every aspect (punctuality, price, workmanship ...) with its praise and criticism, who and what is mentioned most, and how many reviews are withheld and why. With aspect, technician, service or area: its figures, trend and the best quote of each side. Then search_reviews has the reviews. ${THIRD_PARTY}`,
  input: Type.Object(
    {
      aspect: Type.Optional(
        Type.Unsafe<AspectId>({ type: "string", enum: [...ASPECT_IDS], description: "One aspect" }),
      ),
      technician: Name("One technician, by name"),
      service: Name("One service, by id or name"),
      area: Name("One service area, by id or name"),
      section: Type.Optional(
        Type.Unsafe<Section>({
          type: "string",
          enum: [...SECTIONS],
          description: "A section of /insights.json with all its fields; all is abridged the most",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({}, { description: "An overview, one step of it, or the section asked for" }),
  example: { aspect: "price_value" },
  answer({ section, aspect, ...names }, question) {
    const asked = Object.entries({ aspect, ...names, section }).filter(([, name]) => isGiven(name));
    if (asked.length > 1) return failed(`ask for one of ${asked.map(([kind]) => kind).join(" and ")} at a time`);
    if (section !== undefined)
      return remembered(question, `insights ${section}`, () => sectionAnswer(question, section));
    const { insights } = question.publication;
    const [[kind, name] = []] = asked;
    if (kind === undefined || name === undefined)
      return remembered(question, "insights", () => overviewAnswer(insights));
    return stepAnswer(question.publication, kind as Kind, name);
  },
});

type Kind = "aspect" | "technician" | "service" | "area";

function overviewAnswer(insights: InsightsDataset): ToolAnswer {
  const value = insightsOverview(insights);
  return { kind: "lean", value, lines: overviewLines(value) };
}

function stepAnswer({ insights, business }: Publication, kind: Kind, name: string): ToolAnswer {
  const { technicians, services, service_areas } = insights.entities;
  if (kind === "aspect") {
    const aspect = insights.aspects.find(({ id }) => id === name);
    return aspect ? stepOf(aspectStep(aspect)) : failed(`aspect ${name} is hidden by the owner`);
  }
  const { found, known } = {
    technician: { found: technicians, known: business.technicians },
    service: { found: services, known: business.services },
    area: { found: service_areas, known: business.service_areas },
  }[kind];
  const wanted = foldText(name.trim());
  const entry = known.find((it) => spellingsOf(it).some((spelling) => foldText(spelling) === wanted));
  if (!entry) return failed(unknownName(kind, name, known.flatMap(spellingsOf)));
  const insight = found.find((it) => it.id === entry.id);
  if (!insight || insight.review_count === 0) return failed(`no review mentions the ${kind} ${entry.name}`);
  return stepOf(entityStep(kind, insight));
}

function stepOf(value: ReturnType<typeof aspectStep>): ToolAnswer {
  return { kind: "lean", value, lines: stepLines(value) };
}

function unknownName(kind: Kind, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const advice = nearest === null ? "get_business lists the known ones" : `did you mean ${JSON.stringify(nearest)}?`;
  return `no ${kind} is called ${JSON.stringify(name)}; ${advice}`;
}

function sectionAnswer({ publication, limits }: Question, section: Section): ToolAnswer {
  const { value, omitted } = shorten(sectionOf(publication, section), limits.maxAnswerBytes - HEAD_BYTES);
  const hint = omitted.length > 0 ? WHOLE_DATASET : undefined;
  return answered({ section, omitted, insights: value }, hint);
}

const WHOLE_DATASET = "The whole dataset is at /insights.json and the resource goodword://insights.";

function sectionOf({ insights }: Publication, section: Section): object {
  if (section === "all") return insights;
  return { [section]: insights[section] };
}
