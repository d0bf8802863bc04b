/** The invitation service over a store of its own, for the worker that keeps it. */
import { existsSync } from "node:fs";
import { keyFilesOf } from "../../config.ts";
import type { InvitationService } from "../../invitations/mod.ts";
import { methodsBy } from "../../memo.ts";
import { createInvitationService } from "../../owner/answer_invitation.ts";
import { linkKeyFor } from "../../owner/link_key.ts";
import { analystFor } from "../../publication/publishing/analyst.ts";
import { systemClock, systemRandom } from "../clock.ts";
import { FairTurns } from "../fair_turns.ts";
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
  const inTurn = new FairTurns(systemClock, { atOnce: 1 }).lane();
  return methodsBy<InvitationService>((method, given) =>
    inTurn(async () => {
      await using opened = await openNow(order);
      return await (opened[method] as (...given: readonly unknown[]) => unknown)(...given);
    }),
  );
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

/** Links to unsubscribe work on when nobody is asked any more; where nobody ever was, no key is made for them. */
function linkKeyOf(database: string, { isAsking, linkKey }: Omit<InvitationOrder, "database">): string | null {
  const files = keyFilesOf(database);
  const isMade = files !== null && existsSync(`${files}.link-key`);
  return isAsking || isMade ? linkKeyFor(database, linkKey) : linkKey;
}
