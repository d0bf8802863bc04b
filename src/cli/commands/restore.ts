import { restoreReview } from "../../owner/mod.ts";
import { argumentOf, type Command } from "../command.ts";
import { noReview } from "../no_review.ts";

export const restoreCommand: Command = {
  name: "restore",
  summary: "let the next import bring back a review that was taken down",
  details: "The content of a review that was taken down is gone; it returns with the next file that holds it.",
  arguments: [{ name: "<id>", description: "id of the review" }],
  run: async (call) => {
    const id = argumentOf(call);
    const outcome = await call.withStore((store) => restoreReview(store, id));
    switch (outcome.kind) {
      case "unknown":
        throw noReview(id);
      case "not_suppressed":
        return { lines: [`Nothing keeps ${id} out; nothing was changed`], data: { id, changed: false } };
      case "restored":
        return {
          lines: [`${id} returns with the next import that holds it; revision ${outcome.revision}`],
          data: { id, changed: true, revision: outcome.revision },
        };
    }
  },
};
