import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { maskPersonalData, NAME_POLICIES, REMOVED, shownName } from "../../src/review/mod.ts";
import { readPromises } from "../support/promises.ts";

const masked = (text: string) => maskPersonalData(text).text;

/** Each line of masking.txt is a text and, where something is taken out, what is left. */
test.each(readPromises(join(import.meta.dir, "masking.txt")))("%s", (_promise, ...rows) => {
  const shown = rows.map((row) => row.split(" | ")).map(([text = "", left = text]) => [text, left]);
  expect(shown.map(([text = ""]) => [text, masked(text)])).toEqual(shown);
});

describe("maskPersonalData()", () => {
  const SECRETS = [
    "555-123-4567",
    "(555) 123-4567",
    "555.123.4567",
    "555 123 4567",
    "+1 555 123 4567",
    "1-555-123-4567",
    "5551234567",
    "555–123–4567",
    "555-123-4567 x12",
    "555-123-4567/555-123-4568",
    "555-0178",
    "555 0178",
    "jane at gmail dot com",
    "jane.doe at gmail.com",
    "jane (at) gmail (dot) com",
    "jane @ gmail.com",
    "jane@gmail dot com",
    "jane AT gmail com",
    "jane [at] acme [dot] com",
    "jane at gmail dot co dot uk",
    "jane dot doe at outlook dot com",
    "jane (at) acme-pipes (dot) co (dot) uk",
    "jane {at} gmail {dot} com",
    "jane[at]acme.example",
    "Jane_D AT Yahoo DOT com",
    "jane.doe@mail.example",
    "JANE+pipes@mail.co.uk",
    "a_b@x.io",
    "jürgen@müller.example",
    "+12125550142",
    "+44 20 7946 0958",
    "+44 (0)20 7946 0958",
    "+49-30-1234567",
    "+33 6 12 34 56 78",
  ];

  test("takes out every way of writing a number or an address, wherever it stands in a text", () => {
    const frame = fc.constantFrom(
      "%",
      "Call me at %",
      "Thanks (%)!",
      "My number is %, evenings.",
      "Tel:%",
      "“%”",
      "at %.",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...SECRETS),
        frame,
        fc.constantFrom("", "Great. ", "Zoë & Ann, "),
        (secret, around, before) => {
          const text = before + around.replace("%", secret);
          expect(masked(text)).toBe(before + around.replace("%", masked(secret)));
          expect(masked(secret)).toMatch(/^\[removed\](?:\/\[removed\])?$/);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("takes them out of names, under every policy", () => {
    for (const secret of SECRETS) {
      for (const policy of NAME_POLICIES) {
        const { name } = shownName(`Jo Doe ${secret}`, policy);
        expect(name).toBe(shownName("Jo Doe", policy).name);
        expect(shownName(secret, policy).isAnonymous).toBe(true);
      }
    }
  });

  test("finds a telephone number beside isolates and with isolates in it", () => {
    expect(masked("התקשרו \u2066+972 50-123-4567\u2069 עכשיו")).toBe(`התקשרו \u2066${REMOVED}\u2069 עכשיו`);
    expect(masked("התקשרו 050\u2066-\u2069123-4567 עכשיו")).toBe(`התקשרו ${REMOVED} עכשיו`);
  });

  test.each([
    "Call our office at (312) 555-0142",
    "Call +1 312 555 0142 x7, or 555-0142 in town",
    "Write to office@firm.example or Dana@Mail.Firm.example",
  ])("leaves contacts that the profile publishes in %p", (text) => {
    const published = {
      telephone: "+13125550142",
      report_to: "dana@mail.firm.example",
      url: "https://www.firm.example/",
    };
    expect(maskPersonalData(text, published)).toEqual({ text, redactions: [] });
  });

  test("masks other contacts beside published ones", () => {
    const published = { telephone: "+13125550142", report_to: null, url: "https://firm.example/" };
    expect(maskPersonalData("312-555-0142, not 312-555-0143; a@firm.example.net", published).text).toBe(
      `312-555-0142, not ${REMOVED}; ${REMOVED}`,
    );
  });

  test("removes several, and lists kind and value of each", () => {
    expect(maskPersonalData("212-555-0142 or 212-555-0143 or a@b.example")).toEqual({
      text: `${REMOVED} or ${REMOVED} or ${REMOVED}`,
      redactions: [
        { kind: "email", before: "a@b.example" },
        { kind: "telephone", before: "212-555-0142" },
        { kind: "telephone", before: "212-555-0143" },
      ],
    });
  });

  const digits = (least: number, most: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((list) => list.join(""));
  const two = (n: number) => String(n).padStart(2, "0");
  const day = fc.tuple(
    fc.integer({ min: 1990, max: 2030 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  );

  test("no price is ever taken for a number to dial", () => {
    const price = fc.tuple(
      fc.constantFrom("$", "€", "£", "$ "),
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.integer({ min: 0, max: 99 }),
    );
    fc.assert(
      fc.property(price, ([sign, whole, cents]) => {
        for (const amount of [
          `${sign}${whole}.${two(cents)}`,
          `${sign}${whole.toLocaleString("en-US")}`,
          `${whole}.${two(cents)} dollars`,
        ]) {
          expect(masked(`It was ${amount} in all`)).toBe(`It was ${amount} in all`);
        }
      }),
    );
  });

  test("no date or date-time is ever taken for a number to dial", () => {
    fc.assert(
      fc.property(day, ([y, m, d]) => {
        for (const date of [
          `${y}-${two(m)}-${two(d)}`,
          `${two(d)}.${two(m)}.${y}`,
          `${two(m)}/${two(d)}/${y}`,
          `${d}-${m}-${y}`,
          `${two(d)} ${two(m)} ${y}`,
        ]) {
          for (const text of [`On ${date} it broke`, `${date} 10:30`, `from ${date} to ${date}`])
            expect(masked(text)).toBe(text);
        }
      }),
    );
  });

  test("no model number with letters is ever taken for a number to dial", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."ABCDEFGHKLMNPQRSTUVWXYZ"), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(letters, digits(1, 12), letters, (head, number, tail) => {
        for (const model of [
          `${head}${number}`,
          `${number}${tail}`,
          `${head}${number}${tail}`,
          `${head}-${number}`,
          `${head}.${number}${tail}`,
        ]) {
          expect(masked(`a ${model} heater`)).toBe(`a ${model} heater`);
        }
      }),
    );
  });

  test("no licence, invoice or order number is ever taken for a number to dial", () => {
    const word = fc.constantFrom(
      "license ",
      "License #",
      "Lic. ",
      "licence no. ",
      "permit number ",
      "invoice #",
      "Order: ",
      "model ",
      "serial no ",
      "job ",
    );
    fc.assert(
      fc.property(word, digits(4, 14), (name, number) => {
        expect(masked(`Their ${name}${number} is fine`)).toBe(`Their ${name}${number} is fine`);
      }),
    );
  });

  const bits = fc.constantFrom(
    "212-555-0142",
    "555-0142",
    "a@b.co",
    "@",
    ".",
    "-",
    " ",
    "(",
    ")",
    "+",
    "0",
    "00",
    "1",
    "49 30",
    "call ",
    "no. ",
    "$",
    "2024-01-01",
    "x",
    "#",
    "\n",
    "[removed]",
    "/",
  );
  test("masking a masked text changes nothing", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme" }),
          fc.array(bits, { maxLength: 14 }).map((list) => list.join("")),
        ),
        (text) => {
          const once = masked(text);
          expect(maskPersonalData(once)).toEqual({ text: once, redactions: [] });
        },
      ),
      { numRuns: 5000 },
    );
  });

  test("hostile texts of ten thousand characters pass at once", () => {
    for (const unit of ["a", "a@", "@", "1", "1 ", "1-", "+1", "0 ", "(1", "a.", "call "]) {
      const text = unit.repeat(10_000 / unit.length);
      expect(masked(masked(text))).toBe(masked(text));
    }
  });
});
