import { describe, expect, test } from "bun:test";
import { readJobs } from "../../src/owner/read_jobs.ts";
import { fileOf, readOne, refusalOf } from "./builders.ts";

const HINT =
  "UTF-8 that was once read as Windows-1252; export it again as UTF-8, or add --encoding utf-8 to import it anyway";
/** As Python's json.dumps writes what was beyond ASCII. */
const escaped = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const record = (text: string) =>
  escaped(JSON.stringify({ review_id: "1", rating: 5, date: "2026-05-01", author: "Pat Lake", text }));
const read = (name: string, content: string | Uint8Array, encoding?: string) =>
  readOne(name, content, { source: "direct", encoding });

describe("text that was read in another encoding before", () => {
  test.each([
    ["an apostrophe by way of Windows-1252", "They didnâ€™t leave a mess", "didnâ€™t"],
    [
      "an apostrophe by way of Latin-1, as in Facebook's export",
      "They didn\u00e2\u0080\u0099t",
      "didnâ\\u0080\\u0099t",
    ],
    ["an accented letter", "trÃ¨s bien", "trÃ¨s"],
    ["a German capital", "alles in Ã–l getrÃ¤nkt", "Ã–l"],
    ["an emoji", "late ðŸ˜€", "ðŸ˜€"],
    ["a Polish letter", "byÅ‚o dobrze", "byÅ‚o"],
    ["Cyrillic", "ÐžÑ‚Ð»Ð¸Ñ‡Ð½Ð¾", "ÐžÑ‚Ð»Ð¸Ñ‡Ð½Ð¾"],
  ])("is found behind the escapes of JSON: %s", (_what, text, word) => {
    expect(refusalOf(() => read("r.json", `[${record(text)}]`))).toBe(`[0] contains "${word}": ${HINT}`);
  });

  test.each([
    ["JSON lines", "r.ndjson", `${record("Good work")}\n${record("trÃ¨s bien")}\n`, "line 2"],
    [
      "our own JSON",
      "r.json",
      `{"business":{"name":"Brook"},"reviews":[{"id":"1","rating":5,"date":"2026-05-01","text":"tr\\u00c3\\u00a8s bien","author":{"name":"Pat L."},"source":{"name":"google"}}]}`,
      "reviews[0]",
    ],
    ["entities of CSV", "r.csv", "rating,date,text\n5,2026-05-01,tr&Atilde;&uml;s bien\n", "row 2"],
    [
      "schema.org",
      "r.json",
      `{"@type":"Review","datePublished":"2026-05-01","reviewRating":{"ratingValue":5},"reviewBody":"tr\\u00c3\\u00a8s bien"}`,
      "review",
    ],
  ])("is found in %s", (_what, name, content, place) => {
    expect(refusalOf(() => read(name, content))).toBe(`${place} contains "trÃ¨s": ${HINT}`);
  });

  test("is found in names, and in lists of jobs", () => {
    expect(
      refusalOf(() => read("r.json", `[${record("Good").replace("Pat Lake", "Ren\\u00c3\\u00a9e Mill")}]`)),
    ).toContain('"RenÃ©e"');
    const jobs = fileOf("jobs.json", '[{"date":"2026-05-01","customer":"Ren\\u00c3\\u00a9e Mill","reference":"7"}]');
    expect(refusalOf(() => readJobs(jobs))).toContain('contains "RenÃ©e"');
  });

  test("is imported unchanged where the owner names the encoding", () => {
    expect(read("r.json", `[${record("trÃ¨s bien")}]`, "utf-8").records[0]?.review.text).toBe("trÃ¨s bien");
  });

  test("is not made by an encoding that does not fit, however few its letters are", () => {
    const csv = new TextEncoder().encode("rating,date,text\n5,2026-05-01,They don’t leave a mess\n");
    expect(refusalOf(() => read("r.csv", csv, "windows-1252"))).toContain('contains "donâ€™t"');
    const strays = Buffer.concat([
      csv,
      Buffer.from("4,2026-05-02,He said "),
      Buffer.of(0x91),
      Buffer.from("fine"),
      Buffer.of(0x92, 10),
    ]);
    expect(refusalOf(() => read("r.csv", strays))).toContain('contains "donâ€™t"');
  });

  test.each([
    "AMANHÃ à tarde",
    "“AMANHÔ",
    "Âge et qualité",
    "Ähnlich gut",
    "Åse var flink",
    "Ðe old inn",
    "SÃO PAULO",
    "Ñandú",
    "ÄÖÜ – gut",
  ])("is not seen in %p", (text) => {
    expect(
      read("r.json", `[${JSON.stringify({ rating: 5, date: "2026-05-01", text: `${text} prompt service` })}]`).records,
    ).toHaveLength(1);
  });
});
