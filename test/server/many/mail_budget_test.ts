/** Businesses of one process share its mail server: few messages at once, each business in its turn. */
import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/store/sqlite/mod.ts";
import { Firms } from "../../support/firms.ts";
import { keepDueJobs, mailingServer } from "../../support/mail_kills.ts";
import { startSmtpServer } from "../../support/smtp_server.ts";
import { eventually } from "../../support/wait.ts";

const BUSINESSES = ["ace", "bee", "cab", "dab", "elm", "fig"];

test("six businesses with mail to send hold four connections at most, and each sends all of its own", async () => {
  await using smtp = await startSmtpServer();
  await using firms = new Firms();
  const { shop } = firms;
  const { SMTP_URL = "" } = mailingServer("", smtp.port);
  shop.context = { ...shop.context, env: { ...firms.env, SMTP_URL } };
  for (const id of BUSINESSES) {
    await firms.add(id);
    await using store = openDatabase(shop.path(`shops/${id}.sqlite`), { busyTimeoutMs: 3000 });
    await keepDueJobs(store, id === "ace" ? 5 : 2);
    for (const [name, value] of Object.entries({ MAIL_FROM: `Us <${id}@${id}.test>`, INVITATIONS: "mail" })) {
      expect((await shop.run("settings", "set", name, value, "--business", id)).err).toBe("");
    }
  }
  let most = 0;
  smtp.behave((step) => {
    most = Math.max(most, smtp.open);
    return step === "content" ? { afterMs: 100 } : null;
  });
  await firms.serve({ SMTP_URL });
  await eventually("all messages", () => smtp.received.length === 15);
  const senders = smtp.received.map(({ from }) => from.slice(0, 3));
  for (const id of BUSINESSES) expect(senders.filter((each) => each === id)).toHaveLength(id === "ace" ? 5 : 2);
  expect(most).toBeLessThanOrEqual(4);
});
