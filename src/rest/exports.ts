/**
 * Reviews as CSV and as NDJSON: all of them or those that search filters select, with validators, codings, lengths and
 * single ranges.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { FILTER_CONDITIONS, type Publication, SEARCH_FILTERS, SearchQuery } from "../publication/mod.ts";
import { type ExportBodies, type ExportRequest, exportSlices } from "./export_bodies.ts";
import type { ExportFormat } from "./export_formats.ts";
import { computedAnswers, type ReviewSet } from "./review_set.ts";

/** Parameters of /reviews.ndjson. */
export const ExportQuery = Type.Object({ ...SEARCH_FILTERS, sort: SearchQuery.properties.sort }, FILTER_CONDITIONS);
/** Parameters of /reviews.csv. */
export const CsvQuery = Type.Object(
  {
    ...ExportQuery.properties,
    excel: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1, description: "1 writes a byte order mark, by which Excel knows UTF-8" }),
    ),
  },
  FILTER_CONDITIONS,
);

/** What both exports take, and what CSV takes besides. */
export type ExportParameters = Static<typeof CsvQuery>;

const BYTE_ORDER_MARK = "\ufeff";
const CACHE_CONTROL = "max-age=60";

/** The answer to a GET or HEAD of an export. */
export async function exportResponse(
  request: Request,
  set: ReviewSet,
  format: ExportFormat,
  { excel = 0, ...query }: ExportParameters,
  bodies: ExportBodies,
): Promise<Response> {
  const { publication, digest } = set;
  const answers = computedAnswers(set, {
    contentType: format.contentType,
    digest: `${digest}-${format.name}`,
    cacheControl: CACHE_CONTROL,
  });
  const settled = answers.settled(request);
  if (settled !== null) return settled;
  const asked: ExportRequest = { format, query, prefix: excel === 1 ? BYTE_ORDER_MARK : "" };
  const ordinals = bodies.ordinals(asked);
  const body = await bodies.body(asked, ordinals, request.headers.get("accept-encoding"));
  if (body !== null) return answers.respondWithRange(request, body.blob, body.coding);
  return answers.stream(prefixed(asked.prefix, exportSlices(publication, format, ordinals)));
}

/** All reviews as text, some hundred at a time. */
export function exportChunks(publication: Publication, format: ExportFormat): Generator<string> {
  const ordinals = Array.from({ length: publication.reviewCount }, (_, ordinal) => ordinal);
  return exportSlices(publication, format, ordinals);
}

function* prefixed(prefix: string, slices: Iterable<string>): Generator<string> {
  yield prefix;
  yield* slices;
}
