import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { lastDigest, noticeIdOf, typeOfCounts, webhookBody } from "../../src/notices/notice.ts";
import { classifyWebhookResponse, settleNotice, webhookRequest } from "../../src/notices/sender.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

describe("webhookRequest()", () => {
  test("Standard Webhooks: signs id, timestamp and body as the libraries' own example", () => {
    const target = { url: "https://hooks.test/", secrets: [SECRET] };
    const said = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}', now: 1_614_265_330_999 };
    expect(webhookRequest(target, said).headers).toMatchObject({
      "webhook-id": said.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  test("Standard Webhooks: signs with each secret while one takes the place of another", () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const request = webhookRequest(
      { url: "https://hooks.test/", secrets: [SECRET, other] },
      { id: "ntc_1", body: "{}", now: 5000 },
    );
    const mac = createHmac("sha256", Buffer.alloc(32, 7)).update("ntc_1.5.{}").digest("base64");
    expect(request.headers["webhook-signature"]?.split(" ")).toEqual([expect.stringMatching(/^v1,/), `v1,${mac}`]);
  });
});

describe("classifyWebhookResponse()", () => {
  const answered = (status: number) =>
    classifyWebhookResponse({ kind: "answered", status, headers: new Headers(), body: new Uint8Array() });

  test("takes any 2xx for delivered, 410 for a no, and everything else for later", () => {
    expect([200, 204, 299].map((status) => answered(status).kind)).toEqual(["delivered", "delivered", "delivered"]);
    expect(answered(410).kind).toBe("refused");
    expect([400, 404, 429, 500, 503].map((status) => answered(status).kind)).toEqual(Array(5).fill("later"));
  });

  test("follows no redirect, and reports it", () => {
    expect(answered(302)).toEqual({ kind: "later", code: "302: redirects are not followed" });
  });

  test("counts no attempt while the server stops", () => {
    expect(classifyWebhookResponse({ kind: "failed", reason: "stopped" }).kind).toBe("stopped");
    expect(classifyWebhookResponse({ kind: "failed", reason: "refused address: private use" })).toEqual({
      kind: "later",
      code: "refused address: private use",
    });
  });
});

describe("settleNotice()", () => {
  const later = { kind: "later", code: "503" } as const;

  test("tries again for two days, then gives up", () => {
    let [attempts, waitedMs] = [0, 0];
    for (;;) {
      const settled = settleNotice({ id: 1, attempts }, later, { chance: 0, waitMs: 0 });
      if (settled.kind !== "again") {
        expect(settled).toMatchObject({ kind: "given_up", outcome: "503 for two days" });
        break;
      }
      waitedMs += settled.retryInMs;
      attempts++;
    }
    expect(waitedMs / 3_600_000).toBeGreaterThan(46);
    expect(waitedMs / 3_600_000).toBeLessThan(50);
  });

  test("waits as long as a busy receiver asks for", () => {
    expect(settleNotice({ id: 1, attempts: 0 }, later, { chance: 0, waitMs: 60_000 })).toMatchObject({
      retryInMs: 60_000,
    });
  });
});

test("noticeIdOf() gives one id to one thing of one installation", () => {
  expect(noticeIdOf("a", "revision 1 5")).toBe(noticeIdOf("a", "revision 1 5"));
  expect(new Set([noticeIdOf("a", "x"), noticeIdOf("a", "y"), noticeIdOf("b", "x")]).size).toBe(3);
});

test("webhookBody() has the type, the instant and the review's id", () => {
  const notice = { type: "review.contested", data: { review_id: "r_1" } } as const;
  expect(JSON.parse(webhookBody(notice, 0))).toEqual({
    type: "review.contested",
    timestamp: "1970-01-01T00:00:00.000Z",
    data: { review_id: "r_1" },
  });
});

test("typeOfCounts() names the kind, or that there are several", () => {
  expect(typeOfCounts({ new: 3, edited: 0, withdrawn: 0 })).toBe("review.new");
  expect(typeOfCounts({ new: 0, edited: 0, withdrawn: 1 })).toBe("review.withdrawn");
  expect(typeOfCounts({ new: 1, edited: 1, withdrawn: 0 })).toBe("review.changed");
  expect(typeOfCounts({ new: 0, edited: 0, withdrawn: 0 })).toBeNull();
});

describe("lastDigest()", () => {
  const at = (instant: string, timeZone: string) => {
    const { at: began, from, to } = lastDigest(Date.parse(instant), timeZone);
    return [new Date(began).toISOString(), from, to];
  };

  test("is on Monday at 8:00 of the business's time zone, also where the clocks change", () => {
    expect(at("2026-03-30T12:00:00Z", "Europe/Berlin")).toEqual([
      "2026-03-30T06:00:00.000Z",
      "2026-03-23",
      "2026-03-30",
    ]);
    expect(at("2026-03-23T12:00:00Z", "Europe/Berlin")[0]).toBe("2026-03-23T07:00:00.000Z");
    expect(at("2026-03-30T12:00:00Z", "America/Los_Angeles")).toEqual([
      "2026-03-23T15:00:00.000Z",
      "2026-03-16",
      "2026-03-23",
    ]);
  });

  test("is that of the week before until then", () => {
    expect(at("2026-11-23T07:59:59Z", "UTC")[2]).toBe("2026-11-16");
    expect(at("2026-11-23T08:00:00Z", "UTC")[2]).toBe("2026-11-23");
    expect(at("2026-11-29T23:00:00Z", "UTC")[2]).toBe("2026-11-23");
  });
});
