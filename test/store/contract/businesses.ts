/** What every list of businesses must do, whether each has a file of a folder or a schema of a server. */
import { expect, test } from "bun:test";
import type { BusinessList } from "../../../src/store/mod.ts";

/** A place without businesses, which several processes may open. */
export interface BusinessPlace extends AsyncDisposable {
  open(): Promise<BusinessList>;
}

export function businessListContract(openPlace: () => Promise<BusinessPlace>): void {
  const withTwo = async (work: (one: BusinessList, other: BusinessList) => Promise<void>) => {
    await using place = await openPlace();
    await using one = await place.open();
    await using other = await place.open();
    await work(one, other);
  };
  const idsOf = async (list: BusinessList) => (await list.list()).map(({ id, baseUrl }) => [id, baseUrl]);

  test("add() lists a business for every process, and changed() reports it once", () =>
    withTwo(async (one, other) => {
      const before = await other.changed(null);
      expect(await one.add("ace", "https://ace.test")).toBe("done");
      expect(await idsOf(other)).toEqual([["ace", "https://ace.test"]]);
      const mark = await other.changed(before);
      expect(mark).not.toBeNull();
      expect(await other.changed(mark)).toBeNull();
    }));

  test("of two businesses that are added at once at one address, one wins", () =>
    withTwo(async (one, other) => {
      const added = await Promise.all([one.add("ace", "https://ace.test"), other.add("bee", "http://ACE.test:80")]);
      expect(added.toSorted()).toEqual(["address_taken", "done"]);
      expect(await one.list()).toHaveLength(1);
    }));

  test("of two businesses that are added at once with one id, one wins", () =>
    withTwo(async (one, other) => {
      const added = await Promise.all([one.add("ace", "https://ace.test"), other.add("ace", "https://bee.test")]);
      expect(added.toSorted()).toEqual(["done", "id_taken"]);
    }));

  test("move() frees the old address and refuses one that is taken", () =>
    withTwo(async (one, other) => {
      await one.add("ace", "https://ace.test");
      await one.add("bee", "https://bee.test");
      expect(await one.move("bee", "https://ace.test/")).toBe("address_taken");
      expect(await one.move("ace", "https://new.test")).toBe("done");
      expect(await other.add("cab", "https://ace.test")).toBe("done");
      expect(await one.move("none", "https://none.test")).toBe("unknown");
    }));

  test("saveSettings() is seen by every process under a new version", () =>
    withTwo(async (one, other) => {
      await one.add("ace", "https://ace.test");
      const [before] = await other.list();
      expect(await one.saveSettings("ace", () => ({ INVITATIONS: "links" }))).toBe("done");
      const [after] = await other.list();
      expect(after?.settings).toEqual({ INVITATIONS: "links" });
      expect(after?.version).not.toBe(before?.version);
    }));

  test("rename() keeps address and settings, and refuses an id that is taken", () =>
    withTwo(async (one, other) => {
      await one.add("ace", "https://ace.test");
      await one.add("bee", "https://bee.test");
      await one.saveSettings("ace", () => ({ INCENTIVE: "none" }));
      expect(await other.rename("ace", "bee")).toBe("id_taken");
      expect(await other.rename("ace", "best")).toBe("done");
      const [, best] = await one.list();
      expect(best).toMatchObject({
        id: "best",
        baseUrl: "https://ace.test",
        settings: { INCENTIVE: "none" },
        heldUntil: 0,
      });
      expect(await one.rename("ace", "new")).toBe("unknown");
    }));

  test("a business keeps its identity whatever is changed of it, and what takes its id or its place never has it", () =>
    withTwo(async (one, other) => {
      const identities = async () => Object.fromEntries((await other.list()).map(({ id, identity }) => [id, identity]));
      await one.add("ace", "https://ace.test");
      const { ace = "" } = await identities();
      expect(ace).toMatch(/^ace-[0-9a-f]{24}$/);
      await one.move("ace", "https://best.test");
      await one.saveSettings("ace", () => ({ INCENTIVE: "none" }));
      await one.rename("ace", "best");
      expect(await identities()).toEqual({ best: ace });
      await one.add("ace", "https://ace.test");
      const second = (await identities()).ace;
      expect(second).not.toBe(ace);
      await one.remove("best");
      await one.add("best", "https://best.test");
      expect(Object.values(await identities())).not.toContain(ace);
    }));

  test("changes by many callers at once are all made, one after another", () =>
    withTwo(async (one, other) => {
      await one.add("ace", "https://ace.test");
      const callers = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? one : other));
      const saved = callers.map((list, at) => list.saveSettings("ace", (kept) => ({ ...kept, [`S${at}`]: "set" })));
      expect(new Set(await Promise.all([...saved, one.add("bee", "https://bee.test")]))).toEqual(new Set(["done"]));
      expect(Object.keys((await one.list())[0]?.settings ?? {})).toHaveLength(12);
    }));

  test("remove() returns where the store was left, and frees its id and its address", () =>
    withTwo(async (one, other) => {
      await one.add("ace", "https://ace.test");
      expect(await other.remove("ace")).toMatchObject({ leftAt: expect.stringContaining("ace") });
      expect(await one.list()).toEqual([]);
      expect(await one.add("ace", "https://ace.test")).toBe("done");
      expect(await one.remove("none")).toBe("unknown");
    }));

  test("removed() lists the stores that were removed, with their settings", () =>
    withTwo(async (one, other) => {
      await one.add("ace-north", "https://ace.test");
      await one.saveSettings("ace-north", () => ({ CONTACTS_KEPT: "30d" }));
      expect(await other.removed()).toEqual([]);
      await one.remove("ace-north");
      expect(await other.removed()).toEqual([
        { database: expect.stringContaining("ace-north"), settings: { CONTACTS_KEPT: "30d" } },
      ]);
    }));
}
