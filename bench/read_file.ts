/**
 * Reads one file in a process of its own and prints what that took, for `reading.ts`.
 *
 *     bun bench/read_file.ts (understand | floor) FILE
 */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { readImport } from "../src/import/mod.ts";
import { fileOnDisk } from "../src/owner/import_files.ts";

const [how = "", path = ""] = process.argv.slice(2);
// What a process needs for the code itself is no cost of the file.
readImport([{ name: "warm.csv", bytes: new TextEncoder().encode("date,rating,text\n2025-01-02,5,Good\n") }], {
  today: "2026-06-30",
  source: "google",
});
const before = process.cpuUsage();
const rows = how === "floor" ? floor() : understand();
const { user, system } = process.cpuUsage(before);
const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
process.stdout.write(JSON.stringify({ rows, cpuSeconds: (user + system) / 1e6, peakMb: Number(peak) / 1024 }));

function understand(): number {
  const reading = readImport([fileOnDisk(path)], {
    today: "2026-06-30",
    source: "google",
    timeZone: "UTC",
    isExplanation: true,
  });
  return reading.understood[0]?.rows ?? 0;
}

function floor(): number {
  return parse(readFileSync(path, "utf8"), { info: true, relax_column_count: true }).length - 1;
}
