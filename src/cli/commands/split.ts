import { GoodwordError } from "../../errors.ts";
import { type OwnersWordOnCopies, sayOfCopies } from "../../owner/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { noReview } from "../no_review.ts";

export const splitCommand: Command = {
  name: "split",
  summary: "say that a review is no copy of another",
  details:
    "It counts by itself from now on, apart from every review that is kept or imported later; its former copies stay " +
    "joined with each other. With two ids only these two are kept apart: each may still be joined with other copies. " +
    "Nothing is deleted, and goodword join takes it back.",
  arguments: [
    { name: "<id>", description: "id of the review" },
    { name: "[other]", description: "id of the review that it is no copy of" },
  ],
  examples: [
    ["goodword split r_abc", "another customer wrote the same words"],
    ["goodword split r_abc r_def", "these two are different customers' reviews"],
  ],
  run: (call) => {
    const [id = "", other] = call.arguments;
    return say(call, other === undefined ? { kind: "split", id } : { kind: "part", ids: [id, other] });
  },
};

export const joinCommand: Command = {
  name: "join",
  summary: "say that two reviews are one customer's, which counts once",
  details: "They must be of two sources, have the same stars, and be at most three days apart. split takes it back.",
  arguments: [
    { name: "<id>", description: "id of a review" },
    { name: "<other>", description: "id of its copy at another source" },
  ],
  examples: [["goodword join r_abc r_def", "Bob and Robert are one customer"]],
  run: (call) => {
    const [id = "", other = ""] = call.arguments;
    return say(call, { kind: "join", ids: [id, other] });
  },
};

async function say(call: Call, word: OwnersWordOnCopies): Promise<Outcome> {
  const outcome = await call.withStore((store) => sayOfCopies(store, word));
  const ids = word.kind === "split" ? [word.id] : word.ids;
  switch (outcome.kind) {
    case "unknown":
      throw noReview(...outcome.ids);
    case "too_different":
      throw new GoodwordError(
        "input_refused",
        `${ids.join(" and ")} cannot be one review: copies are of two sources, with the same stars, at most 3 days apart; nothing was changed`,
      );
    case "same":
      return { lines: ["That was said before; nothing was changed"], data: { ids, changed: false } };
    case "done":
      return {
        lines: [`${saidOf(word)}; revision ${outcome.revision}`],
        data: { ids, changed: true, revision: outcome.revision },
      };
  }
}

function saidOf(word: OwnersWordOnCopies): string {
  if (word.kind === "split") return `${word.id} counts by itself`;
  const [one, other] = word.ids;
  return word.kind === "join" ? `${one} and ${other} count once` : `${one} and ${other} are two customers' reviews`;
}
