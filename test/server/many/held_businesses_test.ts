/** Businesses in memory, and the list that says by what they are opened. */
import { afterAll, expect, test } from "bun:test";
import { readConfig } from "../../../src/config.ts";
import { HeldBusinesses } from "../../../src/server/many/held_businesses.ts";
import { ManyProcess } from "../../../src/server/many/many_process.ts";
import { openBusinessList } from "../../../src/server/workers/open_store.ts";
import type { ListedBusiness } from "../../../src/store/mod.ts";
import { Workshop } from "../../support/command_line.ts";
import { createRecordingLog } from "../../support/recording_log.ts";

const shop = new Workshop();
afterAll(() => shop[Symbol.dispose]());

let folders = 0;

/** Businesses that are held by a process, with a list that a test changes. */
async function open(...ids: string[]) {
  const environment = { DATABASE_URL: `folder:${shop.path(`held${folders++}`)}` };
  const list = await openBusinessList(environment.DATABASE_URL);
  for (const id of ids) await list.add(id, `https://${id}.test`);
  const process = new ManyProcess({ config: readConfig(environment), log: createRecordingLog(), counts: new Map() });
  const held = new HeldBusinesses({ process, environment });
  let listed = await list.list();
  await held.follow(listed);
  return {
    held,
    get: (id: string) => listed.find((each) => each.id === id) as ListedBusiness,
    async change(change: (each: ListedBusiness) => ListedBusiness | null) {
      listed = listed.flatMap((each) => change(each) ?? []);
      await held.follow(listed);
    },
    async [Symbol.asyncDispose]() {
      for (const each of [held, process, list]) await each[Symbol.asyncDispose]();
    },
  };
}

const changed = (each: ListedBusiness) => ({ ...each, version: each.version + 1, settings: { INVITATIONS: "links" } });

test("follow() closes what was opened by what stood on the list before", async () => {
  await using stage = await open("ace", "bee");
  for (const id of ["ace", "bee"]) await stage.held.open(stage.get(id));
  await stage.change((each) => (each.id === "ace" ? changed(each) : each));
  expect([...stage.held].map(({ listed }) => listed.id)).toEqual(["bee"]);
});

test("open() gives a business as it is listed when it is open, whatever changed meanwhile", async () => {
  await using stage = await open("ace");
  const before = stage.get("ace");
  const opening = stage.held.open(before);
  await stage.change(changed);
  expect((await opening).listed.settings).toEqual({ INVITATIONS: "links" });
  // Whoever still has what was listed before is given what is now.
  await stage.held.close("ace");
  expect((await stage.held.open(before)).listed.settings).toEqual({ INVITATIONS: "links" });
});

test("open() leaves a store alone that is being renamed or removed, also when it is told so while opening", async () => {
  await using stage = await open("ace");
  const before = stage.get("ace");
  const opening = stage.held.open(before);
  await stage.change((each) => ({ ...each, version: each.version + 1, heldUntil: Date.now() + 60_000 }));
  expect(opening).rejects.toThrow("being renamed or removed");
  await opening.catch(() => {});
  await stage.change(() => null);
  expect(stage.held.open(before)).rejects.toThrow("being renamed or removed");
  expect(stage.held.size).toBe(0);
});
