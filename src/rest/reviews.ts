/**
 * Search and `since`: answers put together from the bytes of the reviews as they stand in /reviews.json.
 *
 * @module
 */

import { answerBytes, SearchQuery, searchAnswer, sinceAnswer } from "../publication/mod.ts";
import { isCalendarDate } from "../review/mod.ts";
import { ComputedAnswers } from "../web/computed_answer.ts";
import { clip, parameterReader } from "../web/parameters.ts";
import { PATHS } from "../web/paths.ts";
import { problemResponse } from "../web/problem.ts";
import { digestOf } from "../web/representation.ts";
import { absoluteUrl, link, type Site } from "../web/site.ts";
import type { ReviewSet } from "./review_set.ts";

const readSearchQuery = parameterReader(SearchQuery);

export interface ReviewAnswers {
  /** `queryString` without its question mark. */
  search(request: Request, queryString: string): Response | Promise<Response>;
  /** `date` as it stands in the path, decoded. */
  since(request: Request, date: string): Response | Promise<Response>;
}

/** Answers over the reviews of one publication. */
export function reviewAnswers({ publication, digest, site }: ReviewSet): ReviewAnswers {
  const answers = new ComputedAnswers({
    contentType: "application/json",
    digest: digestOf(new TextEncoder().encode(digest + JSON.stringify(publication.removals))),
    lastModified: publication.publishedAt,
    links: [link(absoluteUrl(site, PATHS.openApi), "service-desc", "application/json")],
    cacheControl: "max-age=60",
  });

  return {
    search(request, queryString) {
      const reading = readSearchQuery(queryString);
      if (reading.kind === "invalid") return problemResponse(400, reading.issues);
      const answer = searchAnswer(publication, reading.value);
      const next = answer.head.next_cursor;
      const page = reading.value.cursor === undefined ? queryString : withoutCursor(queryString);
      const links = next === null ? [] : [link(nextPage(site, page, next), "next")];
      return answers.settled(request) ?? answers.respond(request, answerBytes(publication, answer), links);
    },
    since(request, date) {
      if (!isCalendarDate(date)) return invalidDate(date);
      const settled = answers.settled(request);
      return settled ?? answers.respond(request, answerBytes(publication, sinceAnswer(publication, date)));
    },
  };
}

/** `queryString` has no cursor of its own. */
function nextPage(site: Site, queryString: string, cursor: string): string {
  const before = queryString === "" ? "" : `${queryString}&`;
  return `${absoluteUrl(site, PATHS.search)}?${before}cursor=${encodeURIComponent(cursor)}`;
}

function withoutCursor(queryString: string): string {
  const query = new URLSearchParams(queryString);
  query.delete("cursor");
  return query.toString();
}

function invalidDate(date: string): Response {
  const message = "date must be a calendar date, YYYY-MM-DD";
  return problemResponse(400, [{ path: ["date"], code: "format", message, received: clip(date) }]);
}
