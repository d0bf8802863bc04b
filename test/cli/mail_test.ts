import { describe, expect, test } from "bun:test";
import { receiveBounce } from "../../src/owner/send_messages.ts";
import { Workshop } from "../support/command_line.ts";

import { keepFirm, keepJobs } from "../support/messages.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { NOON } from "../support/test_store.ts";

/** A workshop whose mail goes to this port. */
async function mailingShop(port: number, env: Readonly<Record<string, string>> = {}): Promise<Workshop> {
  const shop = new Workshop();
  shop.now = NOON;
  await shop.withStore(async (store) => keepFirm(store));
  shop.context = {
    env: {
      DATABASE_URL: `file:${shop.database}`,
      BASE_URL: "https://reviews.goodword.test",
      INVITATIONS: "mail",
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Acme <reviews@goodword.test>",
      ...env,
    },
  };
  return shop;
}

describe("goodword invitations send", () => {
  test("sends due messages once, and reports how many were accepted or undeliverable", async () => {
    await using smtp = await startSmtpServer();
    using shop = await mailingShop(smtp.port);
    await shop.withStore((store) => keepJobs(store, 3));
    smtp.behave((step, { to }) => (step === "recipient" && to.startsWith("c1") ? "550 5.1.1 no" : null));
    const ran = await shop.run("invitations", "send", "--json");
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json).toMatchObject({ waiting: 0, accepted_within_a_day: 2, undeliverable: 1, paused: null });
    expect((await shop.run("invitations", "send")).out).toContain("2 messages accepted");
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(["c0@example.com", "c2@example.com"]);
  });

  test("pauses when the mail server refuses the sender, keeps all messages waiting, and the doctor reports it", async () => {
    await using smtp = await startSmtpServer();
    smtp.behave((step) => (step === "sender" ? "550 5.1.8 no" : null));
    using shop = await mailingShop(smtp.port);
    await shop.withStore((store) => keepJobs(store, 2));
    const ran = await shop.run("invitations", "send");
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.err).toContain("Sending is paused: the mail server answered 550 5.1.8 (sender)");
    const { out } = await shop.run("doctor");
    expect(out).toMatch(
      /WRONG +invitations +sending is paused since .*: the mail server answered 550 5\.1\.8 \(sender\)/,
    );
    expect(out).toMatch(/ok +invitations +2 waiting, 0 accepted within a day, 0 undeliverable/);
  });

  test.each([
    ["the sample is shown", { is_sample: true }, "Nothing is sent while sample data is shown"],
    [
      "the business has no postal address",
      { address: null },
      "Nothing is sent: each message must show the postal address",
    ],
  ])("ends at once with an error while %s", async (_, profile, reason) => {
    await using smtp = await startSmtpServer();
    using shop = await mailingShop(smtp.port);
    await shop.withStore(async (store) => {
      await keepJobs(store, 1);
      await keepFirm(store, profile);
    });
    const ran = await shop.run("invitations", "send");
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.err).toContain(reason);
    expect((await shop.run("jobs", "list")).out).toContain(`listed\n${reason}`);
    expect(smtp.received).toEqual([]);
  });

  test("is refused where invitations are not mailed", async () => {
    using shop = await mailingShop(1, { INVITATIONS: "links" });
    expect(await shop.run("invitations", "send")).toMatchObject({ code: 2 });
  });
});

describe("goodword invitations test", () => {
  test("sends a sample without personal links, and reports on SPF, DKIM and DMARC of the sender's domain", async () => {
    await using smtp = await startSmtpServer();
    using shop = await mailingShop(smtp.port, { INVITATIONS: "off" });
    const mail = {
      ...shop.context.mail,
      lookUpTexts: async (name: string) => (name === "goodword.test" ? ["v=spf1 -all"] : []),
    };
    const { createMailer } = await import("../../src/server/mail.ts");
    shop.context = { ...shop.context, mail: { ...mail, open: async (server) => createMailer(server) } };
    const ran = await shop.run("invitations", "test", "me@acme", "--language", "de");
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain("The mail server accepted the sample");
    expect(ran.out).toMatch(/fine +SPF.*advice +DKIM.*advice +DMARC/s);
    expect(smtp.received).toMatchObject([{ from: "reviews@goodword.test", to: "me@acme" }]);
    expect(smtp.received[0]?.mime).not.toMatch(/\/r\/|\/u\//);
  });

  test("prints the mail server's answer, and exits with 1", async () => {
    await using smtp = await startSmtpServer();
    smtp.behave((step) => (step === "connect" ? "554 5.7.1 no" : null));
    using shop = await mailingShop(smtp.port);
    expect(await shop.run("invitations", "test", "me@acme")).toMatchObject({
      code: 1,
      err: "goodword: The mail server rejected the sample: 554 5.7.1 (connect)\n",
    });
    expect(await shop.run("invitations", "test", "nobody")).toMatchObject({ code: 2 });
  });
});

describe("goodword invitations greeting", () => {
  test("shows the invitation, with a greeting of one's own in its language and the rest as it was", async () => {
    using shop = await mailingShop(1);
    const usual = (await shop.run("invitations", "greeting")).out;
    expect(usual).toContain("Thank you for choosing");
    const changed = (await shop.run("invitations", "greeting", "It was a pleasure")).out;
    expect(changed).toContain("\n\nIt was a pleasure\n\nHow many stars");
    expect((await shop.run("invitations", "greeting", "--language", "fr")).out).not.toContain("pleasure");
    expect((await shop.run("invitations", "greeting", "--remove")).out).toBe(usual);
    const refused = await shop.run("invitations", "greeting", "Only if you are happy: https://x.example");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain("names an address");
    expect(await shop.run("invitations", "greeting", "--language", "nl")).toMatchObject({ code: 2 });
  });
});

test("receiveBounce() marks the job of a message that came back, once it was sent", async () => {
  await using smtp = await startSmtpServer();
  using shop = await mailingShop(smtp.port);
  await shop.withStore((store) => keepJobs(store, 1));
  await shop.run("invitations", "send");
  const id = /^Message-ID: *(\S+)/im.exec(smtp.received[0]?.mime ?? "")?.[1];
  const report = (messageId = "<other@x.test>") =>
    new TextEncoder().encode(
      [
        "Content-Type: multipart/report; boundary=b",
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; x.test",
        "",
        "Action: failed",
        "Status: 5.1.1",
        "",
        "--b",
        "Content-Type: text/rfc822-headers",
        "",
        `Message-ID: ${messageId}`,
        "",
        "--b--",
        "",
      ].join("\r\n"),
    );
  await shop.withStore(async ({ outbox }) => {
    expect(await receiveBounce(outbox, report())).toBe("not_ours");
    expect(await receiveBounce(outbox, new TextEncoder().encode("Subject: hello\r\n\r\nhello"))).toBe("no_report");
    for (let round = 0; round < 2; round++) expect(await receiveBounce(outbox, report(id))).toBe("undeliverable");
    expect((await outbox.outboxState()).undeliverable).toBe(1);
  });
});
