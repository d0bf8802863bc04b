import { describe, expect, test } from "bun:test";
import {
  bareAddress,
  customerLetter,
  greetingFault,
  type Letter,
  type LetterFacts,
  letterFaults,
  textMessage,
} from "../../src/invitations/mod.ts";
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
  "https://evil.example/",
  "www.evil.example",
  "evil.example/login",
  "EVIL.COM",
  "mailto:x@evil.example",
  "//evil.example/x",
  "x@evil",
  "evil\uff0eexample",
  "evil\u3002example",
  "evil.\u200bexample",
  "tel:+1900555",
  "\\\\evil\\share",
  "192.0.2.7/evil",
  "see Evil.com now",
];

function factsOf(fields: Partial<LetterFacts> = {}): LetterFacts {
  return {
    kind: "invitation",
    business: FIRM,
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

const LETTER = customerLetter(factsOf());

const mimeOf = (letter: Letter, { to, messageId } = ADDRESSING) =>
  mailer.compose({ from: "Acme <reviews@acme.test>", replyTo: null, to, messageId, letter });

/** The addresses that a letter links to, in both of its forms. */
function linksIn({ text, html }: Letter): string[] {
  const named = [...text.matchAll(/\bhttps?:\/\/\S+?(?=[.,]?\s)/g)].map(([url]) => url);
  return [...named, ...[...html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url)];
}

describe("customerLetter()", () => {
  test("has the first name, one sentence, five stars, and below them no more than its reader has a right to know", () => {
    const { subject, text, html } = customerLetter(factsOf());
    expect(subject).toBe("How did we do? Review Acme Plumbing");
    expect(text).toMatchInlineSnapshot(`
      "Hi Jane,

      Thank you for choosing Acme Plumbing. How many stars would you give us for the job finished on May 1, 2026 (Water heater)?
      https://reviews.acme.test/r/kQ3vTz8mN1pW5xY7bC9dE2fG4hJ

      Your review is published at https://reviews.acme.test/ and as open data whatever its stars, under the name you choose or without one. This link is yours alone: use it to write until August 1, 2026, and to change or withdraw your review at any time.

      Unsubscribe: https://reviews.acme.test/u/00000000000000000001abc

      Acme Plumbing, 1 High Street, Springfield, 12345, US
      "
    `);
    const stars = [...html.matchAll(/<a href="([^"]*)" title="([^"]*)"[^>]*>★/g)].map(([, url, name]) => [url, name]);
    expect(stars).toEqual(
      [1, 2, 3, 4, 5].map((count) => [`${LINKS.form}?rating=${count}`, count === 1 ? "1 star" : `${count} stars`]),
    );
  });

  test.each(LANGUAGES)(
    "in %s has at most 420 characters after the stars, addresses of our pages not counted",
    (language) => {
      for (const kind of ["invitation", "reminder"] as const) {
        const { text } = customerLetter(factsOf({ kind, job: jobOf({ language, service: "Water heater" }) }));
        const [, after = ""] = text.split(LINKS.form);
        expect(after.replaceAll(/https:\S+/g, "").length).toBeLessThanOrEqual(420);
        expect(after).toContain("2026");
      }
    },
  );

  test("has the firm's colour where it is read on white, else a darker one", () => {
    const colorOf = (color: string) =>
      /color:(#\w+)"[^>]*>★/.exec(customerLetter(factsOf({ business: { ...FIRM, color } })).html)?.[1];
    expect(colorOf("#b00020")).toBe("#b00020");
    expect(colorOf("#ffee00")).toMatch(/^#[0-9a-f]{6}$/);
    expect(colorOf("#ffee00")).not.toBe("#ffee00");
  });

  test.each([
    ["Jane Doe", "Jane"],
    ["Doe, Jane", "Jane"],
    ["Zoë O’Neil", "Zoë"],
    ["Familie Müller", "Familie Müller"],
    ["Acme Inc", "Acme Inc"],
    ["Jane and Joe Doe", "Jane and Joe Doe"],
  ])("greets %s as %s", (customerName, greeted) => {
    expect(customerLetter(factsOf({ job: jobOf({ customerName }) })).text).toStartWith(`Hi ${greeted},`);
    expect(customerLetter(factsOf({ kind: "reply", job: jobOf({ customerName }) })).text).toStartWith(
      `Hi ${customerName},`,
    );
    const message = textMessage({ business: FIRM, job: jobOf({ customerName }), url: LINKS.form });
    expect(message).toStartWith(`Hi ${greeted}, thank you`);
  });

  test.each([
    ["jane", "Jane", "Jane"],
    ["MARY JONES", "Mary", "Mary Jones"],
    ["maria garcia", "Maria", "Maria Garcia"],
    ["SMITH, JOHN", "John", "John Smith"],
    ["MEYER, ANN & PAUL", "Ann & Paul Meyer", "Ann & Paul Meyer"],
    ["SEAN O'BRIEN", "Sean", "Sean O'Brien"],
    ["Pat Lake (DO NOT CALL)", "Pat", "Pat Lake"],
    ["Familie Müller", "Familie Müller", "Familie Müller"],
    ["ABC Plumbing LLC", "ABC Plumbing LLC", "ABC Plumbing LLC"],
    ["Acme Corp, Pia Peck", "Acme Corp, Pia Peck", "Acme Corp, Pia Peck"],
    ["Mrs Smith & Sons Ltd", "Mrs Smith & Sons Ltd", "Mrs Smith & Sons Ltd"],
    ["Adler Residence", "Adler Residence", "Adler Residence"],
    ["KSB", "KSB", "KSB"],
  ])("greets %s as %s, in German as %s", (customerName, greeted, inGerman) => {
    const greetingIn = (language: string) => customerLetter(factsOf({ job: jobOf({ customerName, language }) })).text;
    expect(greetingIn("en")).toStartWith(`Hi ${greeted},\n`);
    expect(greetingIn("de")).toStartWith(`Guten Tag ${inGerman},\n`);
  });

  test.each(["555-1234", "Unit 4B", "#1042 - Pat Lake", "Homeowner", "N/A", "Unknown", "?", "pat@example.com"])(
    "greets nobody as %s",
    (customerName) => {
      expect(customerLetter(factsOf({ job: jobOf({ customerName }) })).text).toStartWith("Hello,\n");
      const message = textMessage({ business: FIRM, job: jobOf({ customerName }), url: LINKS.form });
      expect(message).toStartWith("Hello, thank you");
    },
  );

  test.each(LANGUAGES)("writes every kind in %s, and links and loads nothing but our own pages", (language) => {
    for (const kind of KINDS) {
      const reason = kind === "withheld" ? "abuse" : kind === "removed" ? "request" : null;
      const job = jobOf({ language, customerName: "Jane Canary", email: "jane.canary@example.com" });
      const letter = customerLetter(factsOf({ kind, reason, job, incentive: "5 off" }));
      const { text, html } = letter;
      expect(letter.language).toBe(language);
      expect(letter.unsubscribeUrl).toBe(LINKS.unsubscribe);
      expect(text).toContain("1 High Street, Springfield, 12345, US");
      expect(text).toContain("Jane");
      expect(/undefined|null|NaN|Invalid/.test(text + letter.subject)).toBe(false);
      for (const link of linksIn(letter)) expect(Object.values(LINKS)).toContain(link.replace(/\?rating=[1-5]$/, ""));
      expect(html).not.toMatch(/<(?:img|script|style|link|iframe|svg)\b|\bsrc\s*=|url\(/i);
      for (const form of [text, html]) {
        expect(form).toContain(LINKS.unsubscribe);
        if (kind !== "removed") expect(form).toContain(LINKS.form);
      }
      if (kind === "invitation") for (const word of [SITE, "5 off", "2026"]) expect(text).toContain(word);
    }
  });

  test("takes the customer's language, else the business's, else English", () => {
    const languageOf = (customer: string | null, business: string) =>
      customerLetter(factsOf({ job: jobOf({ language: customer }), business: { ...FIRM, language: business } }))
        .language;
    expect([
      languageOf("es-MX", "de"),
      languageOf("pl", "de-AT"),
      languageOf(null, "fr"),
      languageOf("pl", "pl"),
    ]).toEqual(["es", "de", "fr", "en"]);
  });

  test("the letter about a reply is the same for every number of stars", () => {
    const { text } = customerLetter(factsOf({ kind: "reply" }));
    expect(text).not.toMatch(/star|\d\/5/i);
  });

  test("a name or service that mail programs make a link of, or markup, is not passed on", () => {
    for (const name of [...LINKS_IN_MAIL, "</p><img src=x>"]) {
      const { html, text } = customerLetter(factsOf({ job: jobOf({ customerName: name, service: name }) }));
      expect(html).not.toMatch(/evil|<img|900555/i);
      if (!name.includes("<")) expect(text).toStartWith("Hello,");
    }
  });

  test("names of people and works are passed on as they are", () => {
    for (const name of ["Dr. Ann O'Neil-Smith", "J. R. Ewing", "Heizung/Sanitär", "A. & B. Oak"]) {
      expect(customerLetter(factsOf({ job: jobOf({ customerName: name }) })).text).toStartWith(`Hi ${name},`);
    }
    const service = "Repair: kitchen, 2.5 m pipe";
    expect(customerLetter(factsOf({ job: jobOf({ service }) })).text).toContain(`(${service})`);
  });

  test("writes days as the firm's country does", () => {
    const textIn = (country: string) => {
      const address = FIRM.address === null ? null : { ...FIRM.address, country };
      return customerLetter(factsOf({ business: { ...FIRM, address } })).text;
    };
    expect([textIn("GB"), textIn("US")]).toEqual([
      expect.stringContaining("finished on 1 May 2026"),
      expect.stringContaining("finished on May 1, 2026"),
    ]);
  });

  test("keeps the whole name where the language would be too familiar, and French spaces before a colon", () => {
    const textIn = (language: string) => customerLetter(factsOf({ job: jobOf({ language }) })).text;
    expect(textIn("de")).toStartWith("Guten Tag Jane Doe,");
    expect(textIn("es")).toStartWith("Hola, Jane:");
    const message = textMessage({ business: FIRM, job: jobOf({ language: "de" }), url: LINKS.form });
    expect(message).toStartWith("Guten Tag Jane Doe, danke");
    expect(textIn("fr")).toContain(`Se désinscrire\u00a0: ${LINKS.unsubscribe}`);
  });
});

describe("letterFaults()", () => {
  test.each(LANGUAGES)(
    "finds nothing wrong with what was composed in %s, whatever letters it has",
    async (language) => {
      const greeting = `Zoë & Łukasz say "thanks" – from Köln, 100 % 🙂 ${"long ".repeat(60)}`.trim();
      const job = jobOf({ language, customerName: "Ægir Øst & Söhne" });
      const letter = customerLetter(factsOf({ greetings: { [language]: greeting }, job }));
      expect(await letterFaults(await mimeOf(letter), letter, ADDRESSING)).toEqual([]);
    },
  );

  test.each(["Jane@Example.COM", "jane@müller.example", "jörg@example.com"])("finds no fault with %s", async (to) => {
    const addressing = { ...ADDRESSING, to: bareAddress(to), from: bareAddress("Acme <reviews@Acme.TEST>") };
    expect(await letterFaults(await mimeOf(LETTER, addressing), LETTER, addressing)).toEqual([]);
  });

  test.each<[string, string | RegExp, string]>([
    ["List-Unsubscribe-Post", /^List-Unsubscribe-Post:.*\r\n/m, ""],
    ["List-Unsubscribe", /^List-Unsubscribe: <https/m, "List-Unsubscribe: <http"],
    ["the sender", /^From: .*\r\n/m, "From: other@example.com\r\n"],
    ["the recipient", /^To: .*\r\n/m, "To: other@example.com\r\n"],
    ["the recipient", /^To: /m, "Bcc: spy@example.com\r\nTo: "],
    ["the Message-ID", /^Message-ID: .*\r\n/m, "Message-ID: <2@acme.test>\r\n"],
    ["the subject", /^Subject: How/m, "Subject: Now"],
    ["the text", "Hi Jane", "Bye Jane"],
    ["the HTML", "<p>Your review is", "<p>Your good review is"],
    ["the HTML", "</body>", '<img src=3D"https://evil.example/p.gif"></body>'],
  ])("finds a difference in %s (%p)", async (part, search, by) => {
    const mime = new TextDecoder().decode(await mimeOf(LETTER));
    expect(mime).toMatch(search);
    expect(await letterFaults(new TextEncoder().encode(mime.replace(search, by)), LETTER, ADDRESSING)).toEqual([part]);
  });
});

test("greetingFault() takes a paragraph, and no addresses, markup or novels", () => {
  expect(greetingFault("Thank you for calling us – until next time!")).toBeNull();
  for (const text of [...LINKS_IN_MAIL, "mail me@x.example", "<b>Hi</b>", "a\nb", "x".repeat(501)]) {
    expect(greetingFault(text)).not.toBeNull();
  }
});
