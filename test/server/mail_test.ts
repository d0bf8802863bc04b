import { describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { customerLetter } from "../../src/invitations/mod.ts";
import { createMailer } from "../../src/server/mail.ts";
import { jobOf } from "../support/jobs.ts";
import { FIRM } from "../support/messages.ts";
import { type SmtpBehaviour, type SmtpStep, startSmtpServer } from "../support/smtp_server.ts";
import { AUTHORITY } from "../support/test_certificates.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const NAME = "reviews.goodword.test";
const SITE = `https://${NAME}/`;
const LETTER = customerLetter({
  kind: "invitation",
  business: FIRM,
  job: jobOf({ customerName: "Zoë" }),
  reason: null,
  expiresAt: 0,
  timeZone: "UTC",
  greetings: {},
  incentive: null,
  links: { site: SITE, form: `${SITE}r/abc`, unsubscribe: `${SITE}u/def` },
});
const FROM = "reviews@goodword.test";

async function sendTo(url: string, to = "jane@example.com", options: Partial<Parameters<typeof createMailer>[0]> = {}) {
  const mailer = createMailer({ url, name: NAME, ...options });
  const mime = await mailer.compose({
    from: `Acme <${FROM}>`,
    replyTo: "boss@acme.test",
    to,
    messageId: "<1@acme.test>",
    letter: LETTER,
  });
  return mailer.send({ from: FROM, to, mime });
}

const at =
  (step: SmtpStep, answer: ReturnType<SmtpBehaviour>): SmtpBehaviour =>
  (reached) =>
    reached === step ? answer : null;

describe("createMailer()", () => {
  test("hands a message over with its envelope, and the name and password of the URL", async () => {
    await using server = await startSmtpServer({ tls: "smtps" });
    const url = `smtps://me%40acme.test:p%3Aw@localhost:${server.port}`;
    expect(await sendTo(url, undefined, { tls: { ca: AUTHORITY } })).toEqual({ kind: "accepted" });
    expect(server.received).toMatchObject([
      { from: FROM, to: "jane@example.com", user: "me@acme.test", isSecure: true },
    ]);
    expect(server.received[0]?.mime).toMatch(/^Reply-To: boss@acme.test\r$/m);
  });

  test.each([
    ["connect", "554 5.7.1 no", { kind: "trouble", code: "554 5.7.1 (connect)" }],
    ["sender", "550 5.7.1 no", { kind: "trouble", code: "550 5.7.1 (sender)" }],
    ["recipient", "550 5.1.1 no", { kind: "undeliverable", code: "550 5.1.1 (recipient)" }],
    ["recipient", "450 4.2.1 later", { kind: "later", code: "450 4.2.1 (recipient)" }],
    ["recipient", "550 5.4.5 quota", { kind: "trouble", code: "550 5.4.5 (recipient)" }],
    ["content", "552 5.2.0 disabled", { kind: "trouble", code: "552 5.2.0 (content)" }],
    ["content", "451 4.3.0 later", { kind: "later", code: "451 4.3.0 (content)" }],
    ["content", "drop", { kind: "later", code: "ECONNECTION (content)" }],
    ["connect", "drop", { kind: "trouble", code: "ECONNECTION (connect)" }],
  ] as const)("classifies at the step %s the reply %s", async (step, answer, meaning) => {
    await using server = await startSmtpServer();
    server.behave(at(step, answer));
    expect(await sendTo(`smtp://127.0.0.1:${server.port}`)).toEqual(meaning);
  });

  test("a login that is refused, a server that is gone and a certificate that nobody vouches for are trouble", async () => {
    await using server = await startSmtpServer({ tls: "smtps" });
    server.behave(at("login", "535 5.7.8 no"));
    const url = `smtps://me:pw@localhost:${server.port}`;
    expect(await sendTo(url, undefined, { tls: { ca: AUTHORITY } })).toEqual({
      kind: "trouble",
      code: "535 5.7.8 (login)",
    });
    expect((await sendTo(url)).kind).toBe("trouble");
    expect((await sendTo("smtp://127.0.0.1:1")).kind).toBe("trouble");
    expect(server.received).toEqual([]);
  });

  test.each(["connect", "ehlo", "sender", "recipient", "content"] as const)(
    "a server that hangs at %s is left after a while",
    async (step) => {
      await using server = await startSmtpServer();
      server.behave(at(step, "hang"));
      const timeouts = { connect: 300, greeting: 300, idle: 300, all: 2000 };
      const answer = await sendTo(`smtp://127.0.0.1:${server.port}`, undefined, { timeouts });
      expect(answer.kind).toBe(step === "connect" || step === "ehlo" ? "trouble" : "later");
      await eventually("the connection to end", () => server.open === 0);
    },
  );

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === "IPv4" && !each.internal)?.address;
  test.skipIf(skipUnless(outside !== undefined, "STARTTLS beyond loopback: this machine has no other address"))(
    "beyond this machine STARTTLS is required, and its certificate checked",
    async () => {
      await using plain = await startSmtpServer({ host: "0.0.0.0" });
      const url = (port: number) => `smtp://me:pw@${outside}:${port}`;
      expect((await sendTo(url(plain.port))).kind).toBe("trouble");
      await using offers = await startSmtpServer({ host: "0.0.0.0", tls: "starttls" });
      expect((await sendTo(url(offers.port))).kind).toBe("trouble");
      expect(
        (await sendTo(url(offers.port), undefined, { tls: { ca: AUTHORITY, servername: "localhost" } })).kind,
      ).toBe("accepted");
      expect(offers.received).toMatchObject([{ isSecure: true, user: "me" }]);
      expect(plain.received).toEqual([]);
    },
  );
});
