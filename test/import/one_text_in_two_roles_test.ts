import { describe, expect, test } from "bun:test";
import { readOne } from "./builders.ts";

const REPLY = "Dear Kim, the crew read your stars aloud and we thank you.";
const read = (columns: Readonly<Record<string, string>>) => {
  const given = { review_id: "1", rating: "5", date: "2026-05-01", ...columns };
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const { records, notes } = readOne("r.csv", `${line(Object.keys(given))}\n${line(Object.values(given))}\n`, {
    source: "google",
  });
  const { text, title, replyText, translationText } = records[0]?.review ?? {};
  return { text, title, replyText, translationText, notes };
};

describe("a text that is the reply", () => {
  test.each([
    REPLY,
    REPLY.toUpperCase(),
    "Dear Kim, the crew read …",
    "Dear Kim, the crew read your stars...",
    "dear kim the crew read your stars aloud - and we thank you!",
    "Dear Kim, the crew read your stars",
  ])("is no text of the customer: %p", (text) => {
    const { notes, ...review } = read({ text, owner_response: REPLY });
    expect(review).toEqual({ text: "", title: null, replyText: REPLY, translationText: null });
    expect(notes).toContain("1 review repeats the business's reply as the customer's text: imported without a text");
  });

  test.each(["Dear Kim", "Thanks…", "The drain is clear …"])("is not %p", (text) => {
    expect(read({ text, owner_response: REPLY }).text).toBe(text);
  });
});

test("a title or a translation that only repeats the text or the reply is left out", () => {
  const text = "The drain is clear and the floor was left dry.";
  expect(read({ text, title: "The drain is clear and …", owner_response: REPLY })).toMatchObject({ text, title: null });
  expect(read({ text, title: REPLY, translation: REPLY, owner_response: REPLY })).toMatchObject({
    title: null,
    translationText: null,
  });
  expect(read({ text, title: "Dry floor" })).toMatchObject({ title: "Dry floor" });
});

describe("Google's translation of a reply or a text", () => {
  test.each([
    ["(Translated by Google)", "(Original)"],
    ["(Übersetzt von Google)", "(Original)"],
    ["(Traduit par Google)", "(Avis d'origine)"],
    ["(Traducido por Google)", "(Original)"],
    ["(Tradotto da Google)", "(Originale)"],
    ["(Traduzido pelo Google)", "(Original)"],
    ["(Vertaald door Google)", "(Origineel)"],
    ["(Przetłumaczone przez Google)", "(Oryginał)"],
    ["(Переведено Google)", "(Оригинал)"],
    ["(Översatt av Google)", "(Original)"],
    ["(Google による翻訳)", "(原文)"],
  ])("is parted from it at %s", (mark, original) => {
    const text = `${mark} Thank you!\n\n${original}\nDank!`;
    expect(read({ text: `${mark} Good work\n\n${original}\nGute Arbeit`, owner_answer: text })).toMatchObject({
      text: "Gute Arbeit",
      translationText: "Good work",
      replyText: "Dank!",
    });
    expect(read({ text: "Gut", owner_answer: `Dank!\n\n${mark}\nThank you!` }).replyText).toBe("Dank!");
  });

  test("is not seen where a customer writes of Google in brackets", () => {
    const text = "(Found them on Google) Good work\n\n(Original parts only)\nThanks";
    expect(read({ text }).text).toBe(text);
  });
});
