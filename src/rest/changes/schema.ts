/**
 * The answer of /api/changes, and what can be asked of it.
 *
 * @module
 */
import { Type } from "typebox";
import { CHANGE_CURSOR_PATTERN } from "../../publication/mod.ts";
import { ContentRevision, Review, ReviewId } from "../../review/mod.ts";

/** Changes in an answer when no limit is asked for. */
export const DEFAULT_CHANGES = 100;
const MOST_CHANGES = 1000;

const Cursor = Type.String({
  pattern: CHANGE_CURSOR_PATTERN,
  examples: ["3f9a0b1c-12-mi2k4x8w"],
  description: "How far this answer goes; pass it as `after`. It stays valid for the life of the data",
});

/** Schema of the query of /api/changes. */
export const ChangesQuery = Type.Object(
  {
    after: Type.Optional({
      ...Cursor,
      description: "`cursor` of an earlier response: only what changed after it. Without it, from the beginning",
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_CHANGES,
        default: DEFAULT_CHANGES,
        description: "Maximum number of changes returned",
      }),
    ),
  },
  { additionalProperties: false, description: "Where to go on, and how far" },
);

const Change = Type.Object(
  {
    kind: Type.Enum(["added", "changed", "removed"], {
      description:
        "`added` and `changed`: put the review in place of any with its id. `removed`: delete what you have under the id",
    }),
    revision: Type.Integer({
      minimum: 0,
      description: "Number of the change in the log of the business, ascending; changes made together share it",
    }),
    at: Type.String({ format: "date-time", description: "When it was made" }),
    id: ReviewId,
    review: Type.Union([Review, Type.Null()], { description: "As in /reviews.json; null when removed" }),
  },
  { additionalProperties: false, description: "The latest change of one review" },
);

/** Schema of the answer of /api/changes. */
export const Changes = Type.Object(
  {
    cursor: Cursor,
    more: Type.Boolean({ description: "Whether there is more to read at once, after `cursor`" }),
    revision: ContentRevision,
    changes: Type.Array(Change, { description: "In order of revision; each review once, at its latest state" }),
  },
  { additionalProperties: false, description: "What changed for readers" },
);
