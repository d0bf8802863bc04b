/** Notices of running servers: to a receiver over TLS, to a mail server, and to where nothing may be sent. */
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { storedReview } from "../store/contract/place.ts";
import { Workshop } from "../support/command_line.ts";
import { pushingServer, startService } from "../support/goodword_process.ts";
import { FIRM, keepFirm } from "../support/messages.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { type PushedRequest, startTlsSubscriber } from "../support/tls_subscriber.ts";
import { eventually } from "../support/wait.ts";

const KEY = Buffer.alloc(32, 5);
const SECRET = `whsec_${KEY.toString("base64")}`;

function shopWith(environment: Readonly<Record<string, string>>) {
  const shop = new Workshop();
  const store = openDatabase(shop.database, { busyTimeoutMs: 5000 });
  const settings = {
    ...pushingServer(shop.database, "https://reviews.goodword.test"),
    GOODWORD_SEED: "none",
    ...environment,
  };
  const add = (id: string) =>
    store.reviews.write(async (writes) => {
      await writes.saveReviews([storedReview({ id, text: "The pipe of Elm Street is dry", authorName: "Jane Doe" })]);
      await writes.recordChange({ command: "import", at: writes.now, lines: [{ detail: {} }] });
    });
  const listed = () => store.notices.listNotices(10);
  /** Waits until the server has marked what exists: only later changes are reported. */
  const marked = () =>
    eventually("a mark", async () => (await store.reviews.read((reads) => reads.setting("notices"))) !== undefined);
  return {
    shop,
    store,
    settings,
    add,
    listed,
    marked,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      shop[Symbol.dispose]();
    },
  };
}

function isSigned({ headers, body }: PushedRequest): boolean {
  const [id, at, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers.get(name));
  const mac = createHmac("sha256", KEY).update(`${id}.${at}.${body}`).digest("base64");
  return signature === `v1,${mac}`;
}

describe("a server with NOTICE_WEBHOOK", () => {
  test("sends what came, signed, with ids and nothing personal, again while it is refused", async () => {
    using receiver = startTlsSubscriber();
    let refusals = 1;
    receiver.answer = () => new Response(null, { status: refusals-- > 0 ? 503 : 204 });
    await using it = shopWith({ NOTICE_WEBHOOK: receiver.callback, NOTICE_WEBHOOK_SECRET: SECRET });
    await it.add("r_0");
    await using server = await startService({ environment: it.settings });
    await it.marked();
    await it.add("r_1");
    await eventually("the delivery", async () => (await it.listed())[0]?.state === "delivered");
    const [first, again, ...rest] = receiver.deliveries;
    expect(rest).toEqual([]);
    expect(JSON.parse(first?.body ?? "")).toMatchObject({ type: "review.new", data: { review_id: "r_1" } });
    expect(again?.body).toBe(first?.body ?? "");
    expect(again?.headers.get("webhook-id")).toBe(first?.headers.get("webhook-id") ?? "");
    for (const delivery of receiver.deliveries) expect(isSigned(delivery)).toBe(true);
    expect(first?.body).not.toMatch(/Jane|Elm Street/);
    await server.kill("SIGTERM");
  });

  test("sends nothing to a private address or along a redirect, and the doctor reports it", async () => {
    using receiver = startTlsSubscriber();
    receiver.answer = () => new Response(null, { status: 302, headers: { Location: "https://10.0.0.1/" } });
    await using it = shopWith({ NOTICE_WEBHOOK: receiver.callback, NOTICE_WEBHOOK_SECRET: SECRET });
    await it.add("r_0");
    const outcomeBy = async (environment: Readonly<Record<string, string>>) => {
      await using _ = await startService({ environment: { ...it.settings, ...environment } });
      const before = (await it.listed()).length;
      await it.marked();
      await it.add(`r_${before + 1}`);
      const found = () => it.listed().then((notices) => (notices.length > before && notices[0]?.outcome) || null);
      // Awaited here: the server ends with this block.
      return await eventually("an attempt", found);
    };
    expect(await outcomeBy({})).toBe("302: redirects are not followed");
    expect(receiver.deliveries).toHaveLength(1);
    expect(await outcomeBy({ HUB_ALLOW_PRIVATE_CALLBACKS: "false" })).toMatch(/refused address: loopback/);
    expect(receiver.deliveries).toHaveLength(1);
    const env = { NOTICE_WEBHOOK: "https://192.168.0.7/", NOTICE_WEBHOOK_SECRET: SECRET };
    it.shop.context = { env: { ...it.settings, ...env, HUB_ALLOW_PRIVATE_CALLBACKS: "false" } };
    const { out, code } = await it.shop.run("doctor");
    expect(out).toContain("NOTICE_WEBHOOK points to a forbidden address (private use)");
    expect(out).toMatch(/the last notice \(review\.new\) was not delivered: refused address: loopback/);
    expect(code).toBe(1);
  });
});

test("a server with NOTICE_MAIL writes in the language of the business, with nothing personal in the subject", async () => {
  await using smtp = await startSmtpServer();
  await using it = shopWith({
    NOTICE_MAIL: "Owner <owner@goodword.test>",
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Reviews <reviews@goodword.test>",
    CONSOLE_URL: "https://console.goodword.test",
  });
  await keepFirm(it.store, { ...FIRM, language: "de" });
  await it.add("r_0");
  await using server = await startService({ environment: it.settings });
  await it.marked();
  await it.add("r_1");
  await eventually("the mail", () => smtp.received.length === 1);
  const [mail] = smtp.received;
  expect(mail?.to).toBe("owner@goodword.test");
  expect(mail?.mime).toContain("Subject: Acme Plumbing: 1 neue Bewertung");
  expect(mail?.mime).toMatch(/Message-ID: <ntc_[0-9a-f]{32}@reviews\.goodword\.test>/);
  expect(mail?.mime).not.toMatch(/Jane|Elm Street|List-Unsubscribe/);
  await server.kill("SIGTERM");
});
