/** The long part of an import in the console: files are looked at, asked about, and imported as they were looked at. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { readLookRows } from "../../src/console/look_rows.ts";
import {
  advanceUpload,
  discardUpload,
  failUpload,
  folderOf,
  listUploads,
  readUpload,
} from "../../src/console/uploads.ts";
import { readBusiness } from "../../src/store/mod.ts";
import { storeInMemory } from "../support/drafts.ts";
import { takeoutZip } from "../support/takeout.ts";
import { UploadStage } from "../support/upload_stage.ts";

const CSV = `date,rating,text,author,source
2026-01-02,5,"Call me at jane@example.com",Jane Doe,google
2026-01-03,six,"Late",Rob F.,google
2026-01-02,5,"Call me at jane@example.com",Jane Doe,google
`;

describe("a Takeout of a firm that nobody has described", () => {
  test("is looked at: what is new, from when, and the name that the export suggests", async () => {
    using stage = new UploadStage(storeInMemory());
    const { state } = await stage.send("reviews", { "takeout.zip": takeoutZip(60) });
    expect(state).toMatchObject({
      kind: "looked",
      look: {
        ...{ name: "Brook & Daughter Plumbing", unverified: 60, revision: 0 },
        counts: { new: 60, refused: 0 },
        facts: { sources: { google: 60 }, counts: { reply: 15 } },
      },
    });
  });

  test("is imported under the name that its owner gives it, vouched for, with what the export says of the firm", async () => {
    const store = storeInMemory();
    using stage = new UploadStage(store);
    const looked = await stage.send("reviews", { "takeout.zip": takeoutZip(8) });
    const { state } = await stage.carryOut(looked, { vouches: true }, "Brook and Daughter");
    expect(state).toMatchObject({ kind: "done", done: { revision: 1, counts: { new: 8, withheld: 0 }, next: [] } });
    const business = (await readBusiness(store))?.profile;
    expect(business).toMatchObject({ name: "Brook and Daughter", time_zone: "America/Chicago", type: "Plumber" });
    expect(business?.address?.locality).toBe("Elm Point");
  });
});

describe("workOnUpload()", () => {
  test("keeps a row for each thing that an import would do, page by page", async () => {
    using stage = new UploadStage(storeInMemory());
    const rows = Array.from({ length: 120 }, (_, day) => `2026-01-01,5,"Text ${day}",A. Doe,google`).join("\n");
    const { id, state } = await stage.send("reviews", { "r.csv": `date,rating,text,author,source\n${rows}\n` });
    const { pages } = (state as { look: { pages: Parameters<typeof readLookRows>[1] } }).look;
    const shown = [1, 2, 3, 4].map((page) => readLookRows(folderOf(stage.uploads, id), pages, "new", page).length);
    expect(shown).toEqual([50, 50, 20, 0]);
    expect(readLookRows(folderOf(stage.uploads, id), pages, "new", 3)[19]).toMatchObject({
      place: "r.csv: row 121",
      review: { rating: 5, text: "Text 119" },
    });
  });

  test("shows what is refused, twice in the file and masked, and keeps the refused records as they stood", async () => {
    using stage = new UploadStage(storeInMemory());
    const { id, state } = await stage.send("reviews", { "r.csv": CSV });
    if (state.kind !== "looked" || state.look.kind !== "reviews") throw new Error(state.kind);
    const { pages, counts, hasRefused } = state.look;
    expect([counts.new, counts.refused, counts.duplicate, hasRefused]).toEqual([1, 1, 1, true]);
    const first = (kind: "refused" | "masked" | "duplicate") =>
      readLookRows(folderOf(stage.uploads, id), pages, kind, 1)[0];
    expect(first("refused")?.note).toStartWith('row 3: rating is "six", expected');
    expect(first("duplicate")).toMatchObject({ place: "r.csv: row 4", note: "r.csv: row 2" });
    expect(first("masked")?.changes?.[0]).toMatchObject({ field: "author", from: "Jane Doe", to: "Jane D." });
  });

  test("asks for what the file does not say, and remembers the answers", async () => {
    using stage = new UploadStage(storeInMemory());
    let upload = await stage.send("reviews", {
      "r.csv": "When,How many?,Words\n03/04/2026,5,Good work\n04/05/2026,4,Fine\n",
    });
    expect(upload.state).toMatchObject({ kind: "asked", questions: [{ role: "rating" }] });
    for (const said of [["How many?"], ["google", "DD/MM/YYYY"]]) upload = await stage.answer(upload, said);
    expect(upload.state).toMatchObject({ kind: "looked", look: { facts: { first: "2026-04-03" } } });
    expect(upload.answers).toMatchObject({ columns: { rating: "How many?" }, source: "google" });
  });

  test("refuses what is no file of reviews, in the reader's words", async () => {
    using stage = new UploadStage(storeInMemory());
    const { state } = await stage.send("reviews", {
      "photo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    });
    expect(state).toMatchObject({ kind: "refused" });
    expect((state as { message: string }).message).toStartWith("photo.png: ");
  });

  test("looks again, and changes nothing, where somebody changed the reviews since the look", async () => {
    const store = storeInMemory();
    using stage = new UploadStage(store);
    const looked = await stage.send("reviews", { "takeout.zip": takeoutZip(3) });
    await stage.carryOut(await stage.send("reviews", { "other.zip": takeoutZip(1) }), {}, "Brook");
    const again = await stage.carryOut(looked);
    expect(again.state).toMatchObject({ kind: "looked", isAgain: true, look: { revision: 1, counts: { new: 2 } } });
    expect((await stage.carryOut(again)).state).toMatchObject({ kind: "done", done: { revision: 2 } });
  });

  test("adds a list of jobs as the terminal does, after a look that adds nothing", async () => {
    const store = storeInMemory();
    using stage = new UploadStage(store);
    const list = "Customer,Completed,Email\nJane Doe,2026-05-03,jane@example.com\nRob Fox,someday,rob@example.com\n";
    const looked = await stage.send("jobs", { "jobs.csv": list });
    expect(looked.state).toMatchObject({
      look: { kind: "jobs", added: 1, refusedCount: 1, refused: [{ row: 3, issues: ["finished is not a date"] }] },
    });
    expect(await store.jobs.read((jobs) => jobs.list())).toEqual([]);
    expect((await stage.carryOut(looked)).state).toMatchObject({ kind: "done", done: { added: 1 } });
    expect(await store.jobs.read((jobs) => jobs.list())).toHaveLength(1);
  });
});

describe("uploads", () => {
  test("are advanced by one of two who answer at once", async () => {
    using stage = new UploadStage(storeInMemory());
    const looked = await stage.send("reviews", { "takeout.zip": takeoutZip(2) });
    const step = () => advanceUpload(stage.uploads, looked, { state: { kind: "working", revision: 0 } });
    expect([step() === null, step() === null]).toEqual([false, true]);
  });

  test("leave nothing of the customers behind when the import is done", async () => {
    using stage = new UploadStage(storeInMemory());
    const { id } = await stage.carryOut(await stage.send("reviews", { "r.csv": CSV }), { skipsInvalid: true }, "Brook");
    expect(readdirSync(folderOf(stage.uploads, id))).toEqual(["upload.json"]);
  });

  test("are erased a day later, or when they are discarded", async () => {
    using stage = new UploadStage(storeInMemory());
    const [one, other] = [
      await stage.send("reviews", { "one.zip": takeoutZip(1) }),
      await stage.send("reviews", { "other.zip": takeoutZip(1) }),
    ];
    discardUpload(stage.uploads, one.id);
    expect(listUploads(stage.uploads, stage.now).map(({ id }) => id)).toEqual([other.id]);
    expect(listUploads(stage.uploads, stage.now + 86_400_001)).toEqual([]);
    expect(readdirSync(stage.uploads)).toEqual([]);
  });

  test("say that they failed when their work ended without a word, and are found by no other name", async () => {
    using stage = new UploadStage(storeInMemory());
    const looked = await stage.send("reviews", { "takeout.zip": takeoutZip(1) });
    advanceUpload(stage.uploads, looked, { state: { kind: "working", revision: 0 } });
    failUpload(folderOf(stage.uploads, looked.id));
    expect(stage.read(looked.id).state).toEqual({ kind: "failed" });
    expect(["../upload", "", looked.id.toUpperCase()].map((id) => readUpload(stage.uploads, id))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
