/** `goodword photos`: files of jobs, added and removed from a terminal. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { cameraJpeg } from "../support/camera.ts";
import { Workshop } from "../support/command_line.ts";
import { pngOf } from "../support/png.ts";

async function shopWithBusiness() {
  const shop = new Workshop();
  shop.write("business.json", JSON.stringify({ business: { name: "Ace", services: ["Drains"] } }));
  await shop.run("import", "business.json");
  writeFileSync(shop.path("a.jpg"), await cameraJpeg(80, 40));
  writeFileSync(shop.path("b.png"), await pngOf(60, 30));
  return shop;
}

describe("goodword photos", () => {
  test("adds, lists, changes and removes", async () => {
    using shop = await shopWithBusiness();
    const added = await shop.run(
      "photos",
      "add",
      "a.jpg",
      "b.png",
      "--caption",
      "New drain",
      "--service",
      "drains",
      "--json",
    );
    const { ids, revision } = JSON.parse(added.out);
    expect(ids).toHaveLength(2);
    const { out } = await shop.run("photos", "list");
    expect(out).toMatch(/drains +- +New drain/);
    expect(out).toContain("2 of at most 60 photographs");
    expect((await shop.run("photos", "edit", ids[0], "--caption", "", "--date", "2026-05-02")).code).toBe(0);
    const removed = await shop.run("photos", "remove", ids[1]);
    expect(removed.out).toContain(`Removed photograph ${ids[1]}; revision ${revision + 2}`);
    const { photos } = JSON.parse((await shop.run("photos", "list", "--json")).out);
    expect(photos).toMatchObject([{ id: ids[0], caption: null, service: "drains", date: "2026-05-02" }]);
  });
});
