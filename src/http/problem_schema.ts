import { type Static, Type } from "typebox";

export const Issue = Type.Object(
  {
    path: Type.Array(Type.String(), { description: "Location of the issue: the parameter's name, or empty" }),
    code: Type.String({ description: "Stable identifier of the violated rule, for programs" }),
    message: Type.String({ description: "What is wrong and what is expected, for people" }),
    received: Type.Optional(Type.String({ description: "The value received" })),
  },
  { additionalProperties: false, description: "A single issue" },
);
export type Issue = Static<typeof Issue>;

export const Problem = Type.Object(
  {
    title: Type.String({ description: "Short summary of the error" }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: "HTTP status" }),
    issues: Type.Array(Issue, {
      minItems: 1,
      description: "The issues found, reported together; of very many the first",
    }),
    more_issues: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "How many more issues were found than are listed, where they were too many",
      }),
    ),
  },
  { additionalProperties: false, description: "An error" },
);
export type Problem = Static<typeof Problem>;
