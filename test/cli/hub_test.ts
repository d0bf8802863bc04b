import { expect, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";
import { keepSubscription } from "../support/kept_subscription.ts";

async function shopWithSubscription(): Promise<Workshop> {
  const shop = new Workshop();
  await shop.withStore((store) =>
    keepSubscription(store, shop.now, { callback: "https://reader.test/push?key=sesame", lastOutcome: "204" }),
  );
  return shop;
}

test("hub list shows running subscriptions without the keys in their callbacks", async () => {
  using shop = await shopWithSubscription();
  const { out } = await shop.run("hub", "list");
  expect(out).toMatch(
    /^1 +https:\/\/reviews\.goodword\.test\/feed\.xml +https:\/\/reader\.test\/push +until 2026-06-02T12:00:00\.000Z +204\n$/,
  );
});

test("hub show prints a subscription without its secret", async () => {
  using shop = await shopWithSubscription();
  const { out, json } = await shop.run("hub", "show", "1", "--json");
  expect(json).toMatchObject({ number: 1, callback: "https://reader.test/push?key=sesame", has_secret: true });
  expect(out).not.toContain("open");
});

test("hub remove ends a subscription; another number changes nothing", async () => {
  using shop = await shopWithSubscription();
  expect((await shop.run("hub", "remove", "2")).code).toBe(1);
  expect((await shop.run("hub", "remove", "x")).code).toBe(2);
  expect((await shop.run("hub", "remove", "1")).out).toBe("Subscription 1 ended\n");
  expect((await shop.run("hub", "list")).out).toBe("No subscriptions\n");
  expect((await shop.run("hub", "show", "1")).code).toBe(1);
});
