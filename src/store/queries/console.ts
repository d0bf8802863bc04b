/** The people who use the console and how they get in, over one transaction. */
import { asc, desc, eq, lt, or } from "drizzle-orm";
import type { Transaction } from "./dialect.ts";
import type { Tables } from "./schema.ts";

type Row<Name extends keyof Tables> = Readonly<Tables[Name]["$inferSelect"]>;

export type StoredPerson = Row<"consolePeople">;
export type StoredPasskey = Row<"consolePasskeys">;
export type StoredSession = Row<"consoleSessions">;
type StoredClaim = Row<"consoleClaims">;
type StoredTries = Row<"consoleTries">;

export type ConsoleReads = ReturnType<typeof consoleReads>;
export type ConsoleWrites = ReturnType<typeof consoleWrites>;

export function consoleReads({ db, tables, now }: Transaction) {
  const { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleTries } = tables;
  return {
    now,
    people: async (): Promise<readonly StoredPerson[]> =>
      await db.select().from(consolePeople).orderBy(asc(consolePeople.nameKey)),
    /** All passkeys, or those of one person, oldest first. */
    async passkeys(personId?: string): Promise<readonly StoredPasskey[]> {
      const isTheirs = personId === undefined ? undefined : eq(consolePasskeys.personId, personId);
      return await db.select().from(consolePasskeys).where(isTheirs).orderBy(asc(consolePasskeys.createdAt));
    },
    passkey: async (id: string): Promise<StoredPasskey | undefined> =>
      (await db.select().from(consolePasskeys).where(eq(consolePasskeys.id, id)))[0],
    /** All sessions, or those of one person, latest used first. */
    async sessions(personId?: string): Promise<readonly StoredSession[]> {
      const isTheirs = personId === undefined ? undefined : eq(consoleSessions.personId, personId);
      return await db.select().from(consoleSessions).where(isTheirs).orderBy(desc(consoleSessions.usedAt));
    },
    async session(
      digest: string,
    ): Promise<{ readonly session: StoredSession; readonly person: StoredPerson } | undefined> {
      const [found] = await db
        .select({ session: consoleSessions, person: consolePeople })
        .from(consoleSessions)
        .innerJoin(consolePeople, eq(consolePeople.id, consoleSessions.personId))
        .where(eq(consoleSessions.digest, digest));
      return found;
    },
    claim: async (digest: string): Promise<StoredClaim | undefined> =>
      (await db.select().from(consoleClaims).where(eq(consoleClaims.digest, digest)))[0],
    tries: async (nameDigest: string): Promise<StoredTries | undefined> =>
      (await db.select().from(consoleTries).where(eq(consoleTries.nameDigest, nameDigest)))[0],
  };
}

interface SessionLimits {
  readonly idleSince: number;
  readonly begunSince: number;
}

export function consoleWrites(transaction: Transaction) {
  const { db, tables, now } = transaction;
  const { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleChallenges, consoleTries } = tables;
  return {
    ...consoleReads(transaction),
    async savePerson(person: StoredPerson): Promise<void> {
      await db.insert(consolePeople).values(person).onConflictDoUpdate({ target: consolePeople.id, set: person });
    },
    async deletePerson(id: string): Promise<void> {
      await db.delete(consolePasskeys).where(eq(consolePasskeys.personId, id));
      await db.delete(consoleSessions).where(eq(consoleSessions.personId, id));
      await db.delete(consoleClaims).where(eq(consoleClaims.personId, id));
      await db.delete(consolePeople).where(eq(consolePeople.id, id));
    },
    async savePasskey(passkey: StoredPasskey): Promise<void> {
      await db.insert(consolePasskeys).values(passkey).onConflictDoUpdate({ target: consolePasskeys.id, set: passkey });
    },
    async deletePasskey(id: string): Promise<void> {
      await db.delete(consolePasskeys).where(eq(consolePasskeys.id, id));
    },
    async saveSession(session: StoredSession): Promise<void> {
      await db
        .insert(consoleSessions)
        .values(session)
        .onConflictDoUpdate({ target: consoleSessions.digest, set: session });
    },
    async deleteSession(digest: string): Promise<void> {
      await db.delete(consoleSessions).where(eq(consoleSessions.digest, digest));
    },
    async deleteOldSessions({ idleSince, begunSince }: SessionLimits): Promise<void> {
      const isIdle = lt(consoleSessions.usedAt, idleSince);
      await db.delete(consoleSessions).where(or(isIdle, lt(consoleSessions.createdAt, begunSince)));
    },
    async saveClaim(claim: StoredClaim): Promise<void> {
      await db.delete(consoleClaims).where(lt(consoleClaims.expiresAt, now));
      await db.insert(consoleClaims).values(claim);
    },
    async deleteClaims(digest?: string): Promise<void> {
      await db.delete(consoleClaims).where(digest === undefined ? undefined : eq(consoleClaims.digest, digest));
    },
    /** Whether the challenge was unspent; spends it, and forgets those that have expired. */
    async spendChallenge(digest: string, expiresAt: number): Promise<boolean> {
      await db.delete(consoleChallenges).where(lt(consoleChallenges.expiresAt, now));
      const isThis = eq(consoleChallenges.digest, digest);
      if ((await db.select().from(consoleChallenges).where(isThis)).length > 0) return false;
      await db.insert(consoleChallenges).values({ digest, expiresAt });
      return true;
    },
    async saveTries(tries: StoredTries): Promise<void> {
      await db.insert(consoleTries).values(tries).onConflictDoUpdate({ target: consoleTries.nameDigest, set: tries });
    },
    async deleteTries(nameDigest: string): Promise<void> {
      await db.delete(consoleTries).where(eq(consoleTries.nameDigest, nameDigest));
    },
  };
}
