/** Clients that ask for much and read nothing, over real sockets. `bun run test:fuzz --only unread` measures the times, too. */
import { expect, test } from "bun:test";
import { ATTACKS, leaveUnread, thousandReviews } from "../fuzz/unread_answers.ts";

test.each(ATTACKS)("$name, unread: memory grows by less than 100 MB and others are answered", async (attack) => {
  using shop = await thousandReviews();
  const { moreMemoryMiB, healthAnswers } = await leaveUnread(shop.database, attack);
  expect(moreMemoryMiB).toBeLessThan(100);
  expect(healthAnswers).toBeGreaterThan(0);
});
