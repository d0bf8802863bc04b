import { describe, expect, test } from "bun:test";
import { writeMessage } from "../../../src/invitations/mod.ts";
import { createMailer } from "../../../src/server/mail.ts";
import {
  type SaltedDecision,
  type SealProof,
  sealCommitment,
  sealRoot,
  writeSealProof,
} from "../../../src/transparency_log/mod.ts";
import {
  checkReceipt,
  checkSealedMessage,
  readReceipt,
  readSealedMessage,
  watchLog,
} from "../../../src/transparency_log/watching/mod.ts";
import { jobOf } from "../../support/jobs.ts";
import { askOf, copyOf, Firm, receiptOf, type Served, sealProofOf } from "../../support/logged_firm.ts";
import { FIRM } from "../../support/messages.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";

const firmOf = (seed: number, reviews = 0) => {
  const firm = new Firm(createSeededRandom(seed));
  for (let count = 0; count < reviews; count++) firm.publish();
  return firm;
};

describe("a receipt", () => {
  test("is held by the log of today, however much was added, and says what happened to the review since", async () => {
    const firm = firmOf(1, 5);
    const receipt = readReceipt(JSON.stringify(await receiptOf(firm.site, "r_2"))) ?? expect.unreachable();
    const held = "Your review was published on 2026-01-05 as entry 2, and the log still holds it";
    expect(await checkReceipt(receipt, askOf(firm.site))).toEqual({
      holds: true,
      facts: [held, "Nothing has happened to it since"],
    });
    const { review } = firm.site.shown.get("r_2")!;
    for (let count = 0; count < 300; count++) firm.publish();
    firm.change(review);
    firm.hide(review, "withheld", "abuse");
    firm.show(review, "shown");
    firm.hide(review, "removed", "withdrawn");
    expect(await checkReceipt(receipt, askOf(firm.site))).toEqual({
      holds: true,
      facts: [
        held,
        "On 2026-01-05 it was changed (entry 305)",
        "On 2026-01-05 it was withheld: abuse (entry 306)",
        "On 2026-01-05 it was shown again (entry 307)",
        "On 2026-01-05 it was removed: withdrawn (entry 308)",
      ],
    });
  });

  test("is not held by a log that has dropped, changed or forked it", async () => {
    const firm = firmOf(2, 8);
    const receipt = await receiptOf(firm.site, "r_2");
    for (let count = 0; count < 3; count++) firm.publish();
    const rewrites: ((site: Served) => void)[] = [
      (site) => site.entries.splice(2, 1),
      (site) => site.entries.splice(6),
      (site) => site.entries.splice(2, 1, { ...site.entries[2]!, at: 0 }),
      (site) => site.entries.splice(0, 99, ...firmOf(9, 20).site.entries),
    ];
    for (const rewrite of rewrites) {
      const site = copyOf(firm.site);
      rewrite(site);
      const { holds, facts } = await checkReceipt(receipt, askOf(site));
      expect({ holds, facts }).toEqual({
        holds: false,
        facts: [expect.stringContaining("does not begin with the 8 entries that it had then")],
      });
    }
  });

  test("that was tampered with says so before anything is asked", async () => {
    const receipt = await receiptOf(firmOf(3, 8).site, "r_2");
    const other = await receiptOf(firmOf(3, 8).site, "r_3");
    const forged = [
      { ...receipt, review: { ...receipt.review, text: "Other words" } },
      { ...receipt, salt: other.salt },
      { ...receipt, entry: other.entry, review: other.review, salt: other.salt },
      { ...receipt, key: receipt.key.replace("+", "x+") },
      { ...receipt, proof: receipt.proof.replace("index 2", "index 3") },
    ];
    for (const each of forged) {
      const report = await checkReceipt(each, () => Promise.reject(new Error("asked")));
      expect(report.holds).toBeFalse();
    }
    expect(readReceipt("{}")).toBeNull();
    expect(readReceipt("From: a@example.com")).toBeNull();
  });

  test("follows a site that has moved", async () => {
    const firm = firmOf(4, 3);
    const receipt = await receiptOf(firm.site, "r_1");
    firm.site.origin = "new.example/log";
    const { holds, facts } = await checkReceipt(receipt, askOf(firm.site));
    expect({ holds, first: facts[0] }).toEqual({
      holds: true,
      first: "The log has moved from reviews.example.com/log to new.example/log",
    });
  });
});

const mailer = createMailer({ url: "smtp://127.0.0.1:1", name: "acme.test" });

async function emlOf(seal: SealProof): Promise<string> {
  const links = {
    site: "https://reviews.example.com/",
    form: "https://reviews.example.com/r/x",
    unsubscribe: "https://reviews.example.com/u/x",
  };
  const message = writeMessage({
    ...{ kind: "invitation", business: FIRM, job: jobOf({ customerName: "Zoë Ünal" }), reason: null, timeZone: "UTC" },
    ...{ expiresAt: 4e12, links, greetings: {}, incentive: null, seal: writeSealProof(seal) },
  });
  const addressing = {
    from: "Acme <reviews@acme.test>",
    replyTo: null,
    to: "zoe@example.com",
    messageId: "<1@acme.test>",
  };
  return Buffer.from(await mailer.compose({ ...addressing, message })).toString("latin1");
}

/** How mail programs store a message that has arrived. */
const STORED: Readonly<Record<string, (eml: string) => string>> = {
  "as it was sent": (eml) => eml,
  "by Gmail, below headers of its own": (eml) =>
    `Delivered-To: zoe@example.com\r\nReceived: by 2002:a05:6402:1a2b:b0:5f1:abcd with SMTP id x;\r\n        Mon, 5 Jan 2026 01:00:00 -0800 (PST)\r\nARC-Seal: i=1; a=rsa-sha256; t=1767603600; cv=none;\r\n        d=google.com; s=arc-20240605; b=AAAA\r\n${eml}`,
  "by Outlook, in base64 with its headers folded anew": (eml) => {
    const [head = "", ...rest] = eml.split("\r\n\r\n");
    const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? "";
    const parts = rest.join("\r\n\r\n").split(`--${boundary}`).slice(1, 3);
    const decoded = parts.map((part) => {
      const [partHead = "", ...lines] = part.trimStart().split("\r\n\r\n");
      const content = lines.join("\r\n\r\n");
      const isQuoted = /quoted-printable/i.test(partHead);
      const text = isQuoted
        ? content
            .replace(/=\r\n/g, "")
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        : content;
      const type = /text\/html/.test(partHead) ? "text/html" : "text/plain";
      const base64 = Buffer.from(text, "latin1").toString("base64").replace(/.{76}/g, "$&\r\n");
      return `--_000_X_\r\nContent-Type: ${type}; charset="utf-8"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`;
    });
    const unfolded = head
      .replace(/\r\n[ \t]+/g, " ")
      .replace(/Content-Type: [^\r]*/, 'Content-Type: multipart/alternative; boundary="_000_X_"');
    const folded = unfolded
      .split("\r\n")
      .map((line) => (line.length > 70 ? line.replace(/(; |, )/g, "$1\r\n\t") : line));
    return `X-MS-Exchange-Organization-SCL: 1\r\n${folded.join("\r\n")}\r\n\r\n${decoded.join("")}--_000_X_--\r\n`;
  },
  "by Fastmail, with the line ends of its system": (eml) =>
    `Return-Path: <reviews@acme.test>\r\nX-Spam-score: 0.0\r\nX-Resolved-to: zoe@fastmail.example\r\n${eml}`.replaceAll(
      "\r\n",
      "\n",
    ),
  "without the header, as when it was forwarded": (eml) => eml.replace(/Goodword-Seal:[\s\S]*?;;\r\n/, ""),
  "as HTML alone": (eml) =>
    eml
      .replace(/Goodword-Seal:[\s\S]*?;;\r\n/, "")
      .replace(/Content-Type: text\/plain[\s\S]*?(?=\r\n--)/, "Content-Type: text/x-none\r\n\r\n"),
};

describe("a message that asked for a review", () => {
  test.each(Object.entries(STORED))("is read back %s", async (_, stored) => {
    const firm = firmOf(5, 2);
    const decisions = firm.seal(300 - 44);
    const seal = await sealProofOf(firm.site, decisions, 17);
    const message = await readSealedMessage(Buffer.from(stored(await emlOf(seal)), "latin1"));
    expect(message?.proof).toEqual({
      ...seal,
      root: new Uint8Array(seal.root),
      salt: new Uint8Array(seal.salt),
      path: seal.path.map((hash) => new Uint8Array(hash)),
    });
    expect(message).toMatchObject({ from: "reviews@acme.test" });
    expect(await checkSealedMessage(message!, askOf(firm.site))).toMatchObject({ holds: true });
  });

  test("a message without a seal is none", async () => {
    expect(await readSealedMessage(Buffer.from("From: a@example.com\r\nSubject: Hello\r\n\r\nHello\r\n"))).toBeNull();
  });

  test("shows what was sealed, and which quarter opened it", async () => {
    const firm = firmOf(6, 2);
    firm.now = Date.parse("2025-12-20T12:00:00Z");
    const decisions = firm.seal(5);
    const index = decisions.findIndex(({ decision }) => decision === "invite");
    const proof = await sealProofOf(firm.site, decisions, index);
    const message = { proof, from: "", subject: "" };
    const open = await checkSealedMessage(message, askOf(firm.site));
    expect(open.facts).toEqual([
      `On 2026-01-05 the log sealed the decision "invite" about job ${proof.job}, finished on 2025-12-19, as entry 2; it still does`,
      "No closed quarter has opened that seal yet",
    ]);
    firm.now = Date.parse("2026-01-05T12:00:00Z");
    firm.closeQuarter();
    expect((await checkSealedMessage(message, askOf(firm.site))).facts.at(-1)).toBe(
      "The figures of 2025-Q4 (entry 3) were fixed together with it",
    );
    const other = { ...message, proof: { ...proof, decision: "no_contact" } };
    expect(await checkSealedMessage(other, askOf(firm.site))).toMatchObject({ holds: false });
  });
});

const REWRITES = 200;

test(`${REWRITES} seeded rewrites of a closed quarter are found by the log and one invitation of that day`, async () => {
  const found = { byInvitation: 0, byLog: 0 };
  for (let seed = 0; seed < REWRITES; seed++) {
    const firm = firmOf(seed, 1 + (seed % 4));
    firm.now = Date.parse("2025-11-20T12:00:00Z");
    for (let day = 0; day < seed % 3; day++) firm.seal(1 + (seed % 5));
    const decisions = firm.seal(2 + (seed % 40));
    const asked = firm.site.entries.length - 1;
    const index = Math.floor(firm.random.number() * decisions.length);
    const invitation = { proof: await sealProofOf(firm.site, decisions, index), from: "", subject: "" };
    firm.publish();
    firm.now = Date.parse("2026-01-05T12:00:00Z");
    firm.closeQuarter();
    const { state, findings } = await watchLog({ ask: askOf(firm.site), before: null, now: firm.now });
    expect({ seed, findings }).toEqual({ seed, findings: [] });

    const site = rewriteQuarter(firm, { seed, asked, decisions, kept: index });
    const message = await checkSealedMessage(invitation, askOf(site));
    const log = await watchLog({ ask: askOf(site), before: state, now: firm.now });
    if (!message.holds) found.byInvitation++;
    if (log.findings.length > 0) found.byLog++;
    expect({ seed, isFound: !message.holds || log.findings.length > 0 }).toEqual({ seed, isFound: true });
    // What was decided about a job cannot be rewritten even if nobody but one customer kept anything.
    if (seed % 4 !== 0 && seed % 3 === 0) expect({ seed, holds: message.holds }).toEqual({ seed, holds: false });
  }
  expect(found.byInvitation).toBeGreaterThan(REWRITES / 8);
  expect(found.byLog).toBe(REWRITES);
});

/** Other figures, a job more, a job less, or another reason: in the record alone, in the quarter too, or through the whole log. */
function rewriteQuarter(
  { site: honest, random }: Firm,
  { seed, asked, decisions, kept }: { seed: number; asked: number; decisions: readonly SaltedDecision[]; kept: number },
): Served {
  const site = copyOf(honest);
  const closing = site.entries.findIndex(({ act }) => act === "quarter");
  const entry = site.entries[closing]!;
  if (entry.act !== "quarter") throw new Error("no quarter");
  const figures = { ...entry.figures, jobs: Number(entry.figures.jobs) + 1 + Math.floor(random.number() * 9) };
  site.periods = site.periods.map((each) =>
    each.period === entry.period ? { period: entry.period, ...figures } : each,
  );
  const depth = seed % 3;
  if (depth === 1) return site;
  const other = (kept + 1) % decisions.length;
  const added = { job: "job_added", finished: "2025-11-19", decision: "invite", salt: random.bytes(32) };
  const rewritten = [
    decisions,
    [...decisions, added],
    decisions.filter((_, at) => at !== other),
    decisions.map((each, at) => (at === other ? { ...each, decision: "by_owner" } : each)),
  ][seed % 4]!;
  const root = sealRoot(rewritten);
  const at = site.entries.slice(0, asked).filter(({ act }) => act === "asked").length;
  const seals = entry.seals.map((seal, n) =>
    n === at ? ([rewritten.length, Buffer.from(root).toString("base64")] as const) : seal,
  );
  site.entries[closing] = { ...entry, figures, seals };
  if (depth === 0) {
    site.entries[asked] = {
      ...site.entries[asked]!,
      act: "asked",
      commitment: sealCommitment(rewritten.length, root),
    } as Served["entries"][number];
  }
  return site;
}
