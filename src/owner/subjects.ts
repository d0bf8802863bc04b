/** What acts are about: how each kind is named, found, and known to be as its owner has seen it. */
import type { ListedJob } from "../invitations/mod.ts";
import type { StoredReview } from "../store/mod.ts";
import type { Subject } from "./act.ts";
import { seenOfReview } from "./review_state.ts";

export const reviewSubject: Subject<StoredReview> = {
  argument: { name: "<id>", description: "id of the review" },
  path: "reviews/:id",
  unknown: "act.noReview",
  find: (reads, ids) => reads.reviewsById(ids, { withoutMentions: false, withoutLanguage: false }),
  id: ({ id }) => id,
  seen: seenOfReview,
};

export const jobSubject: Subject<ListedJob, "jobs"> = {
  argument: { name: "<id>", description: "id of the job" },
  path: "jobs/:id",
  unknown: "act.noJob",
  find: (reads, ids) => reads.list(ids),
  id: ({ job }) => job.id,
  seen: ({ job, invitation }) => [job, invitation],
};
