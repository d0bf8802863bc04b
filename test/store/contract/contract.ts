/**
 * What every store must do, written against its ports alone. An adapter is done when this passes over it, and over whatever
 * stands between it and its callers.
 */
import { describe } from "bun:test";
import { skipUnless } from "../../support/tools.ts";
import { activationContract } from "./activation.ts";
import { answerContract } from "./answers.ts";
import { claimContract } from "./claims.ts";
import { consoleContract } from "./console.ts";
import { contentsContract } from "./contents.ts";
import { editionContract } from "./editions.ts";
import { jobContract } from "./jobs.ts";
import { messageContract } from "./messages.ts";
import { noticeContract } from "./notices.ts";
import type { OpenPlace } from "./place.ts";
import { recordContract } from "./record.ts";
import { reviewContract } from "./reviews.ts";
import { sharedPublicationContract } from "./shared_publications.ts";
import { timeAndErasureContract } from "./time_and_erasure.ts";
import { transactionContract } from "./transactions.ts";
import { transparencyLogContract } from "./transparency_log.ts";

/** What not every adapter has. */
export interface StoreTraits {
  /** Whether several servers share it, with leases and publications that they build for each other. Default true. */
  readonly hasFleet?: boolean;
  /** Whether one transaction can go on while another is open. Default true. */
  readonly hasSessions?: boolean;
  /** Whether only what depends on sessions is tried, since the rest of its queries is tried elsewhere. Default false. */
  readonly isOnlyOfSessions?: boolean;
}

export function storeContract(name: string, open: OpenPlace, traits: StoreTraits = {}): void {
  const { hasFleet = true, hasSessions = true, isOnlyOfSessions = false } = traits;
  describe(name, () => {
    transactionContract(open, hasSessions);
    if (!skipUnless(hasSessions, "moves between two stores, of which PGlite has one")) contentsContract(open);
    editionContract(open, hasSessions);
    claimContract(open);
    if (hasFleet) {
      activationContract(open);
      sharedPublicationContract(open, hasSessions);
    }
    if (isOnlyOfSessions) return;
    reviewContract(open);
    recordContract(open);
    transparencyLogContract(open);
    jobContract(open);
    consoleContract(open);
    answerContract(open);
    messageContract(open);
    noticeContract(open);
    timeAndErasureContract(open);
  });
}
