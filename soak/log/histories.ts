/**
 * `bun soak/log/histories.ts`: honest histories of firms over real databases, with processes killed in the middle of changes,
 * restored backups and moves; a watcher looks now and then, and must never raise an alarm.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { liveHistory } from "../../test/support/watched_history.ts";

const { values } = parseArgs({
  options: { histories: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const [histories, first] = [Number(values.histories), Number(values.seed)];
const totals = { histories, looks: 0, entries: 0, kills: 0 };
const alarms: object[] = [];
for (let seed = first; seed < first + histories; seed++) {
  const report = await liveHistory(seed, async (path, now) => {
    const command = ["bun", join(import.meta.dir, "writer.ts"), path, String(seed), String(now)];
    const writer = Bun.spawn(command, { stdout: "pipe" });
    await writer.stdout.getReader().read();
    writer.kill("SIGKILL");
    await writer.exited;
    totals.kills++;
  });
  totals.looks += report.looks;
  totals.entries += report.entries;
  if (report.findings.length > 0) alarms.push({ seed, ...report });
  if ((seed - first + 1) % 100 === 0)
    console.log(JSON.stringify({ ...totals, done: seed - first + 1, alarms: alarms.length }));
}
console.log(JSON.stringify({ ...totals, alarms }, null, 2));
process.exit(alarms.length === 0 ? 0 : 1);
