/** The owner's decision on a near miss: a review and a job are the same person's, or two people's. */
import Type from "typebox";
import type { Job } from "../invitations/mod.ts";
import { findReviews, type StoredReview } from "../store/mod.ts";
import { act, done, type Subject, same } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";
import { reviewState, seenOfReview } from "./review_state.ts";
import { saveVerifications, verificationOutcome } from "./save_verifications.ts";
import { judgeOne, openJobMatcher, readEvidence, readRuledOut } from "./verify_by_jobs.ts";

/** A kept review, and a job of the list that still has its customer. */
const reviewAndJob: Subject<{ readonly review: StoredReview; readonly job: Job }, "store"> = {
  argument: { name: "<pair>", description: "the near miss, such as r_abc=job_m4x7" },
  path: "verification/:id",
  unknown: "act.noPair",
  async find(store, [id = ""]) {
    const [reviewId = "", jobId = ""] = id.split("=");
    const listed = await store.jobs.read((reads) => reads.list([jobId]));
    const [review] = await findReviews(store, [reviewId]);
    return listed.flatMap(({ job }) => (review === undefined || job.customerName === null ? [] : [{ review, job }]));
  },
  id: ({ review, job }) => `${review.id}=${job.id}`,
  seen: ({ review, job }) => [seenOfReview(review), job],
};

const INPUT = Type.Object({
  by: Type.Optional(Type.String(field({ flags: "--by <initials>", help: "who checked them, for the log" }))),
});

export const confirm = act({
  name: "verify confirm",
  command: "verify",
  subject: reviewAndJob,
  within: "store",
  examples: [["goodword verify confirm r_abc=job_m4x7 --by AB", "you know that this is the customer of that job"]],
  input: INPUT,
  async run(store, { one: { review, job }, input, context }) {
    const { now, randomBytes } = context;
    const values = { review: review.id, job: job.id, customer: job.customerName ?? "" };
    if (job.isCancelled) return refused("invalid", "verification.cancelled", values);
    const { verificationMethod: before } = review;
    if (before !== "none" && before !== "operator_attested") {
      return refused("invalid", "verification.verified", values);
    }
    const matcher = await openJobMatcher(store, { now, randomBytes, isDry: false });
    const evidence = matcher.evidenceOf(job);
    const isTaken = (await readEvidence(store)).has(evidence);
    if (isTaken && review.evidence !== evidence) return refused("invalid", "verification.taken", values);
    // Ignore copies, since the owner may know the customer from one.
    if (!judgeOne(matcher, { ...review, copyOf: null }, job)) return refused("invalid", "verification.unlike", values);
    const attested = { method: "operator_attested", strength: null, date: matcher.today, evidence } as const;
    const wanted = { id: review.id, ...attested, by: input.by ?? context.by, expected: reviewState(review) };
    return verificationOutcome(await saveVerifications(store, [wanted]), [wanted]);
  },
});

/** Remembers that the review is not by the customer of the job, so that the two are no longer matched. */
export const ruleOut = act({
  name: "verify rule-out",
  command: "rule out",
  subject: reviewAndJob,
  within: "store",
  details: "They are no longer matched. goodword verify confirm undoes it.",
  input: INPUT,
  run: (store, { one: { review, job }, input: { by } }) =>
    store.reviews.write(async (writes) => {
      const counted = review.copyOf ?? review.id;
      const line = `${review.id} and ${job.id} are no longer matched; undo with goodword verify confirm`;
      const [data, notice] = [{ review: review.id, job: job.id }, "done.ruledOut"] as const;
      const named = (await writes.jobs.list()).flatMap((each) => (each.job.customerName === null ? [] : [each.job.id]));
      // A job without its customer no longer matches anything.
      const kept = (await readRuledOut(writes)).filter(([, id]) => named.includes(id));
      if (kept.some(([one, other]) => one === counted && other === job.id)) {
        return same({ lines: [`Nothing to do: ${line}`], data, notice });
      }
      await writes.saveSetting("ruled_out_matches", JSON.stringify([...kept, [counted, job.id]]));
      const lines = [{ reviewId: review.id, detail: { job: job.id } }];
      await writes.recordAct({ command: "rule out", lines, ...(by !== undefined && { by }) });
      return done({ lines: [line], data, notice });
    }),
});
