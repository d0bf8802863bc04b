import { existsSync } from "node:fs";
import { isServerUrl } from "../../config.ts";
import type { Desk } from "../../invitations/mod.ts";
import { createDesk } from "../../owner/answer_invitation.ts";
import { linkKeyFor } from "../../owner/link_key.ts";
import { lateAnalystFor } from "../../publication/publishing/late_analyst.ts";
import type { Store } from "../../store/mod.ts";
import { systemClock, systemRandom } from "../clock.ts";
import type { DeskOrder } from "./desk_host.ts";

/** How long a write waits for another process's, in milliseconds; reads go on meanwhile. */
const PATIENCE_MS = 3000;

/** A desk over a store of its own. @throws {GoodwordError} `database` when it cannot be opened */
export async function openDesk({ database, isAsking, linkKey }: DeskOrder): Promise<Desk> {
  const store = await openStore(database);
  return createDesk(store, {
    randomBytes: systemRandom.bytes,
    analystFor: (business) => lateAnalystFor(business),
    isAsking,
    linkKey: linkKeyOf(database, { isAsking, linkKey }),
  });
}

/** Links to unsubscribe work on when nobody is asked any more; where nobody ever was, no key is made for them. */
function linkKeyOf(database: string, { isAsking, linkKey }: Omit<DeskOrder, "database">): string | null {
  const isMade = !isServerUrl(database) && existsSync(`${database}.link-key`);
  return isAsking || isMade ? linkKeyFor(database, linkKey) : linkKey;
}

async function openStore(database: string): Promise<Store> {
  if (isServerUrl(database)) {
    const { openPostgres } = await import("../../store/postgres/mod.ts");
    return openPostgres(database, { connections: 2 });
  }
  const { openDatabaseFile } = await import("../../store/sqlite/database_file.ts");
  const { storeOver } = await import("../../store/sqlite/store.ts");
  return storeOver(openDatabaseFile(database, { create: false }), { clock: systemClock, patienceMs: PATIENCE_MS });
}
