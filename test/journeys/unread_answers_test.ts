/** Clients that ask for much and read nothing, over real sockets. `bun run test:fuzz --only unread` measures the times, too. */
import { expect, test } from "bun:test";
import { ATTACKS, leaveUnread, MAX_MEMORY_MIB, thousandReviews } from "../../soak/fuzz/unread_answers.ts";

test.each(ATTACKS)("$name, unread: memory stays bounded, and other clients are answered", async (attack) => {
  using shop = await thousandReviews();
  const { moreMemoryMiB, healthAnswers } = await leaveUnread(shop.database, attack);
  expect(moreMemoryMiB).toBeLessThan(MAX_MEMORY_MIB);
  expect(healthAnswers).toBeGreaterThan(0);
});
