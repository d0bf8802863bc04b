import { inputRefused, notFound, usageFault } from "../../errors.ts";
import { withholdReview } from "../../owner/edit_review.ts";
import { applyManualJoin, type ManualJoin } from "../../owner/join_copies.ts";
import { AUTHORS_REASONS, removeReviews, restoreReview, successorsAfter } from "../../owner/remove.ts";
import { counted, foldLetters, type OwnersReason, type RemovalReason, recogniseSource } from "../../review/mod.ts";
import type { Successor } from "../../store/import/mod.ts";
import { listReviews, type Store } from "../../store/mod.ts";
import { argumentOf, type CommandCall, noReview, type Outcome, unchanged } from "../command.ts";

export function remove(call: CommandCall): Promise<Outcome> {
  return call.withStore((store) => removeFrom(store, call));
}

async function removeFrom(store: Store, call: CommandCall): Promise<Outcome> {
  const reason = call.text("reason") as RemovalReason;
  const ids = await idsOf(call, store);
  if (call.flag("dry-run")) {
    const successors = await successorsAfter(store, ids);
    const lines = [
      ...ids.map((id) => `${id} would be removed`),
      ...successors.map((each) => successorLine(each, "would count")),
      "Dry run: nothing was changed",
    ];
    return { lines, data: { dry_run: true, ids, reason, ...successorData(successors) } };
  }
  const outcome = await removeReviews(store, { ids, reason });
  if (outcome.kind === "unknown") throw noReview(...outcome.ids);
  if (outcome.kind === "changed") throw inputRefused("Changed by someone else; nothing was saved");
  if (outcome.kind === "authors") {
    const message = `${outcome.ids.join(", ")} came by your invitation; reasons to remove it are ${AUTHORS_REASONS.join(", ")}. Nothing was changed; see goodword withhold`;
    throw usageFault(message);
  }
  const { removed, removedBefore, revision } = outcome;
  const before = removedBefore.map(({ id, removedAt }) => {
    return `${id} was already removed, ${new Date(removedAt).toISOString()}; nothing was changed`;
  });
  const [first] = removed;
  const done =
    first === undefined
      ? []
      : [
          removed.length === 1
            ? `${first.id} removed and its content erased; revision ${revision}`
            : `${counted(removed.length, "review")} removed and their content erased; revision ${revision}`,
          removed.length === 1 ? "Earlier backups still contain it." : "Earlier backups still contain them.",
        ];
  const { successors } = outcome;
  const lines = [...before, ...done, ...successors.map((each) => successorLine(each, "counts now"))];
  return { lines, data: { ...dataOf(outcome, reason), ...successorData(successors) } };
}

/** Whoever asked for a review to be removed may mean its copies, too. */
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

type Removed = Extract<Awaited<ReturnType<typeof removeReviews>>, { kind: "done" }>;

/** A single review is reported as such, several as a list. */
function dataOf({ removed, removedBefore, revision }: Removed, reason: RemovalReason): object {
  const [first, before] = [removed[0], removedBefore[0]];
  const isOne = removed.length + removedBefore.length === 1;
  if (isOne && before) {
    return { id: before.id, changed: false, removed_at: new Date(before.removedAt).toISOString() };
  }
  if (isOne && first) return { id: first.id, changed: true, reason, was_published: first.wasPublished, revision };
  const ids = removed.map(({ id }) => id);
  return { changed: ids.length > 0, reason, removed: ids, removed_before: removedBefore.map(({ id }) => id), revision };
}

/** Reviews that are removed at a time. */
const MOST = 1_000_000;

/** The ids that were given, and those of the reviews that author and source name. */
async function idsOf(call: CommandCall, store: Store): Promise<readonly string[]> {
  const [author, source] = [call.text("author"), call.text("source")];
  const given = call.arguments;
  if (author === undefined && source === undefined) {
    if (given.length === 0) throw usageFault("remove needs ids, --author or --source; see --help");
    return given;
  }
  const id = source === undefined ? undefined : recogniseSource(source);
  const { reviews } = await listReviews(store, { author, source: id, limit: MOST });
  const named = reviews.filter((each) => author === undefined || foldLetters(each.author) === foldLetters(author));
  if (named.length === 0) throw notFound("No such review; nothing was changed");
  return [...new Set([...given, ...named.map((review) => review.id)])];
}

/** Lifts the suppression that a removal leaves behind. */
export async function restore(call: CommandCall): Promise<Outcome> {
  const id = argumentOf(call);
  const outcome = await call.withStore((store) => restoreReview(store, id));
  switch (outcome.kind) {
    case "unknown":
      throw noReview(id);
    case "not_suppressed":
      return {
        lines: [`${id} is not blocked from being imported; nothing was changed`],
        data: { id, changed: false },
      };
    case "authors":
      throw inputRefused(`${id} came by your invitation, and no file brings it back; nothing was changed`);
    case "restored":
      return {
        lines: [`${id} returns with the next import that contains it; revision ${outcome.revision}`],
        data: { id, changed: true, revision: outcome.revision },
      };
  }
}

/** Withholds a review, or shows it again. */
export async function withhold(call: CommandCall): Promise<Outcome> {
  const id = argumentOf(call);
  const reason = (call.text("reason") as OwnersReason | undefined) ?? null;
  if (call.flag("undo") === (reason !== null)) throw usageFault("Expected either --reason or --undo");
  const outcome = await call.withStore((store) => withholdReview(store, { id, reason }));
  switch (outcome.kind) {
    case "saved": {
      const { revision } = outcome;
      const line = reason === null ? `${id} is shown again` : `${id} is withheld (${reason})`;
      return { lines: [`${line}; revision ${revision}`], data: { id, changed: true, withheld: reason, revision } };
    }
    case "withheld_otherwise":
      throw usageFault(`${id} is withheld for another reason: ${outcome.reason}; nothing was changed`);
    default:
      return unchanged(outcome.kind, id);
  }
}

export function split(call: CommandCall): Promise<Outcome> {
  const [id = "", other] = call.arguments;
  return say(call, other === undefined ? { kind: "split", id } : { kind: "part", ids: [id, other] });
}

export function join(call: CommandCall): Promise<Outcome> {
  const [id = "", other = ""] = call.arguments;
  return say(call, { kind: "join", ids: [id, other] });
}

async function say(call: CommandCall, word: ManualJoin): Promise<Outcome> {
  const outcome = await call.withStore((store) => applyManualJoin(store, word));
  const ids = word.kind === "split" ? [word.id] : word.ids;
  switch (outcome.kind) {
    case "unknown":
      throw noReview(...outcome.ids);
    case "changed":
      throw inputRefused(`${ids.join(" and ")} were changed by somebody else; nothing was changed`);
    case "too_different":
      throw inputRefused(
        `${ids.join(" and ")} cannot be one review: copies are of two sources, with the same stars, at most 3 days apart; nothing was changed`,
      );
    case "same":
      return { lines: ["Already recorded; nothing was changed"], data: { ids, changed: false } };
    case "done":
      return {
        lines: [`${saidOf(word)}; revision ${outcome.revision}`],
        data: { ids, changed: true, revision: outcome.revision },
      };
  }
}

function saidOf(word: ManualJoin): string {
  if (word.kind === "split") return `${word.id} counts by itself`;
  const [one, other] = word.ids;
  return word.kind === "join" ? `${one} and ${other} count once` : `${one} and ${other} are two customers' reviews`;
}
