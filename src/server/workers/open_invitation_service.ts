/** The invitation service over a store of its own, for the worker that keeps it. */
import { existsSync } from "node:fs";
import { keyFilesOf } from "../../config.ts";
import type { InvitationService } from "../../invitations/mod.ts";
import { createMethodProxy } from "../../memo.ts";
import { createInvitationService } from "../../owner/answer_invitation.ts";
import { linkKeyFor } from "../../owner/link_key.ts";
import { analystFor } from "../../publication/publishing/analyst.ts";
import { systemRandom } from "../clock.ts";
import { openStore, staysOpen } from "../open_store.ts";

interface InvitationOrder {
  readonly database: string;
  readonly isAsking: boolean;
  readonly linkKey: string | null;
}

/** A file is open only while a call is under way: a rename waits for that. @throws {GoodwordError} `database` */
export async function openInvitationService(
  order: InvitationOrder,
): Promise<InvitationService & Partial<AsyncDisposable>> {
  if (staysOpen(order.database)) return openNow(order);
  let opening: ReturnType<typeof openNow> | null = null;
  let calls = 0;
  return createMethodProxy<InvitationService>(async (method, given) => {
    // Calls at once share a service, which takes their answers in turn.
    opening ??= openNow(order);
    const opened = opening;
    calls++;
    try {
      return await ((await opened)[method] as (...given: readonly unknown[]) => unknown)(...given);
    } finally {
      if (--calls === 0) {
        opening = null;
        await (await opened.catch(() => null))?.[Symbol.asyncDispose]();
      }
    }
  });
}

async function openNow({ database, isAsking, linkKey }: InvitationOrder): Promise<InvitationService & AsyncDisposable> {
  const store = await openStore(database);
  const service = createInvitationService(store, {
    randomBytes: systemRandom.bytes,
    analystFor,
    linkKey: linkKeyOf(database, { isAsking, linkKey }),
  });
  return { ...service, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

/** Links to unsubscribe keep working when invitations are off. Without any invitation, no key is created for them. */
function linkKeyOf(database: string, { isAsking, linkKey }: Omit<InvitationOrder, "database">): string | null {
  const files = keyFilesOf(database);
  const isMade = files !== null && existsSync(`${files}.link-key`);
  return isAsking || isMade ? linkKeyFor(database, linkKey) : linkKey;
}
