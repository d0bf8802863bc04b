import { describe, expect, test } from "bun:test";
import { readBounce } from "../../src/invitations/mod.ts";

const MESSAGE_ID = "<3f6c@reviews.goodword.test>";

interface ReportFields {
  readonly action?: string;
  readonly status?: string;
  readonly returned?: string;
  readonly lineEnd?: string;
}

/** A report as Postfix and Exim write it. */
function report({
  action = "failed",
  status = "5.1.1",
  returned = "text/rfc822-headers",
  lineEnd = "\r\n",
}: ReportFields = {}) {
  const lines = [
    "From: MAILER-DAEMON@mail.test",
    "To: reviews@goodword.test",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "I'm sorry to have to inform you ...",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.test",
    "Arrival-Date: Mon, 5 Jan 2026 12:00:00 +0000",
    "",
    "Final-Recipient: rfc822; jane@example.com",
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 5.1.1 <jane@example.com>:",
    "    Recipient address rejected",
    "",
    "--b",
    `Content-Type: ${returned}`,
    "",
    "From: reviews@goodword.test",
    "Subject: How was our work?",
    "Message-ID:",
    ` ${MESSAGE_ID}`,
    "",
    ...(returned === "message/rfc822" ? ["Hello,", "Message-ID: <other@x.test>"] : []),
    "",
    "--b--",
    "",
  ];
  return new TextEncoder().encode(lines.join(lineEnd));
}

describe("readBounce()", () => {
  test.each(["text/rfc822-headers", "message/rfc822"])(
    "reads status and Message-ID where %s came back",
    async (returned) => {
      expect(await readBounce(report({ returned }))).toEqual({ messageIds: [MESSAGE_ID], failure: "5.1.1" });
    },
  );

  test("takes reports whose lines end as on Unix, and words in any case", async () => {
    const bounce = await readBounce(report({ lineEnd: "\n", action: "Failed", status: "5.2.1 (disabled)" }));
    expect(bounce).toEqual({ messageIds: [MESSAGE_ID], failure: "5.2.1" });
  });

  test.each([
    ["a delay", { action: "delayed", status: "4.4.1" }],
    ["a success", { action: "delivered", status: "2.0.0" }],
    ["a failure that may pass", { action: "failed", status: "4.2.2" }],
  ])("%s is no failure for good", async (_, fields) => {
    expect((await readBounce(report(fields)))?.failure).toBeNull();
  });

  test("is null for any other mail, and for other bytes", async () => {
    for (const text of ["Subject: Out of office\r\n\r\nI am away, Action: failed", "", "\0\xff", "--b\r\n"]) {
      expect(await readBounce(new TextEncoder().encode(text))).toBeNull();
    }
  });
});
