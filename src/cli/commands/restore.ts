import { GoodwordError } from "../../errors.ts";
import { restoreReview } from "../../store/mod.ts";
import type { Command } from "../command.ts";

export const restoreCommand: Command = {
  name: "restore",
  summary: "let the next import bring back a review that was taken down",
  details: "The content of a review that was taken down is gone; it returns with the next file that holds it.",
  arguments: [{ name: "<id>", description: "id of the review" }],
  run: async (call) => {
    const id = call.arguments[0]!;
    const outcome = await call.withStore((store) => restoreReview(store, id));
    switch (outcome.kind) {
      case "unknown":
        throw new GoodwordError(
          "not_found",
          `There is no review with the id ${JSON.stringify(id)}; nothing was changed`,
        );
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
