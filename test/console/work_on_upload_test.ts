/** The long part of an import in the console: files are looked at, asked about, and imported as they were looked at. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import {
  advanceUpload,
  discardUpload,
  failUpload,
  folderOf,
  listUploads,
  readUpload,
} from "../../src/console/uploads.ts";
import { storeInMemory } from "../support/drafts.ts";
import { takeoutZip } from "../support/takeout.ts";
import { UploadStage } from "../support/upload_stage.ts";

const CSV = `date,rating,text,author,source
2026-01-02,5,"Call me at jane@example.com",Jane Doe,google
2026-01-03,six,"Late",Rob F.,google
2026-01-02,5,"Call me at jane@example.com",Jane Doe,google
`;

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
    const one = await stage.send("reviews", { "one.zip": takeoutZip(1) });
    const other = await stage.send("reviews", { "other.zip": takeoutZip(1) });
    discardUpload(stage.uploads, one.id);
    expect(listUploads(stage.uploads, stage.now).map(({ id }) => id)).toEqual([other.id]);
    expect(listUploads(stage.uploads, stage.now + 86_400_001)).toEqual([]);
    expect(readdirSync(stage.uploads)).toEqual([]);
  });

  test("are marked as failed when their worker crashed, and are found only by their id", async () => {
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
