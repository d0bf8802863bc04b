import { oversize, stopped } from "./clients.ts";
import { fewDescriptors, lockHeld } from "./crowds.ts";
import { canMount, damagedFile, fullDisk, readOnlyDisk } from "./disks.ts";
import { eachWrite, hasStrace, killed } from "./kills.ts";
import type { Stage } from "./stage.ts";

export type Scenario = (stage: Stage) => Promise<void>;

/**
 * All that may go wrong, by the names that a replay takes. Jumps of the clock are not here: the clock is injected, and
 * test/hub plays them in virtual time.
 */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "server-killed": (stage) => killed(stage, ["server"]),
  "import-killed": (stage) => killed(stage, ["import"]),
  "all-killed": (stage) => killed(stage, ["server", "import"]),
  ...(hasStrace && { "each-write": eachWrite }),
  "full-disk": fullDisk,
  ...(canMount && { "read-only-disk": readOnlyDisk }),
  "damaged-file": damagedFile,
  "lock-held": lockHeld,
  "few-descriptors": fewDescriptors,
  oversize,
  stopped,
};
