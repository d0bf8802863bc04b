import { describe, expect, test } from "bun:test";
import { checkReceipt, readReceipt } from "../../src/log/mod.ts";
import { askOf, copyOf, Firm, receiptOf, type Served } from "../support/logged_firm.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

const firmOf = (seed: number, reviews = 0) => {
  const firm = new Firm(createSeededRandom(seed));
  for (let count = 0; count < reviews; count++) firm.publish();
  return firm;
};

describe("a receipt", () => {
  test("is confirmed by a log that has grown since, with the later changes of the review", async () => {
    const firm = firmOf(1, 5);
    const receipt = readReceipt(JSON.stringify(await receiptOf(firm.site, "r_2"))) ?? expect.unreachable();
    const held = "Your review was published on 2026-01-05 as entry 2, and the log still holds it";
    expect(await checkReceipt(receipt, askOf(firm.site))).toEqual({
      holds: true,
      facts: [held, "Nothing has happened to it since"],
    });
    const { review } = firm.site.shown.get("r_2")!;
    for (let count = 0; count < 300; count++) firm.publish();
    firm.change(review);
    firm.hide(review, "withheld", "abuse");
    firm.show(review, "shown");
    firm.hide(review, "removed", "withdrawn");
    expect(await checkReceipt(receipt, askOf(firm.site))).toEqual({
      holds: true,
      facts: [
        held,
        "On 2026-01-05 it was changed (entry 305)",
        "On 2026-01-05 it was withheld: abuse (entry 306)",
        "On 2026-01-05 it was shown again (entry 307)",
        "On 2026-01-05 it was removed: withdrawn (entry 308)",
      ],
    });
  });

  test("is not held by a log that has dropped, changed or forked it", async () => {
    const firm = firmOf(2, 8);
    const receipt = await receiptOf(firm.site, "r_2");
    for (let count = 0; count < 3; count++) firm.publish();
    const rewrites: ((site: Served) => void)[] = [
      (site) => site.entries.splice(2, 1),
      (site) => site.entries.splice(6),
      (site) => site.entries.splice(2, 1, { ...site.entries[2]!, at: 0 }),
      (site) => site.entries.splice(0, 99, ...firmOf(9, 20).site.entries),
    ];
    for (const rewrite of rewrites) {
      const site = copyOf(firm.site);
      rewrite(site);
      const { holds, facts } = await checkReceipt(receipt, askOf(site));
      expect({ holds, facts }).toEqual({
        holds: false,
        facts: [expect.stringContaining("does not begin with the 8 entries that it had then")],
      });
    }
  });

  test("that was tampered with fails before any request", async () => {
    const receipt = await receiptOf(firmOf(3, 8).site, "r_2");
    const other = await receiptOf(firmOf(3, 8).site, "r_3");
    const forged = [
      { ...receipt, review: { ...receipt.review, text: "Other words" } },
      { ...receipt, salt: other.salt },
      { ...receipt, entry: other.entry, review: other.review, salt: other.salt },
      { ...receipt, key: receipt.key.replace("+", "x+") },
      { ...receipt, proof: receipt.proof.replace("index 2", "index 3") },
    ];
    for (const each of forged) {
      const report = await checkReceipt(each, () => Promise.reject(new Error("asked")));
      expect(report.holds).toBeFalse();
    }
    expect(readReceipt("{}")).toBeNull();
    expect(readReceipt("From: a@example.com")).toBeNull();
  });

  test("follows a site that has moved", async () => {
    const firm = firmOf(4, 3);
    const receipt = await receiptOf(firm.site, "r_1");
    firm.site.origin = "new.example/log";
    const { holds, facts } = await checkReceipt(receipt, askOf(firm.site));
    expect({ holds, first: facts[0] }).toEqual({
      holds: true,
      first: "The log has moved from reviews.example.com/log to new.example/log",
    });
  });
});
