/** Withholds a review from readers for one of a few reasons, which do not include its stars, or shows it again. */
import Type from "typebox";
import { OWNERS_REASONS } from "../review/mod.ts";
import { joinLines, rejoin } from "../store/import/mod.ts";
import { instantOfChange } from "../store/mod.ts";
import { act, done, same } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";
import { reviewSubject } from "./subjects.ts";

export const withhold = act({
  name: "withhold",
  subject: reviewSubject,
  details:
    "Only for one of these reasons, each of which is published with the number of reviews and their stars; a low rating is " +
    "not a reason. The review is kept, its author can object through their link, and --undo shows it again.",
  examples: [
    ["goodword withhold r_abc --reason personal_data", "it contains a person's address"],
    ["goodword withhold r_abc --undo", "show it again"],
  ],
  input: Type.Object({
    reason: Type.Optional(
      Type.Enum(
        OWNERS_REASONS,
        field({
          help: "why it is withheld",
          label: "shared.report.reason",
          missing: "review.reasonMissing",
          choices: {
            personal_data: "shared.reason.personal_data",
            abuse: "shared.reason.abuse",
            not_about_this_business: "shared.reason.not_about_this_business",
            legal_order: "shared.reason.legal_order",
          },
        }),
      ),
    ),
    undo: Type.Optional(Type.Boolean(field({ help: "show it again" }))),
  }),
  contradictions: [{ fields: ["reason", "undo"], isNeeded: true, code: "review.reasonMissing" }],
  async run(writes, { one: review, input: { reason = null } }) {
    const { id, withheld } = review;
    const notice = reason === null ? "done.shown" : "done.withheld";
    const isOwners = withheld === null || OWNERS_REASONS.some((each) => each === withheld);
    if (!isOwners) return refused("usage", "review.otherwise");
    if (withheld === reason)
      return same({ lines: [`Nothing to change for ${id}`], data: { id, changed: false }, notice });
    const at = instantOfChange(writes.now, await writes.state());
    await writes.changeReview(id, { withheld: reason, updatedAt: at });
    const joins = await rejoin(writes, [review], at);
    const line = { reviewId: id, detail: { withheld: reason ?? "no longer", before: withheld } };
    const lines = [line, ...joins.flatMap(joinLines)];
    const revision = await writes.recordChange({ command: "withhold", at, lines });
    const what = reason === null ? `${id} is shown again` : `${id} is withheld (${reason})`;
    return done({
      lines: [`${what}; revision ${revision}`],
      data: { id, changed: true, withheld: reason, revision },
      notice,
    });
  },
});
