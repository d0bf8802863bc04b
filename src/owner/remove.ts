/** Erases reviews. Left are the tombstone that readers see, and the suppression that later imports obey. */
import Type from "typebox";
import {
  cameByOwnLink,
  counted,
  foldLetters,
  keptContentHash,
  REMOVAL_REASONS,
  type RemovalReason,
  recogniseSource,
} from "../review/mod.ts";
import { findJoins, joinLines, rejoin, removalOf, type Successor, successorsOf } from "../store/import/mod.ts";
import {
  instantOfChange,
  type LoggedChange,
  type ReviewReads,
  type ReviewWrites,
  type StoredRemoval,
  type StoredReview,
} from "../store/mod.ts";
import { act, done, same, unknown } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";
import { reviewSubject } from "./subjects.ts";

type RemovalsOutcome =
  | { readonly kind: "unknown"; readonly ids: readonly string[] }
  | {
      readonly kind: "done";
      readonly removed: readonly { readonly id: string; readonly wasPublished: boolean }[];
      readonly removedBefore: readonly { readonly id: string; readonly removedAt: number }[];
      readonly successors: readonly Successor[];
      readonly revision: number;
    };

/** Reasons for removing a review that came by our own link. */
export const AUTHORS_REASONS: readonly RemovalReason[] = ["request", "privacy", "legal"];

const MAX_MATCHES = 1_000_000;

export const remove = act({
  name: "remove",
  subject: reviewSubject,
  isForMany: true,
  argument: { name: "[ids...]", description: "ids of the reviews" },
  details:
    "Their content is erased, they disappear from every document and feed, and subscribers are notified. Their ids are kept, so that " +
    "no later import brings them back. A low rating is not a reason. All are removed as one revision, or nothing changes.",
  examples: [
    ["goodword remove r_abc --reason request", "at its author's request"],
    ['goodword remove --author "Jane D." --reason privacy --dry-run', "preview which reviews that would remove"],
  ],
  input: Type.Object({
    reason: Type.Enum(
      REMOVAL_REASONS,
      field({
        help: "why they are removed",
        label: "shared.report.reason",
        missing: "review.reasonMissing",
        choices: {
          request: "review.removal.request",
          privacy: "shared.reason.privacy",
          legal: "shared.reason.legal",
          spam: "shared.reason.spam",
          duplicate: "shared.reason.duplicate",
          insider: "shared.reason.insider",
        },
      }),
    ),
    author: Type.Optional(
      Type.String(field({ flags: "--author <name>", help: "all reviews by authors of exactly this name" })),
    ),
    source: Type.Optional(Type.String(field({ flags: "--source <name>", help: "all reviews of a source" }))),
  }),
  async further(reads, { author, source }) {
    if (author === undefined && source === undefined) return [];
    const id = source === undefined ? undefined : recogniseSource(source);
    const { reviews } = await reads.list({ author, source: id, limit: MAX_MATCHES });
    const named = reviews.filter((each) => author === undefined || foldLetters(each.author) === foldLetters(author));
    return named.map((each) => each.id);
  },
  async plan(reads, { ids, found, input }) {
    const { reason } = input;
    if (ids.length === 0) return noneMeant(input);
    const successors = await successorsIn(reads, found);
    return done({
      lines: [
        ...ids.map((id) => `${id} would be removed`),
        ...successors.map((each) => successorLine(each, "would count")),
        "Dry run: nothing was changed",
      ],
      data: { dry_run: true, ids, reason, ...successorData(successors) },
      notice: "done.removed",
    });
  },
  async run(writes, { ids, found, input }) {
    const { reason } = input;
    if (ids.length === 0) return noneMeant(input);
    const isAuthorsReason = AUTHORS_REASONS.includes(reason);
    if (!isAuthorsReason && found.some(cameByOwnLink)) return refused("usage", "review.removeAuthors");
    const outcome = await removeWithin(writes, { ids, reason, command: "remove" });
    if (outcome.kind === "unknown") return unknown(reviewSubject, outcome.ids);
    const { removed, successors } = outcome;
    const data = { ...dataOf(outcome, reason), ...successorData(successors) };
    return (removed.length === 0 ? same : done)({ lines: linesOf(outcome), data, notice: "done.removed" });
  },
});

function noneMeant({ author, source }: { readonly author?: string; readonly source?: string }) {
  const isNamed = author !== undefined || source !== undefined;
  return isNamed ? refused("unknown", "act.noReviewFound") : refused("usage", "act.noReviewMeant");
}

type Removed = Extract<RemovalsOutcome, { kind: "done" }>;

function linesOf({ removed, removedBefore, successors, revision }: Removed): string[] {
  const before = removedBefore.map(({ id, removedAt }) => {
    return `${id} was already removed, ${new Date(removedAt).toISOString()}; nothing was changed`;
  });
  const [first, second] = removed;
  const what =
    second === undefined ? `${first?.id} removed and its` : `${counted(removed.length, "review")} removed and their`;
  const lines = [
    `${what} content erased; revision ${revision}`,
    `Earlier backups still contain ${second === undefined ? "it" : "them"}.`,
  ];
  return [
    ...before,
    ...(first === undefined ? [] : lines),
    ...successors.map((each) => successorLine(each, "counts now")),
  ];
}

/** Somebody who asks for a removal may want the copies removed too. */
function successorLine({ id, insteadOf, withheld }: Successor, counts: string): string {
  const status = withheld === null ? "" : ` (withheld: ${withheld})`;
  return `${id}, a copy of ${insteadOf} at another site, ${counts} in its place${status}; remove it too if it should go`;
}

function successorData(successors: readonly Successor[]): object {
  if (successors.length === 0) return {};
  return {
    counted_instead: successors.map(({ id, insteadOf, withheld }) => ({ id, instead_of: insteadOf, withheld })),
  };
}

/** A single review is reported as an object, several as a list. */
function dataOf({ removed, removedBefore, revision }: Removed, reason: RemovalReason): object {
  const first = removed[0];
  const before = removedBefore[0];
  const isOne = removed.length + removedBefore.length === 1;
  if (isOne && before) {
    return { id: before.id, changed: false, removed_at: new Date(before.removedAt).toISOString() };
  }
  if (isOne && first) return { id: first.id, changed: true, reason, was_published: first.wasPublished, revision };
  const ids = removed.map(({ id }) => id);
  return { changed: ids.length > 0, reason, removed: ids, removed_before: removedBefore.map(({ id }) => id), revision };
}

export interface RemovalRequest {
  readonly ids: readonly string[];
  readonly reason: RemovalReason | "withdrawn";
  readonly command: string;
}

export async function removeWithin(
  writes: ReviewWrites,
  { ids, reason, command }: RemovalRequest,
): Promise<RemovalsOutcome> {
  const wanted = [...new Set(ids)];
  const found = await writes.reviewsById(wanted, { withoutMentions: false, withoutLanguage: false });
  const foundIds = new Set(found.map(({ id }) => id));
  const { kept, unknown } = await keptRemovals(
    writes,
    wanted.filter((id) => !foundIds.has(id)),
  );
  if (unknown.length > 0) return { kind: "unknown", ids: unknown };
  const at = instantOfChange(writes.now, await writes.state());
  const fresh = found.map((review) => suppressedRemoval(review, reason, at));
  // A review that only a replacing import removed is suppressed from now on.
  const keptOut = kept.filter(({ suppressed }) => !suppressed).map((each) => ({ ...each, suppressed: true, reason }));
  const removed = [...fresh, ...keptOut];
  const removedBefore = kept.filter(({ suppressed }) => suppressed);
  if (removed.length === 0) {
    return { kind: "done", removed, removedBefore, successors: [], revision: (await writes.state()).revision };
  }
  await writes.saveRemovals(removed);
  await writes.eraseReviews([...foundIds]);
  const joins = await rejoin(writes, found, at);
  const lines: LoggedChange["lines"][number][] = removed.map(({ id }) => ({
    reviewId: id,
    detail: { removed: reason },
  }));
  lines.push(...joins.flatMap(joinLines));
  const revision = await writes.recordChange({ command, at, lines });
  return { kind: "done", removed, removedBefore, successors: successorsOf(joins, foundIds), revision };
}

async function successorsIn(reads: ReviewReads, found: readonly StoredReview[]): Promise<readonly Successor[]> {
  const removed = new Set(found.map(({ id }) => id));
  const joinableBetween = async (first: string, last: string) =>
    (await reads.joinableBetween(first, last)).filter(({ id }) => !removed.has(id));
  return successorsOf(await findJoins({ setting: reads.setting, joinableBetween }, found), removed);
}

async function keptRemovals(writes: ReviewWrites, ids: readonly string[]) {
  const kept: StoredRemoval[] = [];
  const unknown: string[] = [];
  for (const id of ids) {
    const removal = await writes.removal(id);
    if (removal === undefined) unknown.push(id);
    else kept.push(removal);
  }
  return { kept, unknown };
}

function suppressedRemoval(review: StoredReview, reason: RemovalRequest["reason"], removedAt: number): StoredRemoval {
  const rating = cameByOwnLink(review) ? review.rating : null;
  const contentHash = keptContentHash(review);
  return { ...removalOf(review, reason, removedAt), suppressed: true, contentHash, rating };
}
