/**
 * The shape of errors. Apart from what makes them, so that a starting server need not load the library of shapes.
 *
 * @module
 */
import { type Static, Type } from "typebox";

export const Issue = Type.Object(
  {
    path: Type.Array(Type.String(), { description: "What the issue is about: the parameter's name, or empty" }),
    code: Type.String({ description: "Stable name of the rule, for programs" }),
    message: Type.String({ description: "What is wrong and what would be right, for people" }),
    received: Type.Optional(Type.String({ description: "The value that was received" })),
  },
  { additionalProperties: false, description: "One thing that is wrong" },
);
export type Issue = Static<typeof Issue>;

export const Problem = Type.Object(
  {
    title: Type.String({ description: "Short name of the error" }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: "HTTP status" }),
    issues: Type.Array(Issue, { minItems: 1, description: "Everything that is wrong, all at once" }),
  },
  { additionalProperties: false, description: "An error" },
);
export type Problem = Static<typeof Problem>;
