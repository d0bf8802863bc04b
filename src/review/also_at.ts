/**
 * Another source that shows the same review of the same customer.
 *
 * @module
 */
import { type Static, Type } from "typebox";

/** A source that shows a copy of the review, and where. */
export const AlsoAt = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: "Id of the source, lower case" }),
    url: Type.Union([Type.String({ format: "uri", maxLength: 2048 }), Type.Null()], {
      description: "The copy at its source; null when the source gives no address",
    }),
  },
  { additionalProperties: false, description: "Another source that shows the same review" },
);
export type AlsoAt = Static<typeof AlsoAt>;
