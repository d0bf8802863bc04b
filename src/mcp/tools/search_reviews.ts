import {
  answerJson,
  isGiven,
  type Publication,
  SearchAnswer,
  SearchQuery,
  searchAnswer,
} from "../../publication/mod.ts";
import { nearestName } from "../../web/nearest.ts";
import { defineTool } from "./tool.ts";

/** The search of the REST interface as a tool, one page at a time. */
export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description:
    "Reviews that match all filters given, newest first, in full, with the total of matches. Without filters: the newest reviews. A page may hold fewer reviews than limit; go on with next_cursor and the same filters until it is null.",
  input: SearchQuery,
  output: SearchAnswer,
  example: { min_rating: 4, query: "on time", limit: 5 },
  answer(query, { publication, limits }) {
    const answer = searchAnswer(publication, query, limits.maxAnswerBytes - HEAD_BYTES);
    const hint = answer.head.total === 0 ? unknownNames(query, publication) : undefined;
    return { kind: "answered", json: answerJson(publication, answer), hint };
  },
});

/** Room for what stands around the reviews of an answer. */
export const HEAD_BYTES = 512;

/** Nothing was found: a name that is not in the catalog may be why. */
function unknownNames(query: SearchQuery, { business }: Publication): string | undefined {
  const technicians = business.technicians.flatMap(({ name, aliases }) => [name, ...aliases]);
  const services = business.services.map(({ id }) => id);
  const areas = business.service_areas.map(({ id }) => id);
  const hints = [
    unknownName("technician", query.mentions_technician, technicians),
    unknownName("service id", query.mentions_service, services),
    unknownName("area id", query.mentions_area, areas),
  ];
  return hints.filter((hint) => hint !== null).join(" ") || undefined;
}

function unknownName(what: string, asked: string | undefined, known: readonly string[]): string | null {
  if (!isGiven(asked) || known.some((name) => name.toLowerCase() === asked.toLowerCase())) return null;
  const nearest = nearestName(asked, known);
  const hint = nearest === null ? "get_business lists the known ones." : `Did you mean ${JSON.stringify(nearest)}?`;
  return `No ${what} ${JSON.stringify(asked)} is in the catalog. ${hint}`;
}
