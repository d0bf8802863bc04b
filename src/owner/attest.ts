/** Attests to reviews, having checked them against the customers, or withdraws that. */
import Type from "typebox";
import { calendarDateAt } from "../review/mod.ts";
import type { ReviewWrites } from "../store/mod.ts";
import { type ActOutcome, act } from "./act.ts";
import { field } from "./act_input.ts";
import { type NewVerification, saveVerificationsWithin, verificationOutcome } from "./save_verifications.ts";
import { reviewSubject } from "./subjects.ts";

const SUBJECT = {
  subject: reviewSubject,
  isForMany: true,
  command: "verify",
  argument: { name: "<ids...>", description: "ids of reviews" },
};

export const attest = act({
  ...SUBJECT,
  name: "verify attest",
  input: Type.Object({
    by: Type.Optional(Type.String(field({ flags: "--by <initials>", help: "who checked them, for the log" }))),
  }),
  async run(writes, { ids, input, context }) {
    const date = calendarDateAt(context.now, (await writes.business())?.profile.time_zone ?? "UTC");
    return settle(writes, ids, { method: "operator_attested", date, by: input.by ?? context.by });
  },
});

export const withdraw = act({
  ...SUBJECT,
  name: "verify withdraw",
  input: Type.Object({}),
  run: (writes, { ids, context }) => settle(writes, ids, { method: "none", date: null, by: context.by }),
});

async function settle(
  writes: ReviewWrites,
  ids: readonly string[],
  verification: Pick<NewVerification, "method" | "date" | "by">,
): Promise<ActOutcome> {
  const wanted = ids.map((id) => ({ id, strength: null, evidence: null, ...verification }));
  return verificationOutcome(await saveVerificationsWithin(writes, wanted), wanted);
}
