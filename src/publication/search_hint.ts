/**
 * A hint for a search that found nothing.
 *
 * @module
 */
import { type Static, Type } from "typebox";

/** Schema of one reason why a search found nothing. */
export const SearchHint = Type.Object(
  {
    parameter: Type.String({ description: "The search parameter to change" }),
    message: Type.String({ description: "Why it keeps the search from finding anything" }),
    try: Type.Union([Type.String(), Type.Null()], {
      description: "A value for `parameter`; null to leave it out",
    }),
  },
  { additionalProperties: false, description: "Why a search found nothing, and what to change" },
);
/** One reason why a search found nothing. */
export type SearchHint = Static<typeof SearchHint>;
