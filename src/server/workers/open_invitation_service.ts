/** The invitation service over a store of its own, for the worker that keeps it. */
import { existsSync } from "node:fs";
import { keyFilesOf } from "../../config.ts";
import type { InvitationService } from "../../invitations/mod.ts";
import { createMethodProxy, memo } from "../../memo.ts";
import { createInvitationService } from "../../owner/answer_invitation.ts";
import { linkKeyFor } from "../../owner/link_key.ts";
import { analystFor } from "../../publication/publishing/analyst.ts";
import type { Store } from "../../store/mod.ts";
import { systemRandom } from "../clock.ts";
import { StoreOfCalls } from "../open_store.ts";

interface InvitationOrder {
  readonly database: string;
  readonly isAsking: boolean;
  readonly linkKey: string | null;
}

export async function openInvitationService({ database, isAsking, linkKey }: InvitationOrder) {
  const stores = new StoreOfCalls(database);
  // Calls at once share a service, which takes their answers in turn.
  const serviceOf = (store: Store) =>
    memo(store, "invitations", () =>
      createInvitationService(store, {
        randomBytes: systemRandom.bytes,
        analystFor,
        linkKey: linkKeyOf(database, { isAsking, linkKey }),
      }),
    );
  return createMethodProxy<InvitationService>(
    (method, given) =>
      stores.use((store) => (serviceOf(store)[method] as (...given: readonly unknown[]) => Promise<unknown>)(...given)),
    () => stores[Symbol.asyncDispose](),
  );
}

/** Links to unsubscribe keep working when invitations are off. Without any invitation, no key is created for them. */
function linkKeyOf(database: string, { isAsking, linkKey }: Omit<InvitationOrder, "database">): string | null {
  const files = keyFilesOf(database);
  const isMade = files !== null && existsSync(`${files}.link-key`);
  return isAsking || isMade ? linkKeyFor(database, linkKey) : linkKey;
}
