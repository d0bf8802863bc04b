/**
 * Logging in with a name and a password. A name that nobody has takes the time of a wrong password, and looks like one.
 */
import { createHash } from "node:crypto";
import { nameKeyOf } from "../owner/people.ts";
import type { ConsoleStore, StoredPerson } from "../store/mod.ts";
import type { Passwords } from "./page.ts";

/** What came of a try. */
type LoginOutcome =
  | { readonly kind: "in"; readonly person: StoredPerson }
  | { readonly kind: "wrong" }
  /** Too many tries at this name: the right password waits, too. */
  | { readonly kind: "wait"; readonly seconds: number };

/** Tries that need not wait, and how long the next one waits, each time twice as long, in milliseconds. */
const FREE_TRIES = 10;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Tries are forgotten after this long without another, in milliseconds. */
const FORGOTTEN_MS = 86_400_000;

/** Digits of the digest that tries are counted by: few enough that made-up names cannot fill the store. */
const DIGEST_DIGITS = 4;

/** Tries a password. The try counts before it is known whether it is right, so that many at once are no more than ten. */
export async function logIn(
  store: ConsoleStore,
  given: { readonly name: string; readonly password: string },
  passwords: Passwords,
): Promise<LoginOutcome> {
  const nameKey = nameKeyOf(given.name);
  const nameDigest = createHash("sha256").update(nameKey).digest("hex").slice(0, DIGEST_DIGITS);
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
  const instead = await nobodysHash(passwords);
  const isRight = await passwords.verify(given.password, person?.passwordHash ?? instead);
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
  return tries < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - FREE_TRIES));
}

const nobodys = new WeakMap<Passwords, Promise<string>>();

/** What a password is compared with where there is none. */
function nobodysHash(passwords: Passwords): Promise<string> {
  const hash = nobodys.get(passwords) ?? passwords.hash("nobody has this password").then((made) => made ?? "");
  nobodys.set(passwords, hash);
  return hash;
}
