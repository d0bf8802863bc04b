/** Disks that are full or read-only, and files that are damaged. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensure, type Stage } from "./stage.ts";
import { askHub, Witness } from "./witness.ts";

/** Whether this user may mount: root of a machine, not of every container. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
  if (isMounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
})();

const ONE_LINE = /^goodword: [^\n]+\n$/;

/** A small disk where the machine allows one (root), or else a limit on the size of files. */
export async function fullDisk(stage: Stage): Promise<void> {
  const witness = new Witness();
  using disk = smallDisk(stage);
  await stage.import();
  const service = await stage.serve();
  const launcher = disk.isMounted ? [] : ["bash", "-c", `trap '' XFSZ; ulimit -f 600; exec "$@"`, "bash"];
  const { code, err } = await stage.startImport(stage.nextGeneration(300), launcher).ended;
  stage.faults++;
  ensure(code === 3 && ONE_LINE.test(err), `an import onto a full disk ended with ${code}: ${err}`);
  await witness.untilVisible(stage, service.url);
  disk.fill();
  const { status } = await askHub(service.url, "https://localhost:1/none");
  stage.faults++;
  ensure([202, 503, 507].includes(status), `the hub answers ${status} when the disk is full`);
  await witness.untilVisible(stage, service.url);
  const errors = service.log().match(/"level":"ERROR"[^\n]*/g) ?? [];
  ensure(
    new Set(errors).size === errors.length && errors.length <= 3,
    `a full disk is logged again and again: ${errors}`,
  );
  await service.kill();
  const again = await stage.serve();
  await witness.untilVisible(stage, again.url);
  disk.makeRoom();
  await stage.import();
  await witness.untilVisible(stage, again.url);
  stage.ensureIntegrity();
  await again.kill();
}

function smallDisk(stage: Stage) {
  const folder = join(stage.folder, "disk");
  mkdirSync(folder);
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1280k", "tmpfs", folder]).status === 0;
  stage.database = join(folder, "goodword.sqlite");
  const filler = join(folder, "filler");
  return {
    isMounted,
    fill() {
      if (isMounted) spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=1k", "count=4096"]);
    },
    makeRoom: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      // A server that still runs keeps its files; the mount goes when it ends.
      if (isMounted) spawnSync("umount", ["-l", folder]);
    },
  };
}

/** A file system that turns read-only under a database: it is served, and nothing is taken. */
export async function readOnlyDisk(stage: Stage): Promise<void> {
  using disk = smallDisk(stage);
  ensure(disk.isMounted, "only who may mount can try a read-only file system");
  await stage.import();
  spawnSync("mount", ["-o", "remount,ro", join(stage.folder, "disk")]);
  stage.faults++;
  const service = await stage.serve();
  await new Witness().untilVisible(stage, service.url);
  const { status } = await askHub(service.url, "https://localhost:1/none");
  ensure([202, 503].includes(status), `the hub answers ${status} over a read-only database`);
  const { code, err } = await stage.startImport(stage.nextGeneration()).ended;
  ensure(code === 3 && ONE_LINE.test(err), `an import into a read-only file ended with ${code}: ${err}`);
  await service.kill();
}

/** Files that are not whole: refused, or served whole, and never in part. */
export async function damagedFile(stage: Stage, rounds = 3): Promise<void> {
  await stage.import();
  const sound = join(stage.folder, "sound.sqlite");
  copyFileSync(stage.database, sound);
  for (let round = 0; round < rounds; round++) {
    restore(stage, sound);
    damageInside(stage);
    stage.faults++;
    await ensureWholeOrRefused(stage);
  }
  restore(stage, sound);
  const service = await stage.serve();
  await new Witness().untilVisible(stage, service.url);
}

async function ensureWholeOrRefused(stage: Stage): Promise<void> {
  const service = await stage.serve().catch(ensureReason);
  if (!service) return;
  const response = await fetch(`${service.url}/reviews.json`).catch(() => null);
  if (response?.status === 200) new Witness().see("/reviews.json", await response.text());
  await service.kill();
  const last = service.log().trim().split("\n").at(-1) ?? "";
  ensure(response !== null || last.startsWith("goodword: "), `a damaged file ended the server with: ${last}`);
}

function ensureReason(error: unknown): null {
  const { message } = error as Error;
  ensure(/ended with 3: /.test(message) && !/\n\s+at /.test(message), `a damaged file: ${message}`);
  return null;
}

function damageInside(stage: Stage): void {
  const size = readFileSync(stage.database).length;
  if (stage.random.number() < 0.4) truncateSync(stage.database, stage.between(1, size - 1));
  else overwrite(stage.database, stage.between(100, size - 200), stage.random.bytes(stage.between(1, 100)));
}

function restore({ database }: Stage, sound: string): void {
  for (const ending of ["-wal", "-shm"]) rmSync(database + ending, { force: true });
  copyFileSync(sound, database);
}

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const content = readFileSync(path);
  content.set(bytes, at);
  writeFileSync(path, content);
}
