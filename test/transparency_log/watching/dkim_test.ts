import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import { checkDkim } from "../../../src/transparency_log/watching/mod.ts";

/** RFC 8463, appendix A: one message with a signature of either algorithm. */
const MESSAGE = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`;
const RECORDS: Readonly<Record<string, string>> = {
  "brisbane._domainkey.football.example.com": "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
  "test._domainkey.football.example.com":
    "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB",
};
const VALID = { kind: "valid", domain: "football.example.com" } as const;

const lookUp = async (name: string) => [RECORDS[name] ?? []].flat();
const check = (message: string, texts = lookUp as Parameters<typeof checkDkim>[1]) =>
  checkDkim(Buffer.from(message), texts);
const only = (algorithm: string) =>
  MESSAGE.replace(
    algorithm === "rsa" ? /^DKIM-Signature[\s\S]*?(?=DKIM)/ : /DKIM-Signature: v=1; a=rsa[\s\S]*?(?=From:)/,
    "",
  );

describe("checkDkim()", () => {
  test("RFC 8463 A: both signatures of the example are valid, by themselves and together", async () => {
    for (const message of [MESSAGE, only("rsa"), only("ed25519"), only("rsa").replaceAll("\n", "\r\n")]) {
      expect(await check(message)).toEqual(VALID);
    }
  });

  test("what is written above the signed headers, and blanks that a relay makes, do no harm", async () => {
    const relayed = MESSAGE.replaceAll("\n", "\r\n")
      .replace("Subject: Is dinner", "SUBJECT:  Is\r\n dinner")
      .replace("game.  Are", "game. Are");
    expect(await check(`Received: from x\r\n\tby y; now\r\n${relayed}\r\n\r\n`)).toEqual(VALID);
  });

  test("a changed body, header or sender is invalid, and says what was changed", async () => {
    for (const [from, to, reason] of [
      ["hungry", "angry", "the body is not the one that was signed"],
      ["Is dinner", "Was dinner", "the headers are not those that were signed"],
      ["<joe@football", "<jim@football", "the headers are not those that were signed"],
    ] as const) {
      expect(await check(MESSAGE.replace(from, to))).toEqual({
        kind: "invalid",
        reason: expect.stringContaining(reason),
      });
    }
    // A second sender above the signed one is what readers would see.
    expect((await check(MESSAGE.replace("From:", "From: Eve <eve@football.example.com>\nFrom:"))).kind).toBe("invalid");
  });

  test("a key that the domain has withdrawn makes it invalid", async () => {
    const invalid = { kind: "invalid", reason: "football.example.com does not show the key test any more" } as const;
    expect(await check(only("rsa"), async () => [])).toEqual(invalid);
    expect(await check(only("rsa"), async () => ["v=DKIM1; p="])).toEqual(invalid);
  });

  test("what cannot be checked is not taken for valid: no DNS, another algorithm, a part of the body, no signature", async () => {
    const reasons = [
      await check(MESSAGE, async () => null),
      await check(only("rsa").replace("a=rsa-sha256", "a=rsa-sha1")),
      await check(only("rsa").replace("bh=", "l=3; bh=")),
      await check(MESSAGE.slice(MESSAGE.indexOf("From:"))),
    ].map((each) => [each.kind, "reason" in each ? each.reason : ""]);
    expect(reasons).toEqual([
      ["not_checked", "DNS could not be asked for the key"],
      ["not_checked", "the algorithm rsa-sha1 is not known here"],
      ["not_checked", "only a part of the message is signed"],
      ["not_checked", "the message has no DKIM signature"],
    ]);
  });

  test("a message that nodemailer has signed is valid; the signature of the sender's own domain counts", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const compose = new MailComposer({
      from: "Acme <reviews@acme.test>",
      to: "zoe@example.com",
      subject: "Grüße",
      text: "Line one  \n\n\nünïcode\n\n",
      html: "<p>Hello</p>",
    }).compile();
    const { default: Dkim } = (await import("nodemailer/lib/dkim/index.js")) as unknown as {
      default: new (options: object) => { sign(message: Buffer): AsyncIterable<Uint8Array> };
    };
    const message = await compose.build();
    const pem = privateKey.export({ format: "pem", type: "pkcs8" });
    const signed = async (domainName: string, text: Buffer) =>
      Buffer.concat(await Array.fromAsync(new Dkim({ domainName, keySelector: "k", privateKey: pem }).sign(text)));
    const der = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    const texts = async () => [`v=DKIM1; k=rsa; p=${der}`];
    const own = await signed("acme.test", message);
    expect(await checkDkim(own, texts)).toEqual({ kind: "valid", domain: "acme.test" });
    const both = await signed("relay.example", own);
    expect(await checkDkim(both, texts)).toEqual({ kind: "valid", domain: "acme.test" });
    expect(await checkDkim(await signed("relay.example", message), texts)).toEqual({
      kind: "valid",
      domain: "relay.example",
    });
  });
});
