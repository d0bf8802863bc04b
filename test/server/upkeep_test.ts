/** What businesses that nobody reads are owed, by a clock of the test: all of it happens in time, and in turn. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentOf, storeOf } from "../../src/business_environment.ts";
import { readConfig } from "../../src/config.ts";
import type { Log } from "../../src/platform.ts";
import { Chores } from "../../src/server/chores.ts";
import { Upkeep } from "../../src/server/upkeep.ts";
import type { ListedBusiness } from "../../src/store/mod.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const folder = mkdtempSync(join(tmpdir(), "goodword-chores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How a business behaves. */
interface Behaviour {
  /** Subscribers, or a record that is kept. */
  owes?: boolean;
  settings?: Record<string, string>;
  /** What fails or never ends of it. */
  trouble?: "look" | "open" | "keep" | "hangs";
  heldUntil?: number;
}

interface Options {
  readonly seed?: number;
  readonly database?: string;
  readonly environment?: Record<string, string>;
}

/** Chores of simulated businesses, each thing done to them with its instant. */
function play(behaviours: Record<string, Behaviour>, { seed = 1, database, environment = {} }: Options = {}) {
  const clock = createVirtualClock();
  const random = createSeededRandom(seed);
  const log = createRecordingLog();
  const done: { readonly what: string; readonly id: string; readonly at: number }[] = [];
  const versions = new Map<string, number>();
  const revisions = new Map<string, number>();
  const start = clock.now();
  const note = (what: string, id: string) => void done.push({ what, id, at: clock.now() - start });
  const takes = (ms: number) => new Promise<void>((resolve) => void clock.after(ms * random.number(), resolve));
  const fail = (id: string) => Promise.reject(new Error(`${id} is broken`));
  const never = new Promise<never>(() => {});
  const url = database ?? "postgres://nobody@none.test/none?businesses=true";
  const idOf = (address: string) =>
    address.startsWith("postgres")
      ? (new URL(address).searchParams.get("business") ?? "")
      : (address.match(/([^/]+)\.sqlite$/)?.[1] ?? "");
  const upkeep = new Upkeep({
    random,
    process: { clock, chores: new Chores(clock, log), log, logFor: (business) => linesOf(log, business) },
    list: {
      get businesses() {
        return Object.entries(behaviours).map(
          ([id, { settings = {}, heldUntil = 0 }]): ListedBusiness => ({
            id,
            identity: id,
            baseUrl: `https://${id}.test`,
            settings,
            heldUntil,
            version: versions.get(id) ?? 1,
          }),
        );
      },
      configOf: (listed) => {
        const all = { DATABASE_URL: url, SMTP_URL: "smtp://mail.test", ...environment };
        return readConfig(environmentOf(all, listed));
      },
      only: null,
      databaseOf: ({ id }) => storeOf(url, id),
      removed: async () => [],
    },
    actsOn(address) {
      const id = idOf(address);
      const { trouble, owes = false } = behaviours[id] ?? {};
      return {
        async lookAt() {
          note("look", id);
          await (trouble === "hangs" ? never : takes(50));
          return trouble === "look" ? fail(id) : { revision: revisions.get(id) ?? 1, owes };
        },
        async forgetUnused() {
          note("forget", id);
          await takes(20);
          if (trouble === "keep") await fail(id);
        },
        async backUpWhenDue(plan) {
          note("backup", id);
          await takes(SECOND);
          return { kind: "not_due", nextInMs: plan.everyMs };
        },
      };
    },
    async open({ id }) {
      note("open", id);
      await takes(100);
      if (behaviours[id]?.trouble === "open") await fail(id);
      return { business: { work: async () => note("work", id) } };
    },
  });
  return {
    upkeep,
    clock,
    log,
    done,
    pass: (ms: number) => clock.advance(ms, () => new Promise<void>((resolve) => setImmediate(resolve))),
    times: (what: string, id: string) =>
      done.filter((each) => each.what === what && each.id === id).map(({ at }) => at),
    change(id: string) {
      revisions.set(id, (revisions.get(id) ?? 1) + 1);
    },
    set(id: string, behaviour: Behaviour) {
      behaviours[id] = behaviour;
      versions.set(id, (versions.get(id) ?? 1) + 1);
    },
  };
}

/** A log whose lines name a business. */
function linesOf(log: Log, business: string): Log {
  return { ...log, error: (event, fields) => log.error(event, { business, ...fields }) };
}

/** The longest wait between two instants, the beginning and the end included. */
function longestGap(times: readonly number[], end: number): number {
  return Math.max(...[...times, end].map((at, index) => at - (times[index - 1] ?? 0)));
}

const MAILS = { INVITATIONS: "mail", MAIL_FROM: "us@shop.test" };
const NOTIFIED = { NOTICE_WEBHOOK: "https://hooks.test/", NOTICE_WEBHOOK_SECRET: `whsec_${"A".repeat(43)}=` };

describe.each([1, 2, 3])("Of 60 businesses, seed %d", (seed) => {
  test("those with due work run every ten minutes, all have their upkeep every day, and faulty ones delay no other", async () => {
    const random = createSeededRandom(seed);
    const kinds: Behaviour[] = [
      { owes: true },
      { settings: MAILS },
      { settings: NOTIFIED },
      {},
      { trouble: "look" },
      { settings: MAILS, trouble: "open" },
      { settings: { INVITATIONS: "links" }, trouble: "keep" },
      // What a server would not start with.
      { settings: { INVITATIONS: "mail" } },
    ];
    const behaviours: Record<string, Behaviour> = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`b${at}`, kinds[Math.floor(random.number() * kinds.length)] ?? {}]),
    );
    behaviours.stuck = { trouble: "hangs" };
    behaviours.also = { trouble: "hangs" };
    const it = play(behaviours, { seed });
    const end = 45 * MINUTE;
    await it.pass(end);
    const isInTrouble = ({ settings = {}, trouble }: Behaviour) =>
      trouble !== undefined || (settings.INVITATIONS === "mail" && settings.MAIL_FROM === undefined);
    for (const [id, behaviour] of Object.entries(behaviours)) {
      if (isInTrouble(behaviour)) continue;
      const { owes, settings = {} } = behaviour;
      const isWorked = owes || settings.INVITATIONS !== undefined || settings.NOTICE_WEBHOOK !== undefined;
      const gap = longestGap(it.times("work", id), end);
      if (isWorked) expect({ id, isInTime: gap <= 11 * MINUTE }).toEqual({ id, isInTime: true });
      else expect(it.times("work", id)).toEqual([]);
    }
    // Each fault is logged, and the business retried.
    for (const [id, { trouble }] of Object.entries(behaviours)) {
      if (trouble === "look") expect(longestGap(it.times("look", id), end)).toBeLessThan(11 * MINUTE);
      if (trouble === "look" || trouble === "open") {
        expect(it.log.lines.filter(({ fields }) => fields.business === id).length).toBeGreaterThanOrEqual(4);
      }
    }
    const before = new Map(Object.keys(behaviours).map((id) => [id, it.times("forget", id).length]));
    it.clock.jump(DAY);
    await it.pass(MINUTE);
    for (const [id, behaviour] of Object.entries(behaviours)) {
      if (isInTrouble(behaviour)) continue;
      expect({ id, times: it.times("forget", id).length }).toEqual({ id, times: (before.get(id) ?? 0) + 1 });
    }
  });
});

test("After a start all are looked at once before any is again, and the upkeep of thousands is spread over the day", async () => {
  const behaviours = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`b${at}`, {}]));
  const it = play(behaviours);
  await it.pass(5 * MINUTE);
  const looks = it.done.filter(({ what }) => what === "look").map(({ id }) => id);
  expect(looks.length).toBe(500);
  expect(new Set(looks).size).toBe(500);
  const hourly: number[] = [];
  for (let hour = 0; hour < 24; hour++) {
    const before = it.done.length;
    it.clock.jump(HOUR);
    await it.pass(20 * SECOND);
    hourly.push(it.done.slice(before).filter(({ what }) => what === "forget").length);
  }
  expect(Math.min(...hourly)).toBeGreaterThan(0);
  expect(Math.max(...hourly)).toBeLessThan(50);
});

test("A change that was notified is published within a second", async () => {
  const it = play({ ace: {}, bee: {} });
  await it.pass(MINUTE);
  it.change("ace");
  it.upkeep.noteChange("ace");
  await it.pass(SECOND);
  expect(it.times("open", "ace")).toHaveLength(1);
  expect(it.times("open", "bee")).toEqual([]);
  // Without a notification no store is queried.
  const before = it.times("look", "ace").length + it.times("look", "bee").length;
  await it.pass(30 * MINUTE);
  expect(it.times("look", "ace").length + it.times("look", "bee").length).toBe(before);
});

test("A change of a file is published within a second", async () => {
  const it = play({ ace: {} }, { database: `folder:${folder}` });
  writeFileSync(join(folder, "ace.sqlite"), "");
  await it.pass(MINUTE);
  it.change("ace");
  utimesSync(join(folder, "ace.sqlite"), 1, 1);
  await it.pass(SECOND);
  expect(it.times("open", "ace")).toHaveLength(1);
});

test("Settings that were changed are gone by within a second, upkeep included", async () => {
  const it = play({ ace: {} });
  await it.pass(MINUTE);
  it.set("ace", { settings: MAILS });
  await it.pass(SECOND);
  expect(it.times("work", "ace")).toHaveLength(1);
  expect(it.times("forget", "ace")).toHaveLength(1);
});

test("Backups are made one at a time and each as often as is configured, while others are seen to", async () => {
  const behaviours: Record<string, Behaviour> = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`b${at}`, { owes: at % 2 === 0 }]),
  );
  const it = play(behaviours, { environment: { BACKUP_DIR: join(folder, "backups"), BACKUP_EVERY: "6h" } });
  for (let round = 1; round <= 4; round++) {
    await it.pass(MINUTE);
    for (const id of Object.keys(behaviours))
      expect({ id, times: it.times("backup", id).length }).toEqual({ id, times: round });
    it.clock.jump(6 * HOUR);
  }
});

test("A store that is being renamed or removed is left alone", async () => {
  const it = play({ ace: { heldUntil: Number.POSITIVE_INFINITY, settings: MAILS } });
  await it.pass(HOUR);
  expect(it.done).toEqual([]);
});

test("What fails once is tried again in a moment, and reported when that fails as well: a business may just be removed", async () => {
  const behaviours: Record<string, Behaviour> = { gone: { trouble: "look" }, ill: { trouble: "look" } };
  const it = play(behaviours);
  await it.pass(4 * SECOND);
  delete behaviours.gone;
  expect(it.log.lines).toEqual([]);
  await it.pass(10 * SECOND);
  expect(it.log.lines.map(({ fields }) => fields.business)).toEqual(["ill"]);
});

test("A clock that is set back puts nothing off", async () => {
  const it = play({ ace: { settings: MAILS } });
  await it.pass(MINUTE);
  it.clock.jump(-30 * DAY);
  const before = it.times("work", "ace").length;
  await it.pass(MINUTE);
  expect(it.times("work", "ace").length).toBeGreaterThan(before);
});
