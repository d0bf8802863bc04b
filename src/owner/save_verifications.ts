/** Verifies reviews or takes their verification back; used by attesting and by matching with jobs. */
import { cameByOwnLink, type JobStrength, type VerificationMethod } from "../review/mod.ts";
import { joinLines, rejoin } from "../store/import/mod.ts";
import { instantOfChange, instantOfRank, type ReviewWrites, type Store, type StoredReview } from "../store/mod.ts";
import { type ActOutcome, done, same, unknown } from "./act.ts";
import { refused } from "./refusal.ts";
import { reviewState } from "./review_state.ts";
import { reviewSubject } from "./subjects.ts";

export interface NewVerification {
  readonly id: string;
  /** The {@link reviewState} when the form was rendered; any if absent. */
  readonly expected?: string | undefined;
  readonly method: VerificationMethod;
  readonly strength: JobStrength | null;
  readonly date: string | null;
  readonly evidence: string | null;
  /** The person or program that checked, for the log. */
  readonly by?: string | undefined;
}

/** All or nothing. A review that is withheld for another reason than "unverified" stays withheld. */
export function saveVerifications({ reviews }: Store, verifications: readonly NewVerification[]) {
  return reviews.write((writes) => saveVerificationsWithin(writes, verifications));
}

export async function saveVerificationsWithin(writes: ReviewWrites, verifications: readonly NewVerification[]) {
  const ids = verifications.map(({ id }) => id);
  const found = await writes.reviewsById(ids, { withoutMentions: false, withoutLanguage: false });
  const byId = new Map(found.map((review) => [review.id, review]));
  const unknown = ids.filter((id) => !byId.has(id));
  const pairs = verifications.flatMap((wanted) => {
    const review = byId.get(wanted.id);
    return review === undefined ? [] : [{ wanted, review }];
  });
  const isOvertaken = pairs.some(
    ({ wanted: { expected }, review }) => expected !== undefined && reviewState(review) !== expected,
  );
  const changed = pairs.filter(({ wanted, review }) => differs(wanted, review));
  const nothing = { changed: [], unknown, isOvertaken, revision: null };
  if (unknown.length > 0 || isOvertaken || changed.length === 0) return nothing;
  const at = instantOfChange(writes.now, await writes.state());
  for (const [rank, { wanted, review }] of changed.entries()) {
    await writes.changeReview(wanted.id, fieldsAfter(wanted, review, instantOfRank(at, rank)));
  }
  const lines = changed.map(({ wanted, review }) => lineOf(wanted, review.verificationMethod));
  const reviews = changed.map(({ review }) => review);
  const joins = await rejoin(writes, reviews, at);
  const revision = await writes.recordChange({
    command: "verify",
    at,
    lines: [...lines, ...joins.flatMap(joinLines)],
  });
  return { changed: changed.map(({ wanted }) => wanted.id), unknown, isOvertaken, revision };
}

export function verificationOutcome(
  { changed, unknown: missing, isOvertaken, revision }: Awaited<ReturnType<typeof saveVerificationsWithin>>,
  wanted: readonly NewVerification[],
): ActOutcome {
  if (missing.length > 0) return unknown(reviewSubject, missing);
  if (isOvertaken) return refused("changed", "frame.changed");
  const method = wanted[0]?.method ?? "none";
  const [what, notice] =
    method === "none" ? (["withdrawn", "done.withdrawn"] as const) : (["attested", "done.attested"] as const);
  const data = { changed, method, revision };
  if (revision === null) {
    return same({ lines: [`Nothing to do: ${wanted.map(({ id }) => id).join(", ")}`], data, notice });
  }
  return done({ lines: [`${changed.join(", ")} ${what}; revision ${revision}`], data, notice });
}

function differs({ method, strength }: NewVerification, review: StoredReview): boolean {
  if (cameByOwnLink(review)) return false;
  return review.verificationMethod !== method || review.verificationStrength !== strength;
}

function fieldsAfter(
  { method, strength, date, evidence }: NewVerification,
  { withheld }: StoredReview,
  updatedAt: number,
) {
  const isOnlyUnverified = withheld === null || withheld === "unverified";
  return {
    verificationMethod: method,
    verificationStrength: strength,
    verificationDate: date,
    evidence,
    withheld: isOnlyUnverified ? (method === "none" ? ("unverified" as const) : null) : withheld,
    updatedAt,
  };
}

function lineOf({ id, method, by }: NewVerification, before: VerificationMethod) {
  return { reviewId: id, detail: { verification: method, before, ...(by !== undefined && { by }) } };
}
