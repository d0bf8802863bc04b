import { GoodwordError } from "../../errors.ts";
import {
  listReviews,
  REMOVAL_REASONS,
  type RemovalReason,
  removeReviews,
  type Successor,
  successorsAfter,
} from "../../owner/mod.ts";
import { counted, recogniseSource } from "../../review/mod.ts";
import type { Store } from "../../store/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { noReview } from "../no_review.ts";

export const removeCommand: Command = {
  name: "remove",
  summary: "remove reviews permanently",
  details:
    "Their content is erased and they leave every document and feed; subscribers are told. Their ids are kept, so that " +
    "no later import brings them back. That a rating is low is no reason. All or none are removed, as one revision.",
  arguments: [{ name: "[ids...]", description: "ids of the reviews" }],
  options: [
    { flags: "--reason <reason>", description: "why they are removed", choices: REMOVAL_REASONS, required: true },
    { flags: "--author <name>", description: "all reviews by authors of exactly this name" },
    { flags: "--source <name>", description: "all reviews of a source" },
    { flags: "--dry-run", description: "show what would be removed without changing anything" },
  ],
  examples: [
    ["goodword remove r_abc --reason request", "its author asked for it"],
    ['goodword remove --author "Jane D." --reason privacy --dry-run', "see which reviews that would be"],
  ],
  run: (call) => call.withStore((store) => remove(call, store)),
};

async function remove(call: Call, store: Store): Promise<Outcome> {
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
  const standing = withheld === null ? "" : ` (withheld: ${withheld})`;
  return `${id}, a copy of ${insteadOf} at another site, ${counts} in its place${standing}; remove it too if it should go`;
}

function successorData(successors: readonly Successor[]): object {
  if (successors.length === 0) return {};
  return {
    counted_instead: successors.map(({ id, insteadOf, withheld }) => ({ id, instead_of: insteadOf, withheld })),
  };
}

type Removed = Extract<Awaited<ReturnType<typeof removeReviews>>, { kind: "done" }>;

/** A single review is told of as such, several as a list. */
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
async function idsOf(call: Call, store: Store): Promise<readonly string[]> {
  const [author, source] = [call.text("author"), call.text("source")];
  const given = call.arguments;
  if (author === undefined && source === undefined) {
    if (given.length === 0) throw new GoodwordError("usage", "remove needs ids, --author or --source; see --help");
    return given;
  }
  const id = source === undefined ? undefined : recogniseSource(source);
  const { reviews } = await listReviews(store, { author, source: id, limit: MOST });
  const named = reviews.filter((each) => author === undefined || each.author.toLowerCase() === author.toLowerCase());
  if (named.length === 0) throw new GoodwordError("not_found", "There is no such review; nothing was changed");
  return [...new Set([...given, ...named.map((review) => review.id)])];
}
