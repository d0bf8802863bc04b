/** The people who use the console and how they get in, over one transaction. */
import { asc, desc, eq, lt, or } from "drizzle-orm";
import type { ConsoleReads, ConsoleWrites } from "../console_store.ts";
import type { Transaction } from "./dialect.ts";

/** The queries of a transaction. */
export function consoleReads({ db, tables, now }: Transaction): ConsoleReads {
  const { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleTries } = tables;
  return {
    now,
    people: async () => await db.select().from(consolePeople).orderBy(asc(consolePeople.nameKey)),
    async passkeys(personId) {
      const isTheirs = personId === undefined ? undefined : eq(consolePasskeys.personId, personId);
      return await db.select().from(consolePasskeys).where(isTheirs).orderBy(asc(consolePasskeys.createdAt));
    },
    passkey: async (id) => (await db.select().from(consolePasskeys).where(eq(consolePasskeys.id, id)))[0],
    async sessions(personId) {
      const isTheirs = personId === undefined ? undefined : eq(consoleSessions.personId, personId);
      return await db.select().from(consoleSessions).where(isTheirs).orderBy(desc(consoleSessions.usedAt));
    },
    async session(digest) {
      const [found] = await db
        .select({ session: consoleSessions, person: consolePeople })
        .from(consoleSessions)
        .innerJoin(consolePeople, eq(consolePeople.id, consoleSessions.personId))
        .where(eq(consoleSessions.digest, digest));
      return found;
    },
    claim: async (digest) => (await db.select().from(consoleClaims).where(eq(consoleClaims.digest, digest)))[0],
    tries: async (nameDigest) =>
      (await db.select().from(consoleTries).where(eq(consoleTries.nameDigest, nameDigest)))[0],
  };
}

/** The same with its changes. */
export function consoleWrites(transaction: Transaction): ConsoleWrites {
  const { db, tables, now } = transaction;
  const { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleChallenges, consoleTries } = tables;
  return {
    ...consoleReads(transaction),
    async savePerson(person) {
      await db.insert(consolePeople).values(person).onConflictDoUpdate({ target: consolePeople.id, set: person });
    },
    async deletePerson(id) {
      await db.delete(consolePasskeys).where(eq(consolePasskeys.personId, id));
      await db.delete(consoleSessions).where(eq(consoleSessions.personId, id));
      await db.delete(consoleClaims).where(eq(consoleClaims.personId, id));
      await db.delete(consolePeople).where(eq(consolePeople.id, id));
    },
    async savePasskey(passkey) {
      await db.insert(consolePasskeys).values(passkey).onConflictDoUpdate({ target: consolePasskeys.id, set: passkey });
    },
    async deletePasskey(id) {
      await db.delete(consolePasskeys).where(eq(consolePasskeys.id, id));
    },
    async saveSession(session) {
      await db
        .insert(consoleSessions)
        .values(session)
        .onConflictDoUpdate({ target: consoleSessions.digest, set: session });
    },
    async deleteSession(digest) {
      await db.delete(consoleSessions).where(eq(consoleSessions.digest, digest));
    },
    async deleteOldSessions({ idleSince, begunSince }) {
      const isIdle = lt(consoleSessions.usedAt, idleSince);
      await db.delete(consoleSessions).where(or(isIdle, lt(consoleSessions.createdAt, begunSince)));
    },
    async saveClaim(claim) {
      await db.delete(consoleClaims).where(lt(consoleClaims.expiresAt, now));
      await db.insert(consoleClaims).values(claim);
    },
    async deleteClaims(digest) {
      await db.delete(consoleClaims).where(digest === undefined ? undefined : eq(consoleClaims.digest, digest));
    },
    async spendChallenge(digest, expiresAt) {
      await db.delete(consoleChallenges).where(lt(consoleChallenges.expiresAt, now));
      const isThis = eq(consoleChallenges.digest, digest);
      if ((await db.select().from(consoleChallenges).where(isThis)).length > 0) return false;
      await db.insert(consoleChallenges).values({ digest, expiresAt });
      return true;
    },
    async saveTries(tries) {
      await db.insert(consoleTries).values(tries).onConflictDoUpdate({ target: consoleTries.nameDigest, set: tries });
    },
    async deleteTries(nameDigest) {
      await db.delete(consoleTries).where(eq(consoleTries.nameDigest, nameDigest));
    },
  };
}
