/**
 * Another source that shows the same review of the same customer.
 *
 * @module
 */
import { type Static, Type } from "typebox";

export const AlsoAt = Type.Object(
  {
    name: Type.String(),
    url: Type.Union([Type.String({ format: "uri" }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type AlsoAt = Static<typeof AlsoAt>;
