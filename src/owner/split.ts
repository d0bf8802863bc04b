/** Declares that a review is not a copy of another. */
import Type from "typebox";
import { act } from "./act.ts";
import { field } from "./act_input.ts";
import { copySubject, decideOnCopies } from "./join_copies.ts";

export const split = act({
  name: "split",
  subject: copySubject,
  details:
    "From now on it counts on its own, apart from every review stored or imported later; its former copies stay " +
    "joined with each other. With two ids, only these two are kept apart: each may still be joined with other copies. " +
    "Nothing is deleted, and goodword join undoes it.",
  examples: [
    ["goodword split r_abc", "another customer wrote the same words"],
    ["goodword split r_abc r_def", "these two are different customers' reviews"],
  ],
  input: Type.Object({
    other: Type.Optional(Type.String(field({ flags: "[other]", help: "id of the review that it is not a copy of" }))),
  }),
  run(writes, { one: { id }, input }) {
    const [other, state] = input.other?.split(".") ?? [];
    if (other === undefined) return decideOnCopies(writes, { kind: "split", id });
    return decideOnCopies(writes, { kind: "part", ids: [id, other] }, state);
  },
});
