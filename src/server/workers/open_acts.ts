/** What other programs have done over HTTP: acts of the owner, one after another. */
import type { InvitationPolicy, JobsToken } from "../../invitations/mod.ts";
import type { ApiRequest, ApiResult } from "../../owner/api_request.ts";
import type { BackupPlan, ScheduledBackup } from "../../owner/back_up.ts";
import type { ReceivedJobs } from "../../owner/receive_jobs.ts";
import type { ReviewsRequest } from "../../owner/receive_reviews.ts";
import type { BounceOutcome } from "../../owner/send_messages.ts";
import type { Store } from "../../store/mod.ts";
import { peekState } from "../../store/sqlite/peek_database.ts";
import { systemClock, systemRandom } from "../clock.ts";
import { FairScheduler } from "../fair_scheduler.ts";
import { openStore } from "../open_store.ts";
import { removeOutdated } from "../publisher/publication_file.ts";
import { yieldToReaders } from "./yield_to_readers.ts";

export interface OwnerActs {
  validTokens(): Promise<readonly JobsToken[]>;
  /** `token` of the request is the token itself. */
  receiveJobs(request: ApiRequest): Promise<ReceivedJobs | "unauthorized">;
  receiveReviews(request: ReviewsRequest): Promise<ApiResult | "unauthorized">;
  receiveBounce(token: string, mime: Uint8Array): Promise<BounceOutcome | "unauthorized">;
  forgetUnused(policy: InvitationPolicy): Promise<void>;
  backUpWhenDue(plan: BackupPlan, policy: InvitationPolicy): Promise<ScheduledBackup>;
  /** State of one of many businesses while it is closed; deletes a publication older than its last change. */
  lookAt(publication: string | null): Promise<BusinessState>;
  /** The token of a link for the first owner of the console; null where there is one. */
  firstLink(): Promise<string | null>;
}

interface BusinessState {
  readonly revision: number;
  /** Whether the outside may be owed anything, for which a server has to be at work. */
  readonly owes: boolean;
}

/** How long a write waits for another process's, in milliseconds. */
const LOCK_TIMEOUT_MS = 30_000;
const COLLECT_MS = 2000;

/** The acts; the store is opened for each, since its file may be replaced between two of them. */
export async function openActs(database: string): Promise<OwnerActs> {
  const inTurn = new FairScheduler(systemClock, { atOnce: 1 }).lane();
  let willCollect = false;
  // Unused statements hold the file open until they are collected, and a rename waits for that.
  const collectSoon = () => {
    if (!willCollect) setTimeout(collect, COLLECT_MS);
    willCollect = true;
  };
  function collect(): void {
    willCollect = false;
    Bun.gc(true);
  }
  const act = <Done>(work: (store: Store) => Promise<Done>): Promise<Done> =>
    inTurn(async () => {
      await using store = await openStore(database, { lockTimeoutMs: LOCK_TIMEOUT_MS });
      return await work(store);
    });
  return {
    validTokens: () =>
      act(async (store) => {
        const tokens = await (await import("../../owner/jobs_token.ts")).listJobsTokens(store);
        return tokens.filter(({ revokedAt }) => revokedAt === null);
      }),
    receiveJobs: (request) =>
      act(async (store) => {
        const { receiveJobs } = await import("../../owner/receive_jobs.ts");
        const token = await tokenOf(store, request.token);
        const random = { now: systemClock.now(), randomBytes: systemRandom.bytes };
        return token === null ? "unauthorized" : receiveJobs(store, { ...request, token: token.name }, random);
      }),
    receiveReviews: (request) =>
      act(async (store) => {
        yieldToReaders("thread");
        const { receiveReviews } = await import("../../owner/receive_reviews.ts");
        const { storeAs } = await import("../../console/store_as.ts");
        const token = await tokenOf(store, request.token);
        if (token === null) return "unauthorized";
        const { name, verifiedBy } = token;
        const options = { verifiedBy, now: systemClock.now(), collectGarbage: () => Bun.gc(true) };
        return receiveReviews(storeAs(store, name), { ...request, token: name }, options);
      }),
    receiveBounce: (token, mime) =>
      act(async (store) => {
        if ((await tokenOf(store, token)) === null) return "unauthorized";
        return (await import("../../owner/send_messages.ts")).receiveBounce(store.outbox, mime);
      }),
    forgetUnused: (policy) =>
      act(async (store) => {
        collectSoon();
        await (await import("../../owner/job_list.ts")).forgetUnused(store, policy);
      }),
    backUpWhenDue: (plan, policy) =>
      act(async (store) => {
        yieldToReaders("thread");
        const [{ backUpWhenDue }, { openDatabase }] = await Promise.all([
          import("../../owner/back_up.ts"),
          import("../../store/sqlite/mod.ts"),
        ]);
        return backUpWhenDue(store, plan, { policy, open: openDatabase });
      }),
    async lookAt(publication) {
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
    firstLink: () =>
      act(async (store) => {
        const { makeLink } = await import("../../owner/people.ts");
        const link = await makeLink(store, { kind: "first" }, systemRandom.bytes);
        return link.kind === "made" ? link.token : null;
      }),
  };
}

async function tokenOf(store: Store, token: string): Promise<JobsToken | null> {
  return (await import("../../owner/jobs_token.ts")).findJobsToken(store, token);
}
