/**
 * MCP Apps: what a host that can show pages shows beside an answer. A tool names its view; the view, in the host's sandbox,
 * reads its own URI again with the tool's arguments as a query, so that the same renderer writes it as writes the pages.
 * Hosts that cannot show pages never ask for it, and get the same answers.
 *
 * Spec: https://github.com/modelcontextprotocol/ext-apps, specification 2026-01-26. Left out of `resources/list`, as it
 * permits: they are no documents to be read.
 */
import type { TObject } from "typebox";
import { parameterReader, type Reading } from "../http/parameters.ts";
import { memo, once } from "../memo.ts";
import { type Publication, SearchQuery, searchAnswer } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import type { Question } from "./question.ts";
import { searchOptions } from "./review_tools.ts";
import { RPC, RpcError } from "./rpc.ts";
import { type ComparedStats, compareStats, type Difference, type Stats, StatsQuery } from "./stats_tool.ts";
import { issuesText, VIEWS } from "./tool.ts";

/** Renders the views; given by the process that also renders pages. */
export interface AgentViews {
  rating(publication: Publication, uri: string): Promise<string>;
  /** Without `found`, what is shown until it is known what was asked. */
  reviews(publication: Publication, uri: string, found: FoundReviews | null): Promise<string>;
  comparison(publication: Publication, uri: string, compared: ComparedFigures | null): Promise<string>;
}

/** Reviews to list, and the words to mark in them. */
interface FoundReviews {
  readonly query: SearchQuery;
  readonly reviews: readonly Review[];
  readonly total: number;
}

/** Figures to draw. */
interface ComparedFigures {
  readonly figures: Stats;
  readonly before: Stats | null;
  readonly difference: Difference | null;
  readonly groups: ComparedStats["groups"];
}

/** What hosts know the pages of MCP Apps by. */
const MEDIA_TYPE = "text/html;profile=mcp-app";

/** Whether a URI is that of a view. */
export function isViewUri(uri: string): boolean {
  return uri.startsWith("ui://");
}

/**
 * The members of a `resources/read` result for a view, as JSON text.
 * @throws {RpcError} for a URI without a view, or a query that its tool would refuse.
 */
export async function readView(uri: string, question: Question, views: AgentViews): Promise<string> {
  const [address = "", ...rest] = uri.split("?");
  const query = rest.length > 0 ? rest.join("?") : null;
  const html = await htmlOf(address, query, question, views);
  if (html === null) throw new RpcError(RPC.resourceNotFound, "Resource not found", { uri });
  // Nothing is to be loaded and nobody to be asked: the host's strictest policy.
  const _meta = { ui: { csp: {}, prefersBorder: true } };
  return `"contents":${JSON.stringify([{ uri, mimeType: MEDIA_TYPE, text: html, _meta }])}`;
}

function htmlOf(uri: string, query: string | null, question: Question, views: AgentViews): Promise<string> | null {
  const { publication } = question;
  switch (uri) {
    case VIEWS.rating:
      return memo(question, uri, () => views.rating(publication, uri));
    case VIEWS.reviews:
      return views.reviews(publication, uri, query === null ? null : foundReviews(query, question));
    case VIEWS.comparison:
      return views.comparison(publication, uri, query === null ? null : comparedFigures(query, publication));
    default:
      return null;
  }
}

function foundReviews(queryString: string, { publication, limits }: Question): FoundReviews {
  const query = soundValue(readSearch()(queryString));
  const { head, ordinals } = searchAnswer(publication, query, searchOptions(limits));
  return { query, reviews: ordinals.map((ordinal) => publication.reviewAt(ordinal)), total: head.total };
}

function comparedFigures(queryString: string, publication: Publication): ComparedFigures {
  const compared = compareStats(publication, soundValue(readStats()(queryString)));
  if (compared.kind === "failed") throw new RpcError(RPC.invalidParams, compared.message);
  const { whole, before, difference, groups } = compared;
  return { figures: whole, before, difference, groups };
}

const readSearch = once(() => parameterReader(SearchQuery));
const readStats = once(() => parameterReader(StatsQuery as TObject & typeof StatsQuery));

function soundValue<T>(reading: Reading<T>): T {
  if (reading.kind === "valid") return reading.value;
  throw new RpcError(RPC.invalidParams, issuesText(reading.issues));
}
