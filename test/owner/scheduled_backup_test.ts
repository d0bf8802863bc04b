/** Backups that a server makes by itself: when, by whom of several, and what happens where they fail. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { canMount } from "../../soak/chaos/disks.ts";
import { readConfig } from "../../src/config.ts";
import {
  type BackupPlan,
  backUpInto,
  backUpWhenDue,
  inspectBackup,
  listBackups,
  readBackupHistory,
} from "../../src/owner/back_up.ts";
import { diagnose } from "../../src/owner/doctor.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { draftOf, importInto } from "../support/drafts.ts";
import { pushingServer, spawnGoodword, startService } from "../support/goodword_process.ts";
import { BASE_URL } from "../support/server.ts";
import { NOON, openTestStore, type TestStore } from "../support/test_store.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const DAY_MS = 86_400_000;
const options = { policy: readConfig({}).invitations, open: openDatabase };

class Stage extends Workshop {
  readonly plan: BackupPlan = { folder: this.path("backups"), everyMs: DAY_MS, keep: 2 };
  readonly store: TestStore = openTestStore(this.database);
  constructor() {
    super();
    mkdirSync(this.plan.folder);
  }
  due = () => backUpWhenDue(this.store, this.plan, options);
  override [Symbol.dispose](): void {
    void this.store[Symbol.asyncDispose]();
    super[Symbol.dispose]();
  }
}

describe("backUpWhenDue()", () => {
  test("makes one at first and one each period, and keeps the number of the plan", async () => {
    using stage = new Stage();
    await importInto(stage.store, [draftOf({ id: "a1" })]);
    expect(await stage.due()).toMatchObject({ kind: "made", backup: { reviews: 1 } });
    stage.store.at(NOON + DAY_MS / 2);
    expect(await stage.due()).toEqual({ kind: "not_due", nextInMs: DAY_MS / 2 });
    for (const days of [1, 2, 3]) {
      stage.store.at(NOON + days * DAY_MS);
      expect((await stage.due()).kind).toBe("made");
    }
    const kept = listBackups(stage.plan.folder);
    expect(kept.map(({ at }) => at)).toEqual([NOON + 3 * DAY_MS, NOON + 2 * DAY_MS]);
    expect(kept.map(({ path }) => inspectBackup(path))).toEqual(["whole", "whole"]);
  });

  test("makes one at once in a new folder, whatever an earlier one has", async () => {
    using stage = new Stage();
    await importInto(stage.store, [draftOf({ id: "a1" })]);
    await stage.due();
    const folder = stage.path("other-disk");
    mkdirSync(folder);
    const moved = { ...stage.plan, folder };
    stage.store.at(NOON + 60_000);
    expect((await backUpWhenDue(stage.store, moved, options)).kind).toBe("made");
    expect((await backUpWhenDue(stage.store, moved, options)).kind).toBe("not_due");
  });

  test("lets one of two servers make it, and another one where the first was killed on the way", async () => {
    using stage = new Stage();
    const [one, other] = await Promise.all([stage.due(), stage.due()]);
    expect([one.kind, other.kind].sort()).toEqual(["made", "not_due"]);
    const begun = { begunAt: NOON + DAY_MS, madeAt: NOON };
    await stage.store.reviews.write((writes) => writes.saveSetting("backups", JSON.stringify(begun)));
    stage.store.at(NOON + DAY_MS + 60_000);
    expect((await stage.due()).kind).toBe("not_due");
    stage.store.at(NOON + DAY_MS + DAY_MS / 2);
    expect((await stage.due()).kind).toBe("made");
  });

  test("retries a failed one after growing waits, and the doctor reports it after three", async () => {
    using stage = new Stage();
    rmSync(stage.plan.folder, { recursive: true });
    const waits: number[] = [];
    for (let failure = 0, now = NOON; failure < 3; failure++) {
      stage.store.at(now);
      const outcome = await stage.due();
      expect(outcome).toMatchObject({
        kind: "failed",
        failures: failure + 1,
        reason: expect.stringContaining("no such folder"),
      });
      waits.push(outcome.nextInMs);
      now += outcome.nextInMs;
    }
    expect(waits).toEqual([600_000, 1_200_000, 2_400_000]);
    expect(await readBackupHistory(stage.store)).toMatchObject({ failures: 3, madeAt: 0 });
    await importInto(stage.store, [draftOf({ id: "a1" })]);
    const environment = { BACKUP_DIR: stage.plan.folder };
    const findings = await diagnose(stage.store, { environment, databasePath: stage.database });
    expect(findings.find(({ about }) => about === "backups")).toMatchObject({
      level: "wrong",
      message: expect.stringMatching(/^the last 3 failed: .*no such folder/),
    });
  });

  test("makes one although an unfinished copy is gone by the time it is looked at, as when another process ends it", async () => {
    using stage = new Stage();
    // It is listed, but there is nothing behind its name.
    symlinkSync(stage.path("gone"), `${stage.plan.folder}/goodword-2026-05-01T030000Z.sqlite.unfinished`);
    expect((await stage.due()).kind).toBe("made");
  });

  test("is due at once where the clock was set back", async () => {
    using stage = new Stage();
    expect((await stage.due()).kind).toBe("made");
    stage.store.at(NOON - 30 * DAY_MS);
    expect((await stage.due()).kind).toBe("made");
  });
});

test.skipIf(skipUnless(canMount, "a full disk: this user may not mount a small one"))(
  "on 100 disks that are too small, or just large enough, a backup is whole or refused, and the one before is untouched",
  async () => {
    using stage = new Stage();
    await importInto(
      stage.store,
      Array.from({ length: 40 }, (_, at) => draftOf({ id: `r${at}`, text: `Number ${at}` })),
    );
    const kinds = new Set<string>();
    for (let size = 1; size <= 100; size++) {
      const folder = stage.path(`disk-${size}`);
      mkdirSync(folder);
      // The first backup needs some 300 KB; from there to twice that the second one does not fit.
      const kilobytes = 300 + size * 8;
      expect(spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder]).status).toBe(0);
      try {
        const plan = { folder, everyMs: DAY_MS, keep: 5 };
        const make = (now: number) =>
          backUpInto(stage.store, plan, { ...options, now }).then(
            () => "made",
            (error) => error.message,
          );
        const first = await make(NOON);
        const before = listBackups(folder).map(({ path }) => readFileSync(path));
        const second = await make(NOON + 1000);
        const after = listBackups(folder);
        kinds.add(`${first === "made"} ${second === "made"}`);
        for (const said of [first, second]) expect(said).toMatch(/^made$|no space left|disk is full|disk reported/);
        expect(after.map(({ path }) => inspectBackup(path)).filter((state) => state !== "whole")).toEqual([]);
        expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
        if (first === "made") expect(before[0]?.equals(readFileSync(after.at(-1)?.path ?? ""))).toBe(true);
      } finally {
        spawnSync("umount", ["-l", folder]);
      }
    }
    expect([...kinds].sort()).toContain("true true");
    expect(kinds.size).toBeGreaterThan(1);
  },
);

describe("a server", () => {
  test("makes backups in BACKUP_DIR by itself", async () => {
    using shop = new Workshop();
    const folder = shop.path("backups");
    mkdirSync(folder);
    const environment = { ...pushingServer(shop.database, BASE_URL), BACKUP_DIR: folder };
    await using service = await startService({ environment });
    await service.logged("Backup made");
    await eventually("a backup", async () => listBackups(folder).length === 1);
    expect(inspectBackup(join(folder, listBackups(folder)[0]?.name ?? ""))).toBe("whole");
  });

  test("does not start with a BACKUP_DIR that it cannot write to, or a BACKUP_EVERY that nobody can read", async () => {
    using shop = new Workshop();
    const environment = { ...pushingServer(shop.database, BASE_URL), BACKUP_DIR: shop.path("nowhere") };
    const { code, err } = await spawnGoodword([], { environment }).ended;
    expect([code, err]).toEqual([2, expect.stringContaining("expected a folder that can be written to")]);
    const weekly = { ...environment, BACKUP_DIR: shop.folder, BACKUP_EVERY: "weekly" };
    const refused = await spawnGoodword([], { environment: weekly }).ended;
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('BACKUP_EVERY is "weekly", expected a duration'),
    ]);
  });
});
