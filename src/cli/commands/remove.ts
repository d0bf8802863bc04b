import { REMOVAL_REASONS, type RemovalReason, removeReview } from "../../owner/mod.ts";
import { argumentOf, type Command } from "../command.ts";
import { noReview } from "../no_review.ts";

/** Removes a review for one of the reasons that are published. */
export const removeCommand: Command = {
  name: "remove",
  summary: "remove a review permanently",
  details:
    "Its content is erased and it leaves every document and feed; subscribers are told. Its id is kept, so that no " +
    "later import brings it back. That a rating is low is no reason.",
  arguments: [{ name: "<id>", description: "id of the review" }],
  options: [{ flags: "--reason <reason>", description: "why it is removed", choices: REMOVAL_REASONS, required: true }],
  examples: [["goodword remove r_abc --reason request", "its author asked for it"]],
  run: async (call) => {
    const id = argumentOf(call);
    const reason = call.text("reason") as RemovalReason;
    const outcome = await call.withStore((store) => removeReview(store, { id, reason }));
    switch (outcome.kind) {
      case "unknown":
        throw noReview(id);
      case "removed_before":
        return {
          lines: [`${id} was already removed, ${new Date(outcome.removedAt).toISOString()}; nothing was changed`],
          data: { id, changed: false, removed_at: new Date(outcome.removedAt).toISOString() },
        };
      case "removed":
        return {
          lines: [
            `${id} removed and its content erased; revision ${outcome.revision}`,
            "Earlier backups still contain it.",
          ],
          data: { id, changed: true, reason, was_published: outcome.wasPublished, revision: outcome.revision },
        };
    }
  },
};
