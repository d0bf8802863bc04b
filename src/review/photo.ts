/**
 * What is known of the photograph of the business: what it shows, who took it, and under which terms it is shown.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { License } from "./license.ts";

/** JSON Schema of {@link Photo}. */
export const Photo = Type.Object(
  {
    url: Type.Union([Type.String({ format: "uri", maxLength: 2048 }), Type.Null()], {
      description: "Where it was fetched from; null when it came from a file",
    }),
    description: Type.String({
      minLength: 1,
      maxLength: 300,
      description: "What it shows, in the business's language",
    }),
    author: Type.String({ minLength: 1, maxLength: 120, description: "Who took it, or holds the rights" }),
    license: Type.Union([License, Type.Null()], { description: "Its licence; null: all rights reserved" }),
  },
  { additionalProperties: false, description: "A photograph of the business, its people or its work" },
);
/** The photograph of the business in words; the picture itself is kept beside it. */
export type Photo = Static<typeof Photo>;
