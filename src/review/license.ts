/**
 * Under which terms the published data may be used.
 *
 * @module
 */
import { type Static, Type } from "typebox";

/** JSON Schema of {@link License}. */
export const License = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 120,
      description: "SPDX id where there is one",
    }),
    url: Type.String({ format: "uri", maxLength: 2048, description: "Its text" }),
  },
  { additionalProperties: false, description: "A licence" },
);
/** A licence by name and address. */
export type License = Static<typeof License>;

/** JSON Schema of {@link SourceTerms}. */
export const SourceTerms = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120, description: "As in `source.name`" }),
    terms: Type.String({ format: "uri", maxLength: 2048, description: "Its terms" }),
  },
  { additionalProperties: false, description: "Terms of one source" },
);
/** Terms that a source attaches to the reviews written there. */
export type SourceTerms = Static<typeof SourceTerms>;
