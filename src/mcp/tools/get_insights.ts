/** The insights as a tool: an overview, one aspect or entity, or a section of the dataset cut to size. */
import { Type } from "typebox";
import { memo } from "../../memo.ts";
import { nearestName } from "../../nearest_name.ts";
import { isSet, type Publication, spellingsOf } from "../../publication/mod.ts";
import { ASPECT_IDS, type AspectId, foldText } from "../../review/mod.ts";
import { THIRD_PARTY } from "../escape_untrusted.ts";
import { type Question, reviewUrl } from "../question.ts";
import { aspectDetail, detailLines, entityDetail, insightsOverview, overviewLines } from "./compact_insights.ts";
import { HEAD_BYTES, namesKnownTo } from "./reviews.ts";
import { answered, defineTool, failed, type ToolAnswer } from "./tool.ts";

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
  output: Type.Object(
    { revision: Type.String() },
    { description: "An overview, one step of it, or the section asked for" },
  ),
  example: { aspect: "price_value" },
  answer({ section, aspect, ...names }, question) {
    const asked = Object.entries({ aspect, ...names, section }).filter(([, name]) => isSet(name));
    if (asked.length > 1) return failed(`ask for one of ${asked.map(([kind]) => kind).join(" and ")} at a time`);
    if (section !== undefined) return memo(question, `insights ${section}`, () => sectionAnswer(question, section));
    const [[kind, name] = []] = asked;
    if (kind === undefined || name === undefined) return memo(question, "insights", () => overviewAnswer(question));
    return stepAnswer(question, kind as Kind, name);
  },
});

type Kind = "aspect" | "technician" | "service" | "area";

function overviewAnswer(question: Question): ToolAnswer {
  const { insights, contentDigest: revision } = question.publication;
  const value = insightsOverview(insights, namesKnownTo(question));
  return { kind: "lean", value: { ...value, revision }, lines: overviewLines(value) };
}

function stepAnswer(question: Question, kind: Kind, name: string): ToolAnswer {
  const { insights, business, contentDigest: revision } = question.publication;
  const stepOf = (step: ReturnType<typeof aspectDetail>): ToolAnswer => {
    const isQuoting = step.best_praise !== undefined || step.best_criticism !== undefined;
    const value = { ...step, ...(isQuoting && { review_url: reviewUrl(question) }), revision };
    return { kind: "lean", value, lines: detailLines(step) };
  };
  const { technicians, services, service_areas } = insights.entities;
  if (kind === "aspect") {
    const aspect = insights.aspects.find(({ id }) => id === name);
    return aspect ? stepOf(aspectDetail(aspect)) : failed(`aspect ${name} is hidden by the owner`);
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
  return stepOf(entityDetail(kind, insight));
}

function unknownName(kind: Kind, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const advice = nearest === null ? "get_business lists the known ones" : `did you mean ${JSON.stringify(nearest)}?`;
  return `no ${kind} is called ${JSON.stringify(name)}; ${advice}`;
}

function sectionAnswer({ publication, limits }: Question, section: Section): ToolAnswer {
  const { value, omitted } = shorten(sectionOf(publication, section), limits.maxAnswerBytes - HEAD_BYTES);
  const hint = omitted.length > 0 ? WHOLE_DATASET : undefined;
  return answered({ section, omitted, revision: publication.contentDigest, insights: value }, hint);
}

const WHOLE_DATASET = "The whole dataset is at /insights.json and the resource goodword://insights.";

function sectionOf({ insights }: Publication, section: Section): object {
  if (section === "all") return insights;
  return { [section]: insights[section] };
}

/** A value that fits, and what it lost. */
interface Shortened {
  readonly value: unknown;
  /** What was left out, in words; empty when nothing was. */
  readonly omitted: readonly string[];
}

/** Details that a reader of figures can do without, the first to go first. */
const DETAILS = ["evidence", "phrases", "review_ids", "trend"];

/**
 * Shortens `value` to `maxBytes` of JSON in UTF-8, as far as dropping details and list entries can; a value that fits is
 * returned as it is.
 */
function shorten(value: unknown, maxBytes: number): Shortened {
  const omitted: string[] = [];
  let short = value;
  for (const detail of DETAILS) {
    if (bytesOf(short) <= maxBytes) return { value: short, omitted };
    short = without(short, detail);
    omitted.push(detail);
  }
  const wholeLengths = listLengths(short);
  for (let most = longest(short); bytesOf(short) > maxBytes && most > 0; most = longest(short)) {
    short = withShorterLists(short, Math.floor(most / 2));
  }
  const cut = listLengths(short);
  for (const [path, length] of wholeLengths) {
    const kept = cut.get(path) ?? 0;
    if (kept < length) omitted.push(`${path || "list"}: ${length - kept} of ${length}`);
  }
  return { value: short, omitted };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function without(value: unknown, name: string): unknown {
  return mapped(
    value,
    (member) => without(member, name),
    ([key]) => key !== name,
  );
}

/** The lists that are cut: those outside of lists, where an entry stands for itself. */
function withShorterLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most);
  return mapped(value, (member) => withShorterLists(member, most));
}

function mapped(
  value: unknown,
  change: (member: unknown) => unknown,
  keep: (entry: [string, unknown]) => boolean = () => true,
): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(keep);
  return Object.fromEntries(entries.map(([key, member]) => [key, change(member)]));
}

function longest(value: unknown): number {
  return Math.max(0, ...listLengths(value).values());
}

function listLengths(value: unknown, path = "", found = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(value)) return found.set(path, value.length);
  if (typeof value !== "object" || value === null) return found;
  for (const [key, member] of Object.entries(value)) listLengths(member, path ? `${path}.${key}` : key, found);
  return found;
}
