/** Sessions are tokens in cookies, stored as digests, so that a session is valid on all servers. */

import { DAY_MS, HOUR_MS } from "../durations.ts";
import { GoodwordError } from "../errors.ts";
import { digestOfToken } from "../invitations/mod.ts";
import { nameKeyOf, triesKeyOf } from "../owner/person_names.ts";
import type { ConsoleStore, StoredPerson } from "../store/mod.ts";
import type { Passwords } from "./page.ts";

/** How long a session lives without a request, and at most, in milliseconds. */
const IDLE_MS = 12 * HOUR_MS;
const MAX_AGE_MS = 30 * DAY_MS;
/** The least time between two updates of a session's last use, so that pages rarely wait for a write lock. */
const NOTED_MS = 600_000;

const TOKEN_BYTES = 32;
const MAX_DEVICE_LENGTH = 200;

interface OpenSession {
  readonly digest: string;
  readonly person: StoredPerson;
}

/** Opens a session. The returned token belongs in the cookie and nowhere else. */
export async function openSession(
  store: ConsoleStore,
  { personId, device }: { readonly personId: string; readonly device: string },
  randomBytes: (count: number) => Uint8Array,
): Promise<string> {
  const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString("base64url");
  await store.write(async (writes) => {
    const { now } = writes;
    await writes.deleteOldSessions({ idleSince: now - IDLE_MS, begunSince: now - MAX_AGE_MS });
    const session = { digest: digestOfToken(token), personId, device: device.slice(0, MAX_DEVICE_LENGTH) };
    await writes.saveSession({ ...session, createdAt: now, usedAt: now });
  });
  return token;
}

export async function findSession(store: ConsoleStore, token: string): Promise<OpenSession | null> {
  const digest = digestOfToken(token);
  const found = await store.read(async (reads) => ({ now: reads.now, kept: await reads.session(digest) }));
  if (found.kept === undefined) return null;
  const { now, kept } = found;
  const { session, person } = kept;
  if (now - session.usedAt >= IDLE_MS || now - session.createdAt >= MAX_AGE_MS) return null;
  if (now - session.usedAt >= NOTED_MS) await noteUse(store, digest, now);
  return { digest, person };
}

/** Failed updates of the last use and their time: only one page in ten minutes waits for the lock. */
const unnoted = new Map<string, number>();
const MAX_UNNOTED = 1000;

/** Updates the last use. If that fails, as while an import holds the database, a later request does it. */
async function noteUse(store: ConsoleStore, digest: string, now: number): Promise<void> {
  if (now - (unnoted.get(digest) ?? Number.NEGATIVE_INFINITY) < NOTED_MS) return;
  if (unnoted.size >= MAX_UNNOTED) unnoted.clear();
  unnoted.set(digest, now);
  try {
    await store.write(async (writes) => {
      const kept = await writes.session(digest);
      if (kept !== undefined) await writes.saveSession({ ...kept.session, usedAt: now });
    });
    unnoted.delete(digest);
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
  }
}

export function endSession(store: ConsoleStore, digest: string): Promise<void> {
  return store.write((writes) => writes.deleteSession(digest));
}

type LoginOutcome =
  | { readonly kind: "in"; readonly person: StoredPerson }
  | { readonly kind: "wrong" }
  /** Too many attempts with this name: even the right password has to wait. */
  | { readonly kind: "wait"; readonly seconds: number };

/** Attempts without a wait, and the wait after the next one, which doubles each time, in milliseconds. */
const FREE_TRIES = 10;
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = HOUR_MS;
const FORGOTTEN_MS = DAY_MS;

/** Unknown names take as long as wrong passwords. An attempt counts first, so that concurrent ones cannot exceed the limit. */
export function logIn(
  store: ConsoleStore,
  given: { readonly name: string; readonly password: string },
  passwords: Passwords,
): Promise<LoginOutcome> {
  // Admitted before it counts, since a refused attempt has checked no password.
  return passwords.admit(() => tryPassword(store, given, passwords));
}

async function tryPassword(
  store: ConsoleStore,
  given: { readonly name: string; readonly password: string },
  passwords: Passwords,
): Promise<LoginOutcome> {
  const nameKey = nameKeyOf(given.name);
  const nameDigest = triesKeyOf(given.name);
  const begun = await store.write(async (writes) => {
    const person = (await writes.people()).find((each) => each.nameKey === nameKey) ?? null;
    const { now } = writes;
    const kept = await writes.tries(nameDigest);
    const tries = kept === undefined || now - kept.lastAt >= FORGOTTEN_MS ? 0 : kept.tries;
    const waitsUntil = kept === undefined ? 0 : kept.lastAt + waitMsAfter(tries);
    if (waitsUntil > now) return { person: null, waitMs: waitsUntil - now };
    await writes.saveTries({ nameDigest, tries: tries + 1, lastAt: now });
    return { person, waitMs: 0 };
  });
  if (begun.waitMs > 0) return { kind: "wait", seconds: Math.ceil(begun.waitMs / 1000) };
  const { person } = begun;
  const isRight = await passwords.verify(given.password, person?.passwordHash ?? DUMMY_HASH);
  if (!isRight || person === null || person.passwordHash === null) return { kind: "wrong" };
  const isStillRight = await store.write(async (writes) => {
    // Access may have ended, or the password been replaced, while it was verified.
    const now = (await writes.people()).find(({ id }) => id === person.id);
    if (now?.passwordHash !== person.passwordHash) return false;
    await writes.deleteTries(nameDigest);
    return true;
  });
  return isStillRight ? { kind: "in", person } : { kind: "wrong" };
}

function waitMsAfter(tries: number): number {
  return tries < FREE_TRIES ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - FREE_TRIES));
}

/** A hash for unknown names, so that guessing one takes as long as guessing a password. */
const DUMMY_HASH =
  "$argon2id$v=19$m=65536,t=2,p=1$N9YZkEv4lm2PSYsmHuRXs7SURqKnkaafXKg+hJUuL1o$2BFBbQF3M7MvEZv6D7D/kgXwHXaRYXIRnYNmQ71sN34";
