import { describe, expect, test } from "bun:test";
import { Firm, receiptOf } from "../support/logged_firm.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { workshopAt } from "./workshop_at.ts";

describe("goodword check-receipt", () => {
  test("a receipt that the log holds ends with 0, one that it does not with 1", async () => {
    const firm = new Firm(createSeededRandom(1));
    for (let count = 0; count < 3; count++) firm.publish();
    using workshop = workshopAt(firm);
    workshop.write("receipt.json", JSON.stringify(await receiptOf(firm.site, "r_1")));
    expect(await workshop.run("check-receipt", "receipt.json")).toMatchObject({
      code: 0,
      err: "",
      database: null,
      out: "Your review was published on 2026-01-05 as entry 1, and the log still holds it\nNothing has happened to it since\n",
    });
    firm.site.entries.splice(1, 1);
    const { code, err } = await workshop.run("check-receipt", "receipt.json");
    expect({ code, err }).toEqual({
      code: 1,
      err: "goodword: The log that is served today (2 entries) does not begin with the 3 entries that it had then\n",
    });
  });

  test("any other file is refused, and a site that cannot be asked is no finding", async () => {
    using workshop = workshopAt(new Firm(createSeededRandom(3)));
    workshop.write("note.txt", "Hello");
    expect(await workshop.run("check-receipt", "note.txt")).toMatchObject({
      code: 1,
      err: expect.stringContaining("note.txt: not a receipt"),
    });
    expect((await workshop.run("check-receipt", "missing.json")).code).toBe(3);
    const firm = new Firm(createSeededRandom(4));
    firm.publish();
    workshop.write("receipt.json", JSON.stringify(await receiptOf(firm.site, "r_0")));
    workshop.context = {};
    expect((await workshop.run("check-receipt", "receipt.json")).code).toBe(3);
  });
});
