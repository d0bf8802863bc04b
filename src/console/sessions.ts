/** Who is logged in: tokens in cookies, kept as digests, so that a session opened on one server holds on all. */
import { GoodwordError } from "../errors.ts";
import { digestOfToken } from "../invitations/mod.ts";
import type { ConsoleStore, StoredPerson } from "../store/mod.ts";

/** How long a session lives without a request, and at most, in milliseconds. */
const IDLE_MS = 12 * 3_600_000;
const LONGEST_MS = 30 * 86_400_000;
/** A session's use is noted this often at most, in milliseconds: a page is not to wait for whoever writes. */
const NOTED_MS = 600_000;

const TOKEN_BYTES = 32;
const LONGEST_DEVICE = 200;

/** A session that holds. */
interface OpenSession {
  readonly digest: string;
  readonly person: StoredPerson;
}

/** Opens a session; the token goes into the cookie and nowhere else. */
export async function openSession(
  store: ConsoleStore,
  { personId, device }: { readonly personId: string; readonly device: string },
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString("base64url");
  await store.write(async (writes) => {
    const { now } = writes;
    await writes.deleteOldSessions({ idleSince: now - IDLE_MS, begunSince: now - LONGEST_MS });
    const session = { digest: digestOfToken(token), personId, device: device.slice(0, LONGEST_DEVICE) };
    await writes.saveSession({ ...session, createdAt: now, usedAt: now });
  });
  return token;
}

/** Whose session it is; null for one that was never opened, or has ended. */
export async function findSession(store: ConsoleStore, token: string): Promise<OpenSession | null> {
  const digest = digestOfToken(token);
  const found = await store.read(async (reads) => ({ now: reads.now, kept: await reads.session(digest) }));
  if (found.kept === undefined) return null;
  const { now, kept } = found;
  const { session, person } = kept;
  if (now - session.usedAt >= IDLE_MS || now - session.createdAt >= LONGEST_MS) return null;
  if (now - session.usedAt >= NOTED_MS) await noteUse(store, digest, now);
  return { digest, person };
}

/** A use that cannot be noted, as while an import holds the database, is noted with a later one. */
async function noteUse(store: ConsoleStore, digest: string, now: number): Promise<void> {
  try {
    await store.write(async (writes) => {
      // It may have been ended meanwhile.
      const kept = await writes.session(digest);
      if (kept !== undefined) await writes.saveSession({ ...kept.session, usedAt: now });
    });
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
  }
}

/** Ends a session; one that has ended already stays so. */
export function endSession(store: ConsoleStore, digest: string): Promise<void> {
  return store.write((writes) => writes.deleteSession(digest));
}
