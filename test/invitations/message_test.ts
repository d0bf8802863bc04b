import { describe, expect, test } from "bun:test";
import { bareAddress, faultsOf, greetingFault, type MessageParts, writeMessage } from "../../src/invitations/mod.ts";
import { LANGUAGES } from "../../src/languages/mod.ts";
import { createMailer } from "../../src/server/mail.ts";
import { jobOf } from "../support/jobs.ts";
import { FIRM } from "../support/messages.ts";

const KINDS = ["invitation", "reminder", "reply", "withheld", "removed"] as const;
const SITE = "https://reviews.acme.test/";
const LINKS = {
  site: SITE,
  form: `${SITE}r/kQ3vTz8mN1pW5xY7bC9dE2fG4hJ`,
  unsubscribe: `${SITE}u/00000000000000000001abc`,
};
const mailer = createMailer({ url: "smtp://127.0.0.1:1", name: "acme.test" });
const ADDRESSING = { from: "reviews@acme.test", to: "jane@example.com", messageId: "<1@acme.test>" };

/** What a stranger may give as a name on the web form of a business. */
const LINKS_IN_MAIL = [
  ...["https://evil.example/", "www.evil.example", "evil.example/login", "EVIL.COM", "mailto:x@evil.example"],
  ...["//evil.example/x", "x@evil", "evil\uff0eexample", "evil\u3002example", "evil.\u200bexample", "tel:+1900555"],
  ...["\\\\evil\\share", "192.0.2.7/evil", "see Evil.com now"],
];

function partsOf(fields: Partial<MessageParts> = {}): MessageParts {
  return {
    kind: "invitation",
    business: { ...FIRM, license: { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" } },
    job: jobOf({ service: "Water heater" }),
    reason: null,
    expiresAt: Date.UTC(2026, 7, 1, 12),
    timeZone: "UTC",
    links: LINKS,
    greetings: {},
    incentive: null,
    ...fields,
  };
}

async function mimeOf(parts: MessageParts) {
  const message = writeMessage(parts);
  const { to, messageId } = ADDRESSING;
  const mime = await mailer.compose({ from: "Acme <reviews@acme.test>", replyTo: null, to, messageId, message });
  return { message, mime, text: new TextDecoder().decode(mime) };
}

describe("writeMessage()", () => {
  test("says who asks, for which work, what is published and where, for how long, and the postal address", () => {
    const { subject, text } = writeMessage(partsOf());
    expect(subject).toBe("How did we do? Review Acme Plumbing");
    expect(text).toMatchInlineSnapshot(`
      "Hello Jane Doe,

      thank you for choosing us.

      Acme Plumbing would like your review of this job: Water heater, finished on May 1, 2026.
      Write your review: https://reviews.acme.test/r/kQ3vTz8mN1pW5xY7bC9dE2fG4hJ

      Your rating, your text and the name you choose (or none) are published at https://reviews.acme.test/ and as open data, which others may share under the CC-BY-4.0 license. Your e-mail address and phone number are never published.
      All reviews: https://reviews.acme.test/

      Every review is published, whatever its rating. It can be withheld only if it contains other people’s personal data, is abusive, is about another business, or a legal order requires it; you would be told the reason and could object.

      The link is yours alone and is open until August 1, 2026. You can use it later to change or withdraw your review at any time.

      If you do not want to be asked again:
      Unsubscribe: https://reviews.acme.test/u/00000000000000000001abc

      Acme Plumbing, 1 High Street, 12345 Springfield, US
      "
    `);
  });

  test.each(LANGUAGES)(
    "writes every kind in %s, with its links, and nothing of the customer in any address",
    async (language) => {
      for (const kind of KINDS) {
        const reason = kind === "withheld" ? "abuse" : kind === "removed" ? "request" : null;
        const job = jobOf({ language, customerName: "Jane Canary", email: "jane.canary@example.com" });
        const { message, mime } = await mimeOf(partsOf({ kind, reason, job, incentive: "5 off" }));
        expect(message.language).toBe(language);
        expect(await faultsOf(mime, message, ADDRESSING)).toEqual([]);
        expect(message.urls.filter((url) => /canary|jane|%/i.test(url))).toEqual([]);
        expect(message.text).toContain("1 High Street, 12345 Springfield, US");
        expect(message.text).toContain(LINKS.unsubscribe);
        expect(message.text).toContain("Jane Canary");
        expect(/undefined|null|NaN|Invalid/.test(message.text + message.subject)).toBe(false);
        if (kind !== "removed") expect(message.urls).toContain(LINKS.form);
        if (kind === "invitation")
          for (const word of [SITE, "CC-BY-4.0", "5 off", "2026"]) expect(message.text).toContain(word);
      }
    },
  );

  test("takes the customer's language, else the business's, else English", () => {
    const languageOf = (customer: string | null, business: string) =>
      writeMessage(partsOf({ job: jobOf({ language: customer }), business: { ...FIRM, language: business } })).language;
    expect([
      languageOf("es-MX", "de"),
      languageOf("pl", "de-AT"),
      languageOf(null, "fr"),
      languageOf("pl", "pl"),
    ]).toEqual(["es", "de", "fr", "en"]);
  });

  test("replies are told in the same words whatever the review says", () => {
    const { text } = writeMessage(partsOf({ kind: "reply" }));
    expect(text).not.toMatch(/star|\d\/5/i);
  });

  test("a name or service that mail programs make a link of, or markup, is not passed on", async () => {
    for (const name of [...LINKS_IN_MAIL, "</p><img src=x>"]) {
      const parts = partsOf({ job: jobOf({ customerName: name, service: name }) });
      const { message, mime } = await mimeOf(parts);
      expect(await faultsOf(mime, message, ADDRESSING)).toEqual([]);
      expect(message.html).not.toMatch(/evil|<img|900555/i);
      if (!name.includes("<")) expect(message.text).toStartWith("Hello,");
    }
  });

  test("names of people and works are passed on as they are", () => {
    for (const name of [
      "Dr. Ann O'Neil-Smith",
      "J. R. Ewing",
      "Repair: kitchen, 2.5 m pipe",
      "Heizung/Sanitär",
      "A. & B. Oak",
    ]) {
      expect(writeMessage(partsOf({ job: jobOf({ customerName: name }) })).text).toStartWith(`Hello ${name},`);
    }
  });
});

describe("faultsOf()", () => {
  test("finds nothing wrong with what was composed, whatever letters it has", async () => {
    const greetings = { en: `Zoë & Łukasz say "thanks" – from Köln, 100 % 🙂 ${"long ".repeat(60)}`.trim() };
    const { message, mime } = await mimeOf(partsOf({ greetings, job: jobOf({ customerName: "Ægir Øst & Söhne" }) }));
    expect(await faultsOf(mime, message, ADDRESSING)).toEqual([]);
  });

  test.each([
    ["a sentence that is gone", (html: string) => html.replace(/Every review is published[^<]*/, "")],
    ["a link that is gone", (html: string) => html.replace(`<a href="${LINKS.unsubscribe}"`, "<a")],
    ["a link elsewhere", (html: string) => html.replace("</body>", '<a href="https://evil.example/">x</a></body>')],
    ["a pixel", (html: string) => html.replace("</body>", '<img src="https://evil.example/p.gif"></body>')],
    ["a remote style", (html: string) => html.replace("<body", '<body data-x="url(https://evil.example/)"')],
  ])("finds %s in the HTML", async (_, bend) => {
    const message = writeMessage(partsOf());
    const { to, messageId } = ADDRESSING;
    const bent = { ...message, html: bend(message.html) };
    expect(bent.html).not.toBe(message.html);
    const mime = await mailer.compose({ from: "reviews@acme.test", replyTo: null, to, messageId, message: bent });
    expect(await faultsOf(mime, message, ADDRESSING)).not.toEqual([]);
  });

  test.each(["Jane@Example.COM", "jane@müller.example", "jörg@example.com"])(
    "finds no fault with %s",
    async (address) => {
      const message = writeMessage(partsOf());
      const { messageId } = ADDRESSING;
      const [to, from] = [bareAddress(address), bareAddress("Acme <reviews@Acme.TEST>")];
      const mime = await mailer.compose({ from: "Acme <reviews@Acme.TEST>", replyTo: null, to, messageId, message });
      expect(await faultsOf(mime, message, { from, to, messageId })).toEqual([]);
    },
  );

  test("finds what is wrong with text and header", async () => {
    const { message, text } = await mimeOf(partsOf());
    const bent = (search: string | RegExp, by: string) =>
      faultsOf(new TextEncoder().encode(text.replace(search, by)), message, ADDRESSING);
    expect(await bent(/^List-Unsubscribe-Post:.*\r\n/m, "")).toEqual(["List-Unsubscribe-Post"]);
    expect(await bent(/^To: .*\r\n/m, "To: other@example.com\r\n")).toEqual(["the recipient"]);
    expect(await bent(/^To: /m, "Bcc: spy@example.com\r\nTo: ")).toEqual(["a copy to somebody else"]);
    expect(await bent(/^Message-ID: .*\r\n/m, "Message-ID: <2@acme.test>\r\n")).toEqual(["the Message-ID"]);
    expect(await bent(/August 1/, "never")).not.toEqual([]);
  });
});

test("greetingFault() takes a paragraph, and no addresses, markup or novels", () => {
  expect(greetingFault("Thank you for calling us – until next time!")).toBeNull();
  for (const text of [...LINKS_IN_MAIL, "mail me@x.example", "<b>Hi</b>", "a\nb", "x".repeat(501)]) {
    expect(greetingFault(text)).not.toBeNull();
  }
});
