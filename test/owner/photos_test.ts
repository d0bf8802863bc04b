/** Photographs of jobs: adding, describing and removing them, over each store. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../../src/config.ts";
import { backUp } from "../../src/owner/back_up.ts";
import { editBusiness } from "../../src/owner/edit_business.ts";
import { addPhotos, listPhotos, removePhoto } from "../../src/owner/photos.ts";
import type { Pictures } from "../../src/owner/pictures.ts";
import { recover } from "../../src/owner/recover.ts";
import { MAX_PHOTOS, type PreparedPhoto } from "../../src/review/mod.ts";
import { readBusiness, type Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { databaseFiles, Workshop } from "../support/command_line.ts";
import { NO_PICTURES, perform } from "../support/perform.ts";
import { openTestStore } from "../support/test_store.ts";

const DETAILS = { caption: "New boiler", service: "Drains", date: "2026-05-02" };

/** Bytes that nothing else holds. */
const bytesOf = (name: string) => new TextEncoder().encode(`${name}: ${"the pixels of it ".repeat(500)}`);

const photo = (name: string): PreparedPhoto => ({
  digest: new Bun.CryptoHasher("sha256").update(name).digest("hex").slice(0, 16),
  files: [
    { width: 1600, height: 1200, bytes: bytesOf(`${name} enlarged`) },
    { width: 640, height: 480, bytes: bytesOf(`${name} in row`) },
  ],
});

async function begin(store: Store): Promise<void> {
  const edits = [
    { path: "name", text: "Brook Plumbing" },
    { path: "services", text: "Drains" },
    { path: "technicians", text: "Ana Ruiz" },
  ];
  await editBusiness(store, { edits, fetch: async () => ({ kind: "refused", reason: "no web" }) });
}

/** Adds photographs, which are ready by their names. */
const adding = (store: Store, names: readonly string[], words: Partial<typeof DETAILS> = {}) => {
  const files = names.map((name) => ({ name, size: 1, read: async () => new TextEncoder().encode(name) }));
  const preparePhoto: Pictures["preparePhoto"] = async (bytes) => {
    return { kind: "photo", photo: photo(new TextDecoder().decode(bytes)) };
  };
  return perform(addPhotos, store, [], { files, ...words }, { pictures: { ...NO_PICTURES, preparePhoto } });
};

const add = async (...given: Parameters<typeof adding>) => {
  const outcome = await adding(...given);
  return outcome.kind === "done" && "ids" in outcome.data ? (outcome.data.ids as string[]) : [];
};

describe("addPhotos()", () => {
  test("keeps sixty at most", async () => {
    await using store = openTestStore();
    await begin(store);
    const names = Array.from({ length: MAX_PHOTOS }, (_, at) => `photo ${at}`);
    expect(await add(store, names)).toHaveLength(60);
    expect(await adding(store, ["one more"])).toMatchObject({ code: "photos.full", values: { count: 60 } });
  });

  test("an import of the profile keeps the photographs", async () => {
    await using store = openTestStore();
    await begin(store);
    await add(store, ["one"]);
    await editBusiness(store, {
      edits: [{ path: "name", text: "Brook & Sons" }],
      fetch: async () => ({ kind: "refused", reason: "no web" }),
    });
    expect((await readBusiness(store))?.profile.name).toBe("Brook & Sons");
    expect(await listPhotos(store)).toHaveLength(1);
  });
});

describe("removePhoto()", () => {
  test("leaves no byte of a photograph in the database, nor in the log beside it", async () => {
    using folder = new Workshop();
    const path = folder.database;
    const left = () =>
      readdirSync(dirname(path)).filter((name) => {
        return readFileSync(join(dirname(path), name)).includes("one in row: the pixels");
      });
    {
      await using store = openDatabase(path);
      await begin(store);
      const [id = ""] = await add(store, ["one"]);
      await add(store, ["two"]);
      expect(left().length).toBeGreaterThan(0);
      expect((await perform(removePhoto, store, id)).kind).toBe("done");
      expect(left()).toEqual([]);
      expect(await store.photos.readPhoto(`${photo("one").digest}-1600.webp`)).toBeNull();
      expect(await store.photos.readPhoto(`${photo("two").digest}-1600.webp`)).not.toBeNull();
      expect(await listPhotos(store)).toHaveLength(1);
      expect(await perform(removePhoto, store, id)).toMatchObject({ because: "unknown" });
    }
    expect(left()).toEqual([]);
  });

  test("a backup that is put back brings what is kept, and nothing that was removed since", async () => {
    using folder = new Workshop();
    const path = folder.database;
    const file = folder.path("backup.sqlite");
    const { invitations: policy } = readConfig({});
    {
      await using store = openDatabase(path);
      await begin(store);
      await add(store, ["kept"], DETAILS);
      const [id = ""] = await add(store, ["removed"]);
      await backUp(store, { path: file, policy, open: openDatabase });
      await perform(removePhoto, store, id);
      // A photograph that is added again is kept.
      await add(store, ["removed"]);
    }
    await recover({
      file,
      database: path,
      plan: null,
      policy,
      open: openDatabase,
      allowUnsealed: false,
      isRehearsal: false,
      files: databaseFiles,
      now: Date.parse("2026-11-25T12:00:00Z"),
    });
    await using store = openDatabase(path);
    expect(await listPhotos(store)).toMatchObject([{ digest: photo("kept").digest, caption: "New boiler" }]);
    expect(await store.photos.readPhoto(`${photo("kept").digest}-640.webp`)).toEqual(bytesOf("kept in row"));
    expect(await store.photos.readPhoto(`${photo("removed").digest}-640.webp`)).toBeNull();
    expect(readFileSync(path).includes("removed in row: the pixels")).toBe(false);
  });
});
