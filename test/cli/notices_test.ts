import { expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";

const SECRET = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

/** With a webhook that answers with these statuses, one after another. */
async function shopWith(...statuses: readonly number[]) {
  const shop = new Workshop();
  const left = [...statuses];
  await shop.run("import", shop.write("reviews.json", reviewsFile({ id: "r1" })));
  const env = {
    DATABASE_URL: `file:${shop.database}`,
    NOTICE_WEBHOOK: "https://hooks.test/",
    NOTICE_WEBHOOK_SECRET: SECRET,
  };
  shop.context = {
    env,
    guardedFetch: async () => async () => {
      return { kind: "answered", status: left.shift() ?? 0, headers: new Headers(), body: new Uint8Array() };
    },
  };
  return shop;
}

test("notices test reports each way, and exits with 1 where one was not delivered", async () => {
  using shop = await shopWith(204, 404);
  expect(await shop.run("notices", "test")).toMatchObject({ code: 0, out: "The test by webhook was delivered\n" });
  const failed = await shop.run("notices", "test");
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining("The test by webhook was not delivered: 404")]);
});

test("notices list reports that there are no notices, and notices test names the missing settings", async () => {
  using shop = await shopWith();
  expect((await shop.run("notices", "list")).out).toBe("No notices yet\n");
  shop.context = {};
  const { code, err } = await shop.run("notices", "test");
  expect([code, err]).toEqual([2, expect.stringContaining("NOTICE_MAIL and NOTICE_WEBHOOK are not set")]);
});
