/**
 * Single reviews, search, `since` and exports: responses assembled from the bytes of the reviews in /reviews.json.
 *
 * @module
 */

import { answerBytes, type Publication, type SearchQuery, searchAnswer, sinceParts } from "../publication/mod.ts";
import type { CalendarDate, Review } from "../review/mod.ts";
import type { Answer, Call, Client } from "../web/operation.ts";
import type { Outgoing } from "../web/outgoing.ts";
import { PATHS } from "../web/paths.ts";
import { workOfBytes } from "../web/rate_guard.ts";
import { digestOf } from "../web/representation.ts";
import { reusedBuffer } from "../web/reused_buffer.ts";
import { absoluteUrl, link, type Site } from "../web/site.ts";
import { ExportBodies } from "./export_bodies.ts";
import type { ExportFormat } from "./export_formats.ts";
import { type ExportParameters, exportResponse } from "./exports.ts";
import { reviewResponse } from "./review_resource.ts";
import { computedAnswers, type RestPublished, type ReviewSet, reviewSet } from "./review_set.ts";
import type { SelectionBudget } from "./selection_budget.ts";

type Charge = Call["charge"];

/** Answers about reviews of one publication. */
export interface ReviewAnswers {
  /** `queryString` is what `query` was read from: the next page is asked for in the same words. */
  search(request: Request, query: SearchQuery, queryString: string, charge: Charge): Answer;
  since(request: Request, date: CalendarDate, client: Client): Answer;
  /** `jsonLd` makes the form of schema.org, for a client that likes it better than JSON. */
  review(request: Request, id: string, jsonLd: (review: Review) => Promise<object>): Answer;
  export(request: Request, format: ExportFormat, parameters: ExportParameters): Answer;
}

/** What all answers share, whichever publication they are about. */
export interface AnswerLimits {
  readonly outgoing: Outgoing;
  readonly selections: SelectionBudget;
}

/** Makes answers over what is published, once for each publication. */
export function reviewAnswersOf(site: Site, limits: AnswerLimits): (published: RestPublished) => ReviewAnswers {
  const known = new WeakMap<Publication, ReviewAnswers>();
  return (published) => {
    const answers = known.get(published.publication) ?? reviewAnswers(reviewSet(published, site), limits);
    known.set(published.publication, answers);
    return answers;
  };
}

/** Answers over the reviews of one publication. */
export function reviewAnswers(set: ReviewSet, { outgoing, selections }: AnswerLimits): ReviewAnswers {
  const { publication, digest, site } = set;
  const exports = new ExportBodies(publication, selections);
  const allocate = reusedBuffer();
  const answers = computedAnswers(set, {
    digest: digestOf(digest + JSON.stringify(publication.removals)),
    cacheControl: "max-age=60",
  });

  return {
    search(request, query, queryString, charge) {
      const settled = answers.settled(request);
      if (settled !== null) return settled;
      const answer = searchAnswer(publication, query);
      const next = answer.head.next_cursor;
      const page = query.cursor === undefined ? queryString : withoutCursor(queryString);
      const links = next === null ? [] : [link(nextPage(site, page, next), "next")];
      const bytes = answerBytes(publication, answer, allocate);
      charge(workOfBytes(bytes.length));
      return answers.respond(request, bytes, links);
    },
    since(request, date, client) {
      const settled = answers.settled(request);
      return settled ?? answers.send(request, sinceParts(publication, date), { outgoing, client });
    },
    review: (request, id, jsonLd) => reviewResponse(request, set, id, jsonLd),
    export: (request, format, parameters) => exportResponse(request, set, format, parameters, exports),
  };
}

/** `queryString` must not contain a cursor, and `cursor` has nothing that would have to be encoded. */
function nextPage(site: Site, queryString: string, cursor: string): string {
  const before = queryString === "" ? "" : `${queryString}&`;
  return `${absoluteUrl(site, PATHS.search)}?${before}cursor=${cursor}`;
}

function withoutCursor(queryString: string): string {
  const query = new URLSearchParams(queryString);
  query.delete("cursor");
  return query.toString();
}
