/**
 * How reviews come to count as verified, or cease to.
 *
 * @module
 */
import { eq, sql } from "drizzle-orm";
import type { Mentions, VerificationMethod } from "../review/mod.ts";
import { keys, reviews } from "../sql/schema.ts";
import { instantOfChange, readEditionState, recordChange } from "./edition.ts";
import { instantOfRank } from "./plan_import.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

/** A review that waits for verification. */
export interface UnverifiedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly authorName: string;
  readonly isAnonymous: boolean;
  readonly givenMentions: Mentions | null;
  readonly analysis: string | null;
  readonly analysisKey: string | null;
  readonly title: string | null;
  readonly text: string;
}

/** Reviews that are withheld for no other reason than that nobody verified them, oldest first. */
export function readUnverified(store: Store): UnverifiedReview[] {
  return store
    .select({
      id: reviews.id,
      date: reviews.date,
      rating: reviews.rating,
      authorName: reviews.authorName,
      isAnonymous: reviews.isAnonymous,
      givenMentions: reviews.givenMentions,
      analysis: reviews.analysis,
      analysisKey: reviews.analysisKey,
      title: reviews.title,
      text: reviews.text,
    })
    .from(reviews)
    .where(eq(reviews.withheld, "unverified"))
    .orderBy(reviews.date, reviews.id)
    .all();
}

/** Evidence that already stands for a review: one job proves one review. */
export function readEvidence(store: Store): ReadonlySet<string> {
  return new Set(
    store.values<[string]>(sql`SELECT evidence FROM reviews WHERE evidence IS NOT NULL`).map(([it]) => it),
  );
}

const SALT = "evidence_salt";

/** The salt that keeps evidence from being guessed from a list of customers; made at its first use. */
export function evidenceSalt(store: Store, randomBytes: (count: number) => Uint8Array): string {
  const made = randomBytes(32).toHex();
  store.insert(keys).values({ name: SALT, value: made }).onConflictDoNothing().run();
  return store.select().from(keys).where(eq(keys.name, SALT)).get()!.value;
}

export interface NewVerification {
  readonly id: string;
  readonly method: VerificationMethod;
  /** When it was checked; null for `none`. */
  readonly date: string | null;
  readonly evidence: string | null;
  /** Who checked, for the log. */
  readonly by?: string | undefined;
}

export interface SavedVerifications {
  /** Ids whose verification changed. */
  readonly changed: readonly string[];
  /** Ids that no kept review has. */
  readonly unknown: readonly string[];
  /** Null when nothing changed. */
  readonly revision: number | null;
}

export interface NewVerifications {
  readonly verifications: readonly NewVerification[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Saves how reviews were verified, as one change. A review that is withheld for another reason than "unverified" stays
 * withheld. All or nothing: with an unknown id nothing is changed. Calling it twice changes nothing.
 */
export function saveVerifications(store: Store, { verifications, now }: NewVerifications): SavedVerifications {
  return store.transaction(
    (transaction): SavedVerifications => {
      const stored = verifications.map((wanted) => ({ wanted, review: findVerified(transaction, wanted.id) }));
      const unknown = stored.flatMap(({ wanted, review }) => (review === undefined ? [wanted.id] : []));
      const changed = stored.filter(({ wanted, review }) => review && review.verificationMethod !== wanted.method);
      if (unknown.length > 0 || changed.length === 0) return { changed: [], unknown, revision: null };
      const at = instantOfChange(now, readEditionState(transaction));
      for (const [rank, { wanted, review }] of changed.entries()) {
        saveOne(transaction, wanted, review!, instantOfRank(at, rank));
      }
      const lines = changed.map(({ wanted, review }) => lineOf(wanted, review!.verificationMethod));
      const revision = recordChange(transaction, { command: "verify", at, lines });
      return { changed: changed.map(({ wanted }) => wanted.id), unknown, revision };
    },
    { behavior: "immediate" },
  );
}

type Verified = Pick<StoredReview, "verificationMethod" | "withheld">;

function findVerified(transaction: Store, id: string): Verified | undefined {
  return transaction
    .select({ verificationMethod: reviews.verificationMethod, withheld: reviews.withheld })
    .from(reviews)
    .where(eq(reviews.id, id))
    .get();
}

function saveOne(transaction: Store, wanted: NewVerification, { withheld }: Verified, updatedAt: number): void {
  const isOnlyUnverified = withheld === null || withheld === "unverified";
  transaction
    .update(reviews)
    .set({
      verificationMethod: wanted.method,
      verificationDate: wanted.date,
      evidence: wanted.evidence,
      withheld: isOnlyUnverified ? (wanted.method === "none" ? "unverified" : null) : withheld,
      updatedAt,
    })
    .where(eq(reviews.id, wanted.id))
    .run();
}

function lineOf({ id, method, by }: NewVerification, before: VerificationMethod) {
  return { reviewId: id, detail: { verification: method, before, ...(by !== undefined && { by }) } };
}
