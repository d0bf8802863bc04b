/**
 * Tells servers of a change sooner than they would ask. A hint may be lost: with a connection that is cut off without a word, or
 * behind a pooler, which takes a LISTEN and passes nothing on.
 *
 * @module
 */
import type { SQL as Client } from "bun";
import type { ReviewWrites } from "../store/mod.ts";

const CHANNEL = "goodword_changes";

/** The writes of a transaction; whoever listens is told of its change once it is committed. */
export function hintingWrites(writes: ReviewWrites, client: Client): ReviewWrites {
  return {
    ...writes,
    async recordChange(change) {
      const revision = await writes.recordChange(change);
      await client.notify(CHANNEL);
      return revision;
    },
  };
}

/** Tells servers that there may be something to look at. */
export async function hint(client: Client): Promise<void> {
  await client.notify(CHANNEL);
}

/** Listens on a connection of its own, which the client opens again when it is lost. */
export async function listen(client: Client, onHint: () => void): Promise<AsyncDisposable> {
  // Whoever hears nothing of this hears nothing at all; and after a gap, there may be something to look at.
  return client.listen(CHANNEL, onHint, () => void client.notify(CHANNEL).catch(() => {}));
}
