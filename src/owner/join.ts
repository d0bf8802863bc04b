/** Declares that two reviews are one customer's and count once. */
import Type from "typebox";
import { act } from "./act.ts";
import { field } from "./act_input.ts";
import { copySubject, decideOnCopies } from "./join_copies.ts";

export const join = act({
  name: "join",
  subject: copySubject,
  argument: { name: "<id>", description: "id of a review" },
  details: "They must have the same rating and be at most three days apart. split undoes it.",
  examples: [["goodword join r_abc r_def", "Bob and Robert are one customer"]],
  input: Type.Object({
    other: Type.String(
      field({
        flags: "<other>",
        help: "id of its copy, at another source or from another file",
        missing: "review.joinMissing",
      }),
    ),
  }),
  run(writes, { one: { id }, input }) {
    const [other = "", state] = input.other.split(".");
    return decideOnCopies(writes, { kind: "join", ids: [id, other] }, state);
  },
});
