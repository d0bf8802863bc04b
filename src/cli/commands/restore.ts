import { restoreReview } from "../../owner/mod.ts";
import { argumentOf, type Command } from "../command.ts";
import { noReview } from "../no_review.ts";

/** Lifts the suppression that a removal leaves behind. */
export const restoreCommand: Command = {
  name: "restore",
  summary: "allow a removed review to be imported again",
  details: "The content of a removed review is erased; it returns with the next imported file that contains it.",
  arguments: [{ name: "<id>", description: "id of the review" }],
  run: async (call) => {
    const id = argumentOf(call);
    const outcome = await call.withStore((store) => restoreReview(store, id));
    switch (outcome.kind) {
      case "unknown":
        throw noReview(id);
      case "not_suppressed":
        return {
          lines: [`Nothing keeps ${id} from being imported; nothing was changed`],
          data: { id, changed: false },
        };
      case "restored":
        return {
          lines: [`${id} returns with the next import that contains it; revision ${outcome.revision}`],
          data: { id, changed: true, revision: outcome.revision },
        };
    }
  },
};
