/** Lets the next import bring a review back that was taken down. Its content is gone until then. */
import Type from "typebox";
import { erasedBefore, erasureDigest } from "../store/import/mod.ts";
import { instantOfChange, type ReviewReads, type StoredRemoval } from "../store/mod.ts";
import { act, done, type Subject, same } from "./act.ts";
import { refused } from "./refusal.ts";
import { reviewSubject } from "./subjects.ts";

/** What keeps a review out: its removal, or the digest that is left of it since a backup was put back. */
interface KeptOut {
  readonly id: string;
  readonly removal: StoredRemoval | undefined;
  /** The digests of all that was erased, and its own; null if its content was not erased. */
  readonly erasure: { readonly all: readonly string[]; readonly own: string } | null;
}

const removed: Subject<KeptOut> = {
  ...reviewSubject,
  async find(reads, [id = ""]) {
    const removal = await reads.removal(id);
    const erasure = await erasureOf(reads, id);
    const isKnown = removal !== undefined || erasure !== null || (await reads.review(id)) !== undefined;
    return isKnown ? [{ id, removal, erasure }] : [];
  },
  id: ({ id }) => id,
  seen: ({ removal, erasure }) => [removal, erasure !== null],
};

async function erasureOf(reads: ReviewReads, id: string): Promise<KeptOut["erasure"]> {
  const key = await reads.setting("erasure_key");
  const all = erasedBefore(await reads.setting("erased"));
  const own = key === undefined ? "" : erasureDigest(key, "review", id);
  return all.includes(own) ? { all, own } : null;
}

export function readKeptOut(reads: ReviewReads, id: string): Promise<readonly KeptOut[]> {
  return removed.find(reads, [id]);
}

export const restore = act({
  name: "restore",
  subject: removed,
  details: "The content of a removed review is erased; it returns with the next imported file that contains it.",
  input: Type.Object({}),
  async run(writes, { one: { id, removal, erasure } }) {
    const notice = "done.restored";
    if (removal?.suppressed) {
      if ((await writes.jobs.byReview(id)) !== undefined) return refused("invalid", "review.restoreAuthors");
      await writes.saveRemovals([{ ...removal, suppressed: false }]);
    } else if (erasure !== null) {
      await writes.saveSetting("erased", erasure.all.filter((each) => each !== erasure.own).join(" "));
    } else {
      const lines = [`${id} is not blocked from being imported; nothing was changed`];
      return same({ lines, data: { id, changed: false }, notice });
    }
    const at = instantOfChange(writes.now, await writes.state());
    const restored = removal?.suppressed ? removal.reason : "erased";
    const lines = [{ reviewId: id, detail: { restored } }];
    const revision = await writes.recordChange({ command: "restore", at, lines });
    return done({
      lines: [`${id} returns with the next import that contains it; revision ${revision}`],
      data: { id, changed: true, revision },
      notice,
    });
  },
});
