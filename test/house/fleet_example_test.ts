/** ops/fleet/ stays what HAProxy and bash understand, and what the servers expect of a balancer. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PATHS } from "../../src/http/paths.ts";
import { ROOT } from "../support/source_files.ts";
import { findTool, isMissing } from "../support/tools.ts";

const CONFIGURATION = join(ROOT, "ops/fleet/haproxy.cfg");
const SCRIPT = join(ROOT, "ops/fleet/fleet.sh");

test.skipIf(isMissing("haproxy"))(
  "ops/fleet/haproxy.cfg is a configuration that HAProxy accepts without a warning",
  () => {
    const { status, stdout, stderr } = spawnSync(findTool("haproxy") ?? "", ["-c", "-f", CONFIGURATION]);
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.not.stringMatching(/WARNING|ALERT/)]);
  },
);

test("ops/fleet/haproxy.cfg asks the servers whether they are ready", () => {
  expect(readFileSync(CONFIGURATION, "utf8")).toContain(`option httpchk GET ${PATHS.readiness}\n`);
});

test.skipIf(isMissing("bash"))("ops/fleet/fleet.sh is a script, and prints what it does", () => {
  expect(spawnSync("bash", ["-n", SCRIPT]).status).toBe(0);
  const { status, stdout } = spawnSync("bash", [SCRIPT]);
  expect([status, stdout.toString()]).toEqual([2, expect.stringContaining("fleet.sh promote")]);
});
