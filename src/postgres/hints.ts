/**
 * Tells servers of a change sooner than they would ask. A hint may be lost: with a connection that is cut off without a word, or
 * behind a pooler, which takes a LISTEN and passes nothing on.
 *
 * @module
 */
import type { SQL as Client } from "bun";
import type { ReviewWrites } from "../store/mod.ts";
import type { Connection } from "./connection.ts";

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
export async function listen(connection: Connection, onHint: () => void): Promise<AsyncDisposable> {
  let listening = listenOnce(connection, onHint);
  // Without hints, changes are noticed a little later.
  listening.catch(() => {});
  const end = connection.listen(() => {
    listening = listenOnce(connection, onHint);
    listening.catch(() => {});
  });
  await listening;
  return {
    async [Symbol.asyncDispose]() {
      end();
      await (await listening)[Symbol.asyncDispose]();
    },
  };
}

function listenOnce(connection: Connection, onHint: () => void): Promise<AsyncDisposable> {
  return connection.alone((client) =>
    // Whoever hears nothing of this hears nothing at all; and after a gap, there may be something to look at.
    client.listen(CHANNEL, onHint, () => void client.notify(CHANNEL).catch(() => {})),
  );
}
