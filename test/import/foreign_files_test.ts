import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { type ImportOptions, NeedsInput, readImport } from "../../src/import/mod.ts";
import { skipUnless } from "../support/tools.ts";
import { OPTIONS } from "./builders.ts";

const FOLDER = new URL("../../../shared/data/foreign/", import.meta.url).pathname;

type Verdict = "whole" | "one hint" | "two hints" | "rows refused" | "refused rightly";

/** Each real file, the outcome of its import, its number of records, and the options that the owner then adds. */
const FILES: readonly (readonly [name: string, verdict: Verdict, records: number, added?: Partial<ImportOptions>])[] = [
  ["gr_garage.json", "whole", 5],
  ["gr_adjf.json", "one hint", 4, { asOf: "2026-07-09" }],
  ["gr_usoseda.json", "one hint", 10, { asOf: "2026-08-17" }],
  ["gr_elevators.json", "one hint", 12, { source: "google" }],
  ["gr_roofmon.json", "two hints", 12, { source: "google", asOf: "2026-07-09" }],
  ["gm_roofing.csv", "two hints", 50, { source: "google", asOf: "2026-07-09" }],
  [
    "tp_matko.csv",
    "two hints",
    0,
    { source: "trustpilot", columns: { date: "column 1", rating: "column 2", title: "column 3", text: "column 4" } },
  ],
  ["gr_hectic.csv", "two hints", 0, { source: "google", location: "Hector's Bakery" }],
  ["gr_viru.csv", "rows refused", 10, { source: "google" }],
  ["yelp_kuky.json", "refused rightly", 0],
  ["gr_renova.json", "refused rightly", 0],
  ["gr_mdr.json", "refused rightly", 0],
  ["tp_siva.json", "refused rightly", 0],
  ["gr_ujwal.xlsx", "refused rightly", 0],
  ["tp_godwin.xlsx", "refused rightly", 0],
];

describe.skipIf(skipUnless(existsSync(FOLDER), `real files of other tools: ${FOLDER} is missing`))(
  "real files of other tools",
  () => {
    const rows: string[] = [];

    test.each(FILES)("%s: %s", (name, verdict, records, added = {}) => {
      const read = (options: Partial<ImportOptions>) =>
        readImport([{ name, bytes: new Uint8Array(readFileSync(FOLDER + name)) }], {
          ...OPTIONS,
          today: "2026-11-22",
          ...options,
        });
      const wants: string[] = [];
      let error: unknown = null;
      try {
        read({});
      } catch (thrown) {
        error = thrown;
        wants.push(...(thrown instanceof NeedsInput ? thrown.questions.map(({ option, role }) => role ?? option) : []));
      }
      const after = verdict === "refused rightly" ? null : read(added);
      rows.push(
        `${name.padEnd(20)} ${verdict.padEnd(16)} ${after?.records.length ?? "-"} read; ${error instanceof Error ? error.message.slice(0, 150) : ""}`,
      );
      expect(error === null).toBe(verdict === "whole");
      if (after === null) return;
      if (records > 0) expect(after.records.length).toBe(records);
      else expect(after.records.length).toBeGreaterThan(10);
      if (verdict !== "rows refused") expect(after.problems).toEqual([]);
      if (verdict === "one hint") expect(wants).toHaveLength(1);
    });

    test("the table of outcomes has a row for each file", () => {
      expect(rows).toHaveLength(FILES.length);
      process.stdout.write(`${rows.join("\n")}\n`);
    });
  },
);
