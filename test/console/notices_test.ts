/** Notices in the console. */
import { expect, test } from "bun:test";
import { storedReview } from "../store/contract/place.ts";
import { openTestConsole } from "../support/console.ts";
import { keepFirm } from "../support/messages.ts";

const WEBHOOK = {
  NOTICE_WEBHOOK: "https://hooks.example.com/services/secret-part",
  NOTICE_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 5).toString("base64")}`,
};

test("The console links to the settings while no notices are sent", async () => {
  await using console = openTestConsole();
  const owner = await console.as("owner");
  expect(await (await owner.get("/notices")).text()).toContain('href="/settings/notices"');
  const refused = await owner.post("/notices/test");
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Notices are off")]);
});

test("An owner tests the webhook and sees the notices; its address is never shown", async () => {
  const sent: string[] = [];
  const answers = [204, 500];
  await using console = openTestConsole({
    environment: WEBHOOK,
    services: {
      guardedFetch: async () => async (request) => {
        sent.push(new TextDecoder().decode(request.body as Uint8Array));
        return { kind: "answered", status: answers.shift() ?? 0, headers: new Headers(), body: new Uint8Array() };
      },
    },
  });
  const owner = await console.as("owner");
  expect(await (await owner.post("/notices/test")).text()).toContain("Webhook: the test was delivered.");
  expect(await (await owner.post("/notices/test")).text()).toContain("Webhook: the test was not delivered (500).");
  expect(sent.map((body) => JSON.parse(body).type)).toEqual(["test", "test"]);
  const { store } = console;
  await keepFirm(store);
  const rules = { channels: ["webhook"], host: "one", low: [] } as const;
  await store.notices.queueNotices(rules);
  await store.reviews.write(async (writes) => {
    await writes.saveReviews([storedReview({ id: "r_1" })]);
    await writes.recordChange({ command: "import", at: writes.now + 1000, lines: [{ detail: {} }] });
  });
  await store.notices.queueNotices(rules);
  const page = await (await owner.get("/notices")).text();
  expect(page).toContain("New reviews");
  expect(page).toContain("Waiting");
  expect(page).toContain("hooks.example.com");
  expect(page).not.toContain("secret-part");
  const reader = await console.as("reader");
  expect(await (await reader.get("/notices")).text()).not.toContain('action="/notices/test"');
  expect((await reader.post("/notices/test")).status).toBe(403);
});
