import { describe, expect, test } from "bun:test";
import { gzipSync, zipSync } from "fflate";
import { GoodwordError } from "../../src/errors.ts";
import { MAX_IMPORT_RECORDS, readImport } from "../../src/import/mod.ts";
import { ReadingBuilder } from "../../src/import/reading_builder.ts";
import { fileOf, goodwordFile, OPTIONS, readOne, refusalOf, smallestReview } from "./builders.ts";
import { fixture, fixtureFolder, zipOf } from "./fixtures.ts";

const CSV = "date,rating,text\n2024-05-31,5,";
const bytesOf = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

const utf16 = (text: string) =>
  new Uint8Array([...text].flatMap((each) => [each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8]));
const swapped = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 1] ?? 0);

describe("files that are no text", () => {
  test("a spreadsheet's own file is refused with what to save instead", () => {
    const remedy = 'This is a spreadsheet\'s own file; save the sheet as "CSV UTF-8" and import that';
    for (const part of ["xl/workbook.bin", "content.xml", "Index/Document.iwa"]) {
      const workbook = zipOf("reviews.xlsx", [fileOf(part, "x"), fileOf("data.csv", "date,rating\n")]);
      expect(refusalOf(() => readImport([workbook], OPTIONS))).toBe(remedy);
    }
    const old = fileOf("reviews.xls", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]));
    expect(refusalOf(() => readImport([old], OPTIONS))).toBe(remedy);
  });

  test("a PDF, and an archive of archives", () => {
    expect(refusalOf(() => readOne("r.pdf", "%PDF-1.7\n\u0000"))).toContain("PDF");
    const inner = zipOf("inner.zip", [fileOf("r.csv", "date,rating\n")]);
    expect(refusalOf(() => readImport([zipOf("outer.zip", [inner])], OPTIONS))).toBe(
      "It contains only archives; unpack it and import those",
    );
  });
});

describe("the encoding of a file", () => {
  test.each([
    [
      "Latin-1",
      bytesOf(CSV, "na", [0xef], "ve\n"),
      "Not UTF-8 text: line 2 contains byte 0xEF, as in Windows-1252, Latin-1 or a truncated file; save it again as UTF-8",
    ],
    ["an overlong character", bytesOf(CSV, [0xc0, 0xaf], "\n"), "line 2 contains an overlong character"],
    [
      "an overlong character of three bytes",
      bytesOf(CSV, [0xe0, 0x80, 0xaf], "\n"),
      "line 2 contains an overlong character",
    ],
    [
      "CESU-8",
      bytesOf(CSV, [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], "\n"),
      "line 2 contains an encoded surrogate (CESU-8)",
    ],
    ["a character cut off", bytesOf(CSV, [0xe2, 0x82]), "line 2 contains byte 0xE2"],
    ["a continuation alone", bytesOf("\n\n", [0x80]), "line 3 contains byte 0x80"],
    ["NUL bytes in number", bytesOf(CSV, "\u0000".repeat(40), "b\n"), "Not a text file: line 2 contains a NUL byte"],
    ["gzip", gzipSync(bytesOf(CSV)), "This is a gzip archive; unpack it first"],
  ])("refuses %s and suggests what to do", (_what, bytes, message) => {
    expect(refusalOf(() => readOne("r.csv", bytes, { source: "x" }))).toContain(message);
  });

  test.each([
    ["UTF-16 with a mark", new Uint8Array([0xff, 0xfe, ...utf16(`${CSV}naïve\n`)])],
    ["UTF-16 without a mark", utf16(`${CSV}naïve\n`)],
    ["UTF-16, big end first", new Uint8Array([0xfe, 0xff, ...swapped(utf16(`${CSV}naïve\n`))])],
    [
      "Windows-1252 by its letters",
      bytesOf(CSV, "caf", [0xe9], " na", [0xef], "ve et c", [0x92], "est avec les pour\n"),
    ],
  ])("finds %s by evidence", (_what, bytes) => {
    expect(readOne("r.csv", bytes, { source: "x" }).records[0]!.review.text).toContain("naïve");
  });

  test.each([
    ["Polish in Windows-1250", [0x64, 0x6f, 0x62, 0x72, 0x79, 0x20, 0xb3, 0x61, 0x64, 0x20, 0x73, 0x69, 0xea]],
    ["Russian in Windows-1251", [0xee, 0xf2, 0xeb, 0xe8, 0xf7, 0xed, 0xee]],
    ["Mac Roman", [0x63, 0x61, 0x66, 0x8e, 0x20, 0x74, 0x68, 0x65]],
    ["Shift-JIS", [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]],
  ])("never takes %s for something else", (_what, text) => {
    expect(refusalOf(() => readOne("r.csv", bytesOf(CSV, text, "\n"), { source: "x" }))).toContain("--encoding");
  });

  test("reads a file in the encoding that the owner names, and refuses an unknown encoding", () => {
    const bytes = bytesOf(CSV, [0x73, 0x69, 0xea], "\n");
    const read = (encoding: string) => readOne("r.csv", bytes, { source: "x", encoding });
    expect(read("windows-1250").records[0]!.review.text).toBe("się");
    expect(refusalOf(() => read("klingon"))).toStartWith('Unknown encoding "klingon"');
  });

  test("finds short French in Windows-1252 by its words", () => {
    const eAcute = 0xe9;
    const eGrave = 0xe8;
    const csv = bytesOf(
      "Date;Note;Commentaire\n2025-01-01;5;Tr",
      [eGrave],
      "s bien\n2025-01-02;4;",
      [eAcute],
      "quipe au top\n",
    );
    expect(readOne("avis.csv", csv, { source: "x" }).records.map(({ review }) => review.text)).toEqual([
      "Très bien",
      "équipe au top",
    ]);
  });

  test("believes what a page declares of itself", () => {
    const review = {
      "@type": "Review",
      reviewBody: "Service 0",
      datePublished: "2025-01-01",
      reviewRating: { ratingValue: 5 },
    };
    const page = `<!DOCTYPE html><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><script type="application/ld+json">${JSON.stringify(review)}</script>`;
    const [before = "", after = ""] = page.split('0"');
    const read = readOne("page.html", bytesOf(before, [0xe9], '"', after), { source: "x" });
    expect(read.records[0]?.review.text).toBe("Service é");
  });

  test("reads stray bytes among UTF-8 as Windows-1252 and reports where they are", () => {
    const strays = bytesOf(
      CSV,
      "It\u2019s \u201cfine\u201d très bien naïve déjà vu. Don",
      [0x92],
      "t say",
      [0x85],
      "\n",
    );
    const reading = readOne("r.csv", strays, { source: "x" });
    expect(reading.records[0]?.review.text).toBe("It’s “fine” très bien naïve déjà vu. Don’t say…");
    expect(reading.notes.join("\n")).toContain(
      '2 bytes are not UTF-8 and were read as Windows-1252: line 2 ("’", "…")',
    );
    const big = bytesOf(
      CSV,
      ...Array.from({ length: 30_000 }, () => ["très bien ici\n2024-05-31,5,"] as const).flat(),
      "Don",
      [0x92],
      "t\n",
    );
    expect(readOne("r.csv", big, { source: "x" }).records.at(-1)?.review.text).toBe("Don’t");
  });

  test("refuses an encoding that would garble mostly UTF-8 text, and suggests utf-8", () => {
    const strays = bytesOf(CSV, "Don\u2019t très bien naïve déjà", [0x92], "\n");
    const refused = refusalOf(() => readOne("r.csv", strays, { source: "x", encoding: "windows-1252" }));
    expect(refused).toContain(
      'Not text in windows-1252: it has 5 characters of UTF-8, such as "’", which would become "â€™"',
    );
    expect(refused).toContain("--encoding utf-8");
    expect(readOne("r.csv", strays, { source: "x", encoding: "utf-8" }).records[0]?.review.text).toContain("déjà’");
  });

  test.each(["donâ€™t", "dÃ©jÃ\u00a0"])("refuses garbled text such as %s, with the way out", (text) => {
    const refused = refusalOf(() => readOne("r.csv", `${CSV}They ${text} answer\n`, { source: "x" }));
    expect(refused).toContain("Line 2");
    expect(refused).toContain("export it again as UTF-8, or add --encoding utf-8 to import it anyway");
    expect(readOne("r.csv", `${CSV}They ${text} answer\n`, { source: "x", encoding: "utf-8" }).records).toHaveLength(1);
  });

  test("accepts a byte order mark before JSON", () => {
    expect(readOne("r.json", `\ufeff${goodwordFile(smallestReview())}`).records).toHaveLength(1);
  });
});

describe("files", () => {
  test.each(["", "  \n "])("refuses an empty one", (content) => {
    expect(refusalOf(() => readOne("r.json", content))).toBe("The file is empty");
  });

  test("refuses more than 512 MB before looking into it", () => {
    // A view that only claims its length: nothing of it may be read.
    const bytes = new Proxy(new Uint8Array(0), { get: (_, key) => (key === "length" ? 2 ** 29 + 1 : undefined) });
    expect(refusalOf(() => readImport([{ name: "r.json", bytes }], OPTIONS))).toBe(
      "Larger than 512 MB; split the file",
    );
  });

  test("refuse a millionth record and one more", () => {
    const builder = new ReadingBuilder(OPTIONS);
    const at = { file: "r.ndjson", path: "line 1" };
    for (let count = 0; count < MAX_IMPORT_RECORDS; count++) builder.refuseRecord(at, "is 5");
    expect(refusalOf(() => builder.refuseRecord(at, "is 5"))).toBe("More than 1,000,000 records; split the file");
  });

  test("need a source by a name that can be shown", () => {
    expect(refusalOf(() => readOne("r.json", goodwordFile(), { source: "x".repeat(65) }))).toStartWith(
      "Unknown source",
    );
    expect(
      readOne("r.json", goodwordFile(smallestReview({ source: null })), { source: " Our  Village " }).records[0]!.review
        .source,
    ).toBe("our village");
  });

  test("refuses an unknown format with a GoodwordError that names the expected ones", () => {
    expect(refusalOf(() => readOne("r.txt", "Dear diary"))).toStartWith("Unknown format: expected goodword JSON");
    expect(() => readOne("r.txt", "Dear diary")).toThrow(GoodwordError);
    expect(refusalOf(() => readOne("r.json", '"just a string"', { format: "goodword-json" }))).toBe(
      'Expected an object with "business" and "reviews", found "just a string"',
    );
  });

  test("are read in the format that is asked for", () => {
    expect(refusalOf(() => readOne("r.csv", goodwordFile(), { format: "csv" }))).toStartWith(
      "No column for the rating among",
    );
    expect(refusalOf(() => readOne("r.json", "a,b", { format: "goodword-json" }))).toBe(
      'Not valid JSON at line 1, column 1: unexpected "a"',
    );
  });

  test("of a folder are read together; the business comes from the one that describes it", () => {
    const files = [
      fileOf("seed/b.csv", `${CSV}good\n`),
      fileOf("seed/business.json", JSON.stringify({ business: { name: "Ace", time_zone: "America/Chicago" } })),
      fileOf("seed/c.ndjson", JSON.stringify(smallestReview())),
      fileOf("seed/.hidden.json", "{"),
    ];
    const reading = readImport(files, { ...OPTIONS, source: "direct" });
    expect(reading.format).toBe("csv");
    expect(reading.business).toEqual({ name: "Ace", time_zone: "America/Chicago" });
    expect(reading.records.map(({ at }) => [at.file, at.path])).toEqual([
      ["seed/c.ndjson", "line 1"],
      ["seed/b.csv", "row 2"],
    ]);
  });

  test("of several exporters keep each its own source", () => {
    const files = [fixture("feefo.csv"), fixture("okendo.csv"), fileOf("x.csv", `${CSV}good\n`)];
    expect(refusalOf(() => readImport(files, OPTIONS))).toStartWith("x.csv: The file does not name the site");
    const sources = readImport(files.slice(0, 2), OPTIONS).records.map(({ review }) => review.source);
    expect(sources).toEqual(["feefo", "feefo", "okendo"]);
  });

  test("that are refused among several are named", () => {
    const files = [fileOf("a.json", goodwordFile()), fileOf("b.json", "{")];
    expect(refusalOf(() => readImport(files, OPTIONS))).toStartWith("b.json: Not valid JSON at line 1, column 2");
  });

  test("that both describe the business are refused", () => {
    const files = [fileOf("a.json", goodwordFile()), fileOf("b.json", goodwordFile())];
    expect(refusalOf(() => readImport(files, OPTIONS))).toBe(
      "b.json: More than one file describes the business; keep one of them",
    );
  });

  test("name the other file when an id stands in both", () => {
    const files = [
      fileOf("a.ndjson", JSON.stringify(smallestReview())),
      fileOf("b.ndjson", JSON.stringify(smallestReview())),
    ];
    expect(readImport(files, OPTIONS).problems[0]!.message).toBe(
      "expected a unique id, line 1 of a.ndjson has the same",
    );
  });

  test("beside a Takeout export are read as well", () => {
    const own = fileOf("business.json", JSON.stringify({ business: { name: "Mine", time_zone: "UTC" } }));
    const { business, records } = readImport([own, ...fixtureFolder("takeout")], OPTIONS);
    expect([business?.name, records.length]).toEqual(["Mine", 5]);
  });
});

describe("zip archives", () => {
  test("hold any format, in folders, beside what is passed over", () => {
    const archive = zipOf("reviews.zip", [
      fileOf("x/reviews.json", goodwordFile(smallestReview())),
      fileOf("__MACOSX/x/._reviews.json", "junk"),
      fileOf("x/photo.jpg", "junk"),
    ]);
    const { records } = readImport([archive], OPTIONS);
    expect(records.map(({ at }) => at.file)).toEqual(["reviews.zip/x/reviews.json"]);
  });

  test("without a file of reviews are refused", () => {
    expect(refusalOf(() => readImport([zipOf("r.zip", [fileOf("a.jpg", "x")])], OPTIONS))).toBe(
      "It contains no file of reviews",
    );
    expect(refusalOf(() => readImport([zipOf("r.zip", [])], OPTIONS))).toBe("It contains no file of reviews");
  });

  test("that are cut off or damaged are refused", () => {
    const { bytes } = zipOf("r.zip", [fileOf("a.json", goodwordFile(smallestReview()))]);
    expect(refusalOf(() => readImport([fileOf("r.zip", bytes.slice(0, 60))], OPTIONS))).toBe(
      "The zip archive is damaged or incomplete; download it again",
    );
  });

  test("that would grow beyond belief are refused before they do", () => {
    const bomb = zipSync({ "reviews.json": new Uint8Array(4 * 1024 * 1024) });
    expect(refusalOf(() => readImport([fileOf("bomb.zip", bomb)], OPTIONS))).toMatch(
      /^The archive looks like a zip bomb: reviews\.json would expand \d+ times$/,
    );
  });

  /** The archive with another size of its first file in the central directory. */
  function claiming(archive: Uint8Array, originalSize: number): Uint8Array {
    const copy = archive.slice();
    const view = new DataView(copy.buffer);
    const end = copy.length - 22;
    view.setUint32(view.getUint32(end + 16, true) + 24, originalSize, true);
    return copy;
  }

  test("that claim to hold too much, or less than they do, are refused", () => {
    const { bytes } = zipOf("r.zip", [
      fileOf("a.json", goodwordFile(smallestReview({ text: "good work ".repeat(90) }))),
    ]);
    expect(refusalOf(() => readImport([fileOf("r.zip", claiming(bytes, 2 ** 30))], OPTIONS))).toContain(
      "more than 512 MB",
    );
    for (const size of [0, 50, bytes.length + 2000]) {
      expect(refusalOf(() => readImport([fileOf("r.zip", claiming(bytes, size))], OPTIONS))).toBe(
        '"a.json" in the archive does not have the size that the archive records; download it again',
      );
    }
  });

  test("whose content was altered since are refused by name, and not imported with other stars", () => {
    const whole = zipSync({ "a.json": [fileOf("a.json", goodwordFile(smallestReview())).bytes, { level: 0 }] });
    const text = Buffer.from(whole.buffer);
    const altered = whole.slice();
    altered[text.indexOf('"rating":') + 9] = "1".charCodeAt(0);
    expect(readImport([fileOf("r.zip", whole)], OPTIONS).records).toHaveLength(1);
    expect(refusalOf(() => readImport([fileOf("r.zip", altered)], OPTIONS))).toBe(
      '"a.json" in the archive does not match its checksum; download it again',
    );
  });

  test("are refused where they are a workbook that stores its sheet uncompressed and altered", () => {
    const sheet = (rating: number) =>
      `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>date</t></is></c><c t="inlineStr"><is><t>rating</t></is></c></row><row r="2"><c t="inlineStr"><is><t>2026-05-01</t></is></c><c><v>${rating}</v></c></row></sheetData></worksheet>`;
    const parts = {
      "xl/workbook.xml":
        '<workbook xmlns:r="r"><sheets><sheet name="Reviews" sheetId="1" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      "xl/worksheets/sheet1.xml": sheet(1),
    };
    const whole = zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, fileOf(name, xml).bytes])),
      {
        level: 0,
      },
    );
    const altered = whole.slice();
    altered[Buffer.from(whole.buffer).indexOf("<v>1</v>") + 3] = "5".charCodeAt(0);
    const options = { ...OPTIONS, source: "google" };
    expect(readImport([fileOf("r.xlsx", whole)], options).records[0]?.review.rating).toBe(1);
    expect(refusalOf(() => readImport([fileOf("r.xlsx", altered)], options))).toBe(
      '"xl/worksheets/sheet1.xml" in the archive does not match its checksum; download it again',
    );
  });

  test("whose packed bytes are damaged, encrypted or packed in another way are refused by name", () => {
    const { bytes } = zipOf("r.zip", [fileOf("a.json", goodwordFile(smallestReview()))]);
    const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true);
    const changed = (at: number, value: number) => {
      const copy = bytes.slice();
      copy[at] = value;
      return refusalOf(() => readImport([fileOf("r.zip", copy)], OPTIONS));
    };
    expect(changed(36, 0xff)).toBe('"a.json" in the archive is damaged or incomplete; download it again');
    expect(changed(directory + 8, 1)).toContain('"a.json" in the archive is encrypted; unpack it');
    expect(changed(directory + 10, 14)).toContain(
      '"a.json" in the archive uses an unsupported compression method; unpack it',
    );
  });

  test("in the form for large archives, and with a comment at the end, are read", () => {
    const { bytes } = zipOf("r.zip", [fileOf("a.json", goodwordFile(smallestReview()))]);
    const end = bytes.length - 22;
    const start = new DataView(bytes.buffer).getUint32(end + 16, true);
    const tail = new DataView(new ArrayBuffer(56 + 20 + 22 + 5));
    tail.setUint32(0, 0x06064b50, true);
    tail.setBigUint64(32, 1n, true);
    tail.setBigUint64(48, BigInt(start), true);
    tail.setUint32(56, 0x07064b50, true);
    tail.setBigUint64(64, BigInt(end), true);
    tail.setUint32(76, 0x06054b50, true);
    tail.setUint16(86, 0xffff, true);
    tail.setUint32(92, 0xffffffff, true);
    tail.setUint16(96, 5, true);
    const large = new Uint8Array([...bytes.subarray(0, end), ...new Uint8Array(tail.buffer)]);
    expect(readImport([fileOf("r.zip", large)], OPTIONS).records).toHaveLength(1);
  });
});
