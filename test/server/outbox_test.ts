import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATHS } from "../../src/http/paths.ts";
import type { Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";
import { keepDueJobs, mailingServer } from "../support/mail_kills.ts";
import { keepFirm, keepJobs } from "../support/messages.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp_server.ts";
import { eventually } from "../support/wait.ts";

/** A server that mails to a mail server of the test, with so many jobs. */
async function mailing(
  jobs: number,
  smtp: SmtpServer,
  environment: Readonly<Record<string, string>> = {},
  prepare?: (store: Store) => Promise<void>,
) {
  const folder = mkdtempSync(join(tmpdir(), "goodword-outbox-"));
  const path = join(folder, "goodword.sqlite");
  const open = () => openDatabase(path, { busyTimeoutMs: 3000 });
  {
    await using store = open();
    await keepDueJobs(store, jobs);
    await prepare?.(store);
  }
  const settings = { ...mailingServer(`file:${path}`, smtp.port), ...environment };
  const server: Service = await startService({ environment: settings });
  return {
    server,
    open,
    settings,
    folder,
    async [Symbol.asyncDispose]() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe("a server with INVITATIONS=mail", () => {
  test("sends by itself what is due, and what comes to be due, with a key of links that it makes where none is set", async () => {
    await using smtp = await startSmtpServer();
    await using it = await mailing(2, smtp, { LINK_KEY: "" });
    await eventually("two messages", () => smtp.received.length === 2);
    expect(existsSync(join(it.folder, "goodword.sqlite.link-key"))).toBe(true);
    {
      await using store = it.open();
      await keepJobs(store, 1, { id: "job_new", email: "new@example.com", emailDigest: "new" }, 4);
    }
    await eventually("the third", () => smtp.received.some(({ to }) => to === "new@example.com"));
    expect(smtp.received).toHaveLength(3);
  });

  test("answers readers and stops in time while the mail server hangs", async () => {
    await using smtp = await startSmtpServer();
    smtp.behave((step) => (step === "connect" ? "hang" : null));
    await using it = await mailing(50, smtp);
    await eventually("a connection", () => smtp.connections > 0);
    expect((await fetch(`${it.server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${it.server.url}${PATHS.reviews}`)).status).toBe(200);
    await it.server.kill("SIGTERM");
    expect((await it.server.ended).code).toBe(0);
  });

  test("logs once why nothing is sent, and begins once the cause is gone", async () => {
    await using smtp = await startSmtpServer();
    const noAddress = (store: Store) => keepFirm(store, { address: null });
    await using it = await mailing(1, smtp, { CONSOLE_PORT: "0" }, noAddress);
    await it.server.logged(/Invitations are not sent.*postal address/);
    {
      await using store = it.open();
      await keepDueJobs(store, 1);
    }
    await eventually("the message", () => smtp.received.length === 1);
  });
});

test("POST /api/bounces takes reports of mail that came back, by those who have a token", async () => {
  await using smtp = await startSmtpServer();
  await using it = await mailing(1, smtp, { CONSOLE_PORT: "0" });
  const created = await spawnGoodword(["jobs", "token", "create", "mailbox", "--json"], { environment: it.settings })
    .ended;
  const [, port] = await it.server.logged(/"Owner's listener"[^\n]*?:(\d+)"/);
  const post = (body: string, token = JSON.parse(created.out).token as string) =>
    fetch(`http://127.0.0.1:${port}/api/bounces`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${token}` },
    });
  await eventually("a message", () => smtp.received.length === 1);
  const id = /^Message-ID: *(\S+)/im.exec(smtp.received[0]?.mime ?? "")?.[1];
  const report = [
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
    `Message-ID: ${id}`,
    "",
    "--b--",
    "",
  ].join("\r\n");
  expect((await post(report, "wrong")).status).toBe(401);
  expect((await post("Subject: Out of office\r\n\r\nI am away")).status).toBe(422);
  const taken = await post(report);
  expect([taken.status, await taken.json()]).toEqual([202, { outcome: "undeliverable" }]);
});

test("nothing of a customer, and no password, is in public bytes, logs, exports or errors", async () => {
  await using smtp = await startSmtpServer();
  // Mail servers repeat addresses in what they say.
  smtp.behave((step, { to }) => {
    if (step !== "recipient") return null;
    if (to.startsWith("refused")) return `550 5.1.1 <${to}> is unknown here`;
    return to.startsWith("later") ? `451 4.7.1 <${to}> try again` : null;
  });
  const url = `smtp://canaryuser:canarypassword@127.0.0.1:${smtp.port}`;
  await using it = await mailing(1, smtp, { SMTP_URL: url, LOG_LEVEL: "debug" });
  await eventually("a message", () => smtp.received.length === 1);
  {
    await using store = it.open();
    for (const who of ["taken", "refused", "later"]) {
      const contact = {
        customerName: "Canary Canaryson",
        email: `${who}.canary@example.com`,
        telephone: "+15550199canary",
      };
      await keepJobs(store, 1, { id: `job_${who}`, ...contact, emailDigest: who, reference: "INV-canary" }, 6);
    }
  }
  await it.server.logged("Message undeliverable");
  await it.server.logged("Message not accepted yet");
  await eventually("the one that is taken", () => smtp.received.length === 2);
  const pages = [
    "/",
    "/metrics",
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/r/abc",
    "/u/abc",
    "/api/jobs",
    ...Object.values(PATHS),
  ];
  let said = it.server.log();
  for (const path of new Set(
    pages.filter((each) => typeof each === "string" && !/[{:*]|^\/(?:mcp|api\/changes)$/.test(each)),
  )) {
    const response = await fetch(`${it.server.url}${path}`);
    said += `${JSON.stringify([...response.headers])}${await response.text()}`;
  }
  for (const args of [
    ["export"],
    ["doctor", "--json"],
    ["invitations", "send"],
    ["invitations", "send", "--json"],
    ["stats"],
    ["log"],
  ]) {
    const ran = await spawnGoodword(args, { environment: it.settings }).ended;
    said += ran.out + ran.err;
  }
  const wrong = { ...it.settings, SMTP_URL: "ftp://canaryuser:canarypassword@example.com" };
  for (const args of [["serve"], ["doctor"], ["invitations", "send"]]) {
    const ran = await spawnGoodword(args, { environment: wrong }).ended;
    said += ran.out + ran.err;
  }
  expect(said).toContain("Message accepted by the mail server");
  expect(said.match(/.{0,80}canary.{0,40}/gi)).toBeNull();
});
