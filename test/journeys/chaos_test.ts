/** A short round of `bun run test:chaos`, which goes on for as long as it is asked to. */
import { expect, test } from "bun:test";
import { oversize, stopped } from "../../soak/chaos/clients.ts";
import { fewDescriptors, lockHeld } from "../../soak/chaos/crowds.ts";
import { canMount, damagedFile, fullDisk, readOnlyDisk } from "../../soak/chaos/disks.ts";
import { eachWrite, hasStrace, killed } from "../../soak/chaos/kills.ts";
import { Stage } from "../../soak/chaos/stage.ts";
import { skipUnless } from "../support/tools.ts";

const PLAYS: readonly (readonly [string, (stage: Stage) => Promise<void>])[] = [
  ["readers never see a part of an import that is killed", (s) => killed(s, ["import"], 1)],
  ["what is acknowledged survives when import and server die together", (s) => killed(s, ["server", "import"], 1)],
  ["an import onto a full disk changes nothing, and works when there is room", fullDisk],
  ["a file that is damaged is refused, or served whole", (s) => damagedFile(s, 1)],
  ["readers do not notice a lock that another process holds", lockHeld],
  ["a server without descriptors stays up, and is well again when the crowd has left", fewDescriptors],
  ["what is too large or no HTTP gets a 4xx or is cut", oversize],
  ["a server that is asked to stop does so by itself, whatever is open", stopped],
];

test.each(PLAYS)("%s", async (_title, play) => {
  await using stage = new Stage(1);
  await play(stage);
  expect(stage.faults).toBeGreaterThan(0);
});

test.skipIf(
  skipUnless(hasStrace, "faults at chosen writes: strace has to be installed (Debian package strace) and permitted"),
)("an import that ends at a write leaves the old set or the new one", async () => {
  await using stage = new Stage(1);
  await eachWrite(stage, 2);
  expect(stage.faults).toBe(2);
});

test.skipIf(skipUnless(canMount, "a read-only file system: this user may not mount one"))(
  "a file system that is read-only is served",
  async () => {
    await using stage = new Stage(1);
    await readOnlyDisk(stage);
    expect(stage.faults).toBe(1);
  },
);
