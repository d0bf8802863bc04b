/** The people who use the console, how they get in, and what they are known by in the history. */
import { describe, expect } from "bun:test";
import { readLog, type StoredPerson, type StoredSession } from "../../../src/store/mod.ts";
import { type OpenPlace, storeTests } from "./place.ts";

const ANN: StoredPerson = {
  id: "person_ann",
  name: "Ann",
  nameKey: "ann",
  role: "owner",
  passwordHash: "$argon2id$",
  createdAt: 1,
  businesses: null,
};
const BOB: StoredPerson = { ...ANN, id: "person_bob", name: "Bob", nameKey: "bob", role: "reader", passwordHash: null };
const PASSKEY = { id: "key_1", personId: ANN.id, publicKey: "cose", counter: 0, createdAt: 2, usedAt: null };

function sessionOf(fields: Partial<StoredSession> = {}): StoredSession {
  return { digest: "s1", personId: ANN.id, device: "Firefox", createdAt: 10, usedAt: 20, ...fields };
}

export function consoleContract(open: OpenPlace): void {
  const test = storeTests(open);
  describe("the console", () => {
    test("people come back by name; no two have the same one", async ({ console: people }) => {
      await people.write(async (writes) => {
        await writes.savePerson(BOB);
        await writes.savePerson(ANN);
        await writes.savePerson({ ...BOB, role: "owner" });
      });
      expect(await people.read((reads) => reads.people())).toEqual([ANN, { ...BOB, role: "owner" }]);
      const second = people.write((writes) => writes.savePerson({ ...ANN, id: "person_ann2" }));
      await expect(second).rejects.toThrow();
    });

    test("a person goes with passkeys, sessions and links, and takes nobody else's", async ({ console: people }) => {
      const claim = {
        digest: "c1",
        personId: ANN.id,
        role: "owner",
        expiresAt: Number.MAX_SAFE_INTEGER,
        business: null,
      } as const;
      const others = sessionOf({ digest: "s2", personId: BOB.id });
      await people.write(async (writes) => {
        await writes.savePerson(ANN);
        await writes.savePerson(BOB);
        await writes.savePasskey(PASSKEY);
        await writes.savePasskey({ ...PASSKEY, counter: 3, usedAt: 9 });
        await writes.saveSession(sessionOf());
        await writes.saveSession(others);
        await writes.saveClaim(claim);
        await writes.saveClaim({ ...claim, digest: "c2", personId: null });
      });
      await people.read(async (reads) => {
        expect(await reads.passkey("key_1")).toEqual({ ...PASSKEY, counter: 3, usedAt: 9 });
        expect(await reads.session("s1")).toEqual({ session: sessionOf(), person: ANN });
        expect(await reads.claim("c1")).toEqual(claim);
      });
      await people.write((writes) => writes.deletePerson(ANN.id));
      await people.read(async (reads) => {
        expect(await reads.people()).toEqual([BOB]);
        expect(await reads.passkeys()).toEqual([]);
        expect(await reads.sessions()).toEqual([others]);
        expect(await reads.session("s1")).toBeUndefined();
        expect(await reads.claim("c1")).toBeUndefined();
        expect(await reads.claim("c2")).toBeDefined();
      });
    });

    test("sessions end one by one, when they are idle, and when they are old", async ({ console: people }) => {
      const digests = () => people.read(async (reads) => (await reads.sessions()).map(({ digest }) => digest));
      await people.write(async (writes) => {
        await writes.savePerson(ANN);
        await writes.saveSession(sessionOf({ digest: "one", usedAt: 900 }));
        await writes.saveSession(sessionOf({ digest: "idle", usedAt: 99, createdAt: 50 }));
        await writes.saveSession(sessionOf({ digest: "old", usedAt: 800, createdAt: 49 }));
        await writes.saveSession(sessionOf({ digest: "new", usedAt: 100, createdAt: 50 }));
        await writes.deleteSession("one");
      });
      expect(await digests()).toEqual(["old", "new", "idle"]);
      await people.write((writes) => writes.deleteOldSessions({ idleSince: 100, begunSince: 50 }));
      expect(await digests()).toEqual(["new"]);
    });

    test("links end one by one or all together, and expired ones with the next", async ({ console: people }) => {
      const link = (digest: string, expiresAt: number) =>
        ({ digest, personId: null, role: "owner", expiresAt, business: null }) as const;
      const left = async () => {
        const found = await people.read((reads) => Promise.all(["a", "b", "c"].map((digest) => reads.claim(digest))));
        return found.flatMap((claim) => claim?.digest ?? []);
      };
      const now = await people.read(async (reads) => reads.now);
      await people.write(async (writes) => {
        await writes.saveClaim(link("a", now - 1));
        await writes.saveClaim(link("b", now + 60_000));
        await writes.saveClaim(link("c", now + 60_000));
      });
      expect(await left()).toEqual(["b", "c"]);
      await people.write((writes) => writes.deleteClaims("b"));
      expect(await left()).toEqual(["c"]);
      await people.write((writes) => writes.deleteClaims());
      expect(await left()).toEqual([]);
    });

    test("spendChallenge() takes each challenge once, and tries are counted by name", async ({ console: people }) => {
      await people.write(async (writes) => {
        expect(await writes.spendChallenge("c", writes.now + 1000)).toBe(true);
        expect(await writes.spendChallenge("c", writes.now + 1000)).toBe(false);
        await writes.saveTries({ nameDigest: "n", tries: 1, lastAt: 5 });
        await writes.saveTries({ nameDigest: "n", tries: 2, lastAt: 6 });
      });
      expect(await people.read((reads) => reads.tries("n"))).toEqual({ nameDigest: "n", tries: 2, lastAt: 6 });
      await people.write((writes) => writes.deleteTries("n"));
      expect(await people.read((reads) => reads.tries("n"))).toBeUndefined();
    });

    test("recordChange() logs who made a change; recordAct() logs an act without a new revision", async (store) => {
      const lines = [{ detail: { stars: 5 } }];
      await store.reviews.write((writes) => writes.recordChange({ command: "reply", at: 1000, lines }));
      await store.reviews.write((writes) => writes.recordChange({ command: "withhold", at: 2000, lines, by: "Ann" }));
      await store.reviews.write((writes) => writes.recordAct({ command: "skip", lines, by: "Ann" }));
      const log = await readLog(store, { limit: 10 });
      expect(log.map(({ revision, command, by }) => ({ revision, command, by }))).toEqual([
        { revision: 2, command: "skip", by: "Ann" },
        { revision: 2, command: "withhold", by: "Ann" },
        { revision: 1, command: "reply", by: null },
      ]);
      expect((await store.editions.state()).revision).toBe(2);
    });
  });
}
