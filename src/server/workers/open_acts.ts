/** What other programs have done over HTTP: acts of the owner, one after another. */
import type { InvitationPolicy, JobsToken } from "../../invitations/mod.ts";
import type { ApiRequest } from "../../owner/api_request.ts";
import type { BackupPlan } from "../../owner/back_up.ts";
import type { ReviewsRequest } from "../../owner/receive_reviews.ts";
import type { Store } from "../../store/mod.ts";
import { peekState } from "../../store/sqlite/peek_database.ts";
import { systemClock, systemRandom } from "../clock.ts";
import { FairScheduler } from "../fair_scheduler.ts";
import { StoreOfCalls } from "../open_store.ts";
import { removeOutdated } from "../publisher/publication_file.ts";
import { yieldToReaders } from "./yield_to_readers.ts";

export type OwnerActs = Awaited<ReturnType<typeof openActs>>;

const UNAUTHORIZED = "unauthorized" as const;

/** How long a write waits for another process's, in milliseconds. */
const LOCK_TIMEOUT_MS = 30_000;

export async function openActs(database: string) {
  const inTurn = new FairScheduler(systemClock, { atOnce: 1 }).lane();
  const stores = new StoreOfCalls(database, LOCK_TIMEOUT_MS);
  const act = <Done>(work: (store: Store) => Promise<Done>) => inTurn(() => stores.use(work));
  const actBy = <Done>(token: string, work: (store: Store, by: JobsToken) => Promise<Done>) =>
    act(async (store) => {
      const { findJobsToken } = await import("../../owner/jobs_token.ts");
      const by = await findJobsToken(store, token);
      return by === null ? UNAUTHORIZED : work(store, by);
    });
  return {
    validTokens: () =>
      act(async (store) => {
        const tokens = await (await import("../../owner/jobs_token.ts")).listJobsTokens(store);
        return tokens.filter(({ revokedAt }) => revokedAt === null);
      }),
    /** `token` of the request is the token itself. */
    receiveJobs: (request: ApiRequest) =>
      actBy(request.token, async (store, { name }) => {
        const { receiveJobs } = await import("../../owner/receive_jobs.ts");
        const random = { now: systemClock.now(), randomBytes: systemRandom.bytes };
        return receiveJobs(store, { ...request, token: name }, random);
      }),
    receiveReviews: (request: ReviewsRequest) =>
      actBy(request.token, async (store, { name, verifiedBy }) => {
        yieldToReaders("thread");
        const { receiveReviews } = await import("../../owner/receive_reviews.ts");
        const { storeAs } = await import("../../console/store_as.ts");
        const options = { verifiedBy, now: systemClock.now(), collectGarbage: () => Bun.gc(true) };
        return receiveReviews(storeAs(store, name), { ...request, token: name }, options);
      }),
    receiveBounce: (token: string, mime: Uint8Array) =>
      actBy(token, async ({ outbox }) => (await import("../../owner/send_messages.ts")).receiveBounce(outbox, mime)),
    forgetUnused: (policy: InvitationPolicy) =>
      act(async (store): Promise<void> => {
        const { forgetUnused } = await import("../../owner/job_list.ts");
        await forgetUnused(store, policy);
      }),
    backUpWhenDue: (plan: BackupPlan, policy: InvitationPolicy) =>
      act(async (store) => {
        yieldToReaders("thread");
        const [{ backUpWhenDue }, { openDatabase }] = await Promise.all([
          import("../../owner/back_up.ts"),
          import("../../store/sqlite/mod.ts"),
        ]);
        return backUpWhenDue(store, plan, { policy, open: openDatabase });
      }),
    /** State of one of many businesses while it is closed; deletes a publication older than its last change. */
    async lookAt(publication: string | null) {
      // A database on a server cannot be inspected this way.
      const peeked = peekState(database);
      if (peeked !== null) {
        if (publication !== null) removeOutdated(publication, peeked.revision);
        return peeked;
      }
      return act(async (store) => {
        const { revision } = await store.editions.state();
        const { subscriptions, pendingVerifications } = await store.subscriptions.count([]);
        const isRecorded = (await store.reviews.read((reads) => reads.setting("record"))) !== undefined;
        return { revision, owes: isRecorded || subscriptions.size + pendingVerifications > 0 };
      });
    },
    /** The token of a link for the first owner of the console; null where there is one. */
    firstLink: () =>
      act(async (store) => {
        const { makeLink } = await import("../../owner/people.ts");
        const link = await makeLink(store, { kind: "first" }, systemRandom.bytes);
        return link.kind === "made" ? link.token : null;
      }),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}
