/** The profile, one field after another: what a terminal types and what a form sends. */
import { describe, expect, test } from "bun:test";
import { type BUSINESS_FIELDS, CATALOG_FIELDS, textAt } from "../../src/owner/business_fields.ts";
import { type BusinessEdit, editBusiness, pictureState, stateAt } from "../../src/owner/edit_business.ts";
import { analystFor } from "../../src/publication/publishing/mod.ts";
import type { Business, PictureReading } from "../../src/review/mod.ts";
import { readBusiness, readLog, type Store } from "../../src/store/mod.ts";
import { draftOf, importInto, storeInMemory } from "../support/drafts.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { beforeWrites } from "../support/test_store.ts";

const PICTURE = { width: 20, height: 10, webp: "UklGRg==" };
const fetch = async (): Promise<PictureReading> => ({ kind: "picture", picture: PICTURE });

const edit = (store: Store, ...edits: BusinessEdit[]) => editBusiness(store, { edits, fetch });
const set = (store: Store, fields: Readonly<Record<string, string | null>>) =>
  edit(store, ...Object.entries(fields).map(([path, text]) => ({ path, text })));
const businessOf = async (store: Store): Promise<Business | null> => (await readBusiness(store))?.profile ?? null;

async function storeOf(fields: Readonly<Record<string, string>> = {}): Promise<Store> {
  const store = storeInMemory();
  await set(store, { name: "Brook Plumbing", ...fields });
  return store;
}

/** A text for every field, written as it is kept. */
const TEXTS: Readonly<Record<keyof typeof BUSINESS_FIELDS, string>> = {
  name: "Brook & Sons",
  type: "Plumber",
  description: "Drains, heaters.\nSince 1998.",
  telephone: "+1 512 555 0142",
  url: "https://brook.example/",
  "address.street_address": "1 Mill Lane",
  "address.postal_code": "78701",
  "address.locality": "Austin",
  "address.region": "Texas",
  "address.country": "US",
  opening_hours: "Mo-Fr 08:00-17:00\nSa 09:00-12:00",
  founded: "1998",
  license_ids: "M-1\nM-2",
  same_as: "https://maps.example/brook",
  color: "#0f5c4d",
  logo: "https://brook.example/logo.png",
  "photo.url": "https://brook.example/van.jpg",
  "photo.description": "The van",
  "photo.author": "Ana Ruiz",
  "photo.license": "CC-BY-4.0",
  report_to: "office@brook.example",
  license: "CC0-1.0",
  sources: "google=https://policies.example/terms",
  language: "es",
  time_zone: "America/Chicago",
};

describe("editBusiness()", () => {
  test("sets every field of the business but the mark of the sample, and textAt() reads back what was typed", async () => {
    const store = await storeOf();
    expect(await set(store, TEXTS)).toMatchObject({ kind: "saved", revision: 2, notes: [] });
    const business = await businessOf(store);
    for (const [path, text] of Object.entries(TEXTS)) expect([path, textAt(business, path)]).toEqual([path, text]);
    const named = [...Object.keys(TEXTS), ...Object.keys(CATALOG_FIELDS)].map((path) => path.split(".")[0] ?? "");
    const kept = Object.keys(business ?? {}).filter((field) => !field.endsWith("_image"));
    expect(new Set([...named, "is_sample"])).toEqual(new Set(kept));
  });

  test("clears what is emptied, an address and a photograph as a whole", async () => {
    const store = await storeOf(TEXTS);
    const isNeeded = (path: string) => ["name", "type", "language", "time_zone"].includes(path);
    await set(store, Object.fromEntries(Object.keys(TEXTS).flatMap((path) => (isNeeded(path) ? [] : [[path, ""]]))));
    expect(await businessOf(store)).toMatchObject({ address: null, photo: null, founded: null, license_ids: [] });
  });

  test("adds technicians, changes one, and takes one out though the name was not public", async () => {
    const store = await storeOf();
    await set(store, { technicians: "Ana Ruiz\n\nBob\nana ruiz" });
    await set(store, { "technicians.ana-ruiz.aliases": "Annie\nA. Ruiz", "technicians.bob.public": "" });
    expect((await businessOf(store))?.technicians).toEqual([
      { id: "ana-ruiz", name: "Ana Ruiz", aliases: ["Annie", "A. Ruiz"], public: true },
      { id: "bob", name: "Bob", aliases: [], public: false },
    ]);
    expect(await set(store, { "technicians.bob": null })).toMatchObject({ kind: "saved" });
    expect((await businessOf(store))?.technicians.map(({ id }) => id)).toEqual(["ana-ruiz"]);
  });

  test("keeps technicians who are not public when others are added", async () => {
    const store = await storeOf({ technicians: "Bob" });
    await set(store, { "technicians.bob.public": "no" });
    await set(store, { technicians: "Cleo" });
    expect((await businessOf(store))?.technicians.map(({ name }) => name)).toEqual(["Bob", "Cleo"]);
  });

  test("takes a web address without its scheme, as browsers do", async () => {
    const store = await storeOf({ url: "www.brook.example/about", sources: "google=policies.example" });
    expect(await businessOf(store)).toMatchObject({
      url: "https://www.brook.example/about",
      sources: [{ name: "google", terms: "https://policies.example" }],
    });
  });

  test("refuses all edits where one is wrong, and names every field with its rule", async () => {
    const store = await storeOf({ services: "Drains" });
    const outcome = await set(store, {
      name: "",
      "address.country": "USA",
      founded: "long ago",
      url: "javascript:alert(1)",
      telephone: "+1 512 555 0142",
      time_zone: "Austin",
      same_as: "https://one.example\nnot an address",
      "services.drains.keywords": "x".repeat(121),
    });
    expect(outcome.kind === "refused" && outcome.faults.map(({ path, rule }) => [path, rule])).toEqual([
      ["name", "text"],
      ["url", "web_address"],
      ["address.country", "text"],
      ["services.drains.keywords", "text"],
      ["time_zone", "time_zone"],
      ["same_as", "web_address"],
      ["founded", "year"],
    ]);
    expect((await businessOf(store))?.telephone).toBeNull();
  });

  test("refuses by the rules of an import: the same business from a file meets the same sentences", async () => {
    const store = await storeOf();
    const outcome = await set(store, { color: "blue", report_to: "nobody" });
    expect(outcome.kind === "refused" && outcome.faults.map(({ sentence }) => sentence)).toEqual([
      'business.color is "blue", expected a colour such as #0f5c4d',
      'business.report_to is "nobody", expected an e-mail address or an https:// URL',
    ]);
  });

  test("changes nothing when done twice, and knows no other path", async () => {
    const store = await storeOf({ telephone: "555" });
    expect(await set(store, { telephone: "555" })).toEqual({ kind: "same" });
    for (const path of [
      "is_sample",
      "logo_image",
      "technicians.x.id",
      "technicians.ana.name",
      "__proto__",
      "address",
    ]) {
      expect(await set(store, { [path]: "x" })).toEqual({ kind: "unknown", path });
    }
  });

  test("looks anew for a technician in the reviews, unless that is left to the server", async () => {
    const keysAfter = async (leavesAnalysis: boolean) => {
      const store = storeInMemory();
      await set(store, { name: "Ace" });
      await importInto(store, [draftOf({ text: "Bob came" })], { analystFor });
      await editBusiness(store, { edits: [{ path: "technicians", text: "Bob" }], fetch, leavesAnalysis });
      return store.reviews.read((reads) => reads.analysisKeys());
    };
    expect(await keysAfter(false)).not.toEqual(await keysAfter(true));
  });

  test("records which fields were changed, not what they hold", async () => {
    const store = await storeOf();
    await set(store, { telephone: "555", name: "Brook Plumbing" });
    const [line] = await readLog(store, { limit: 1 });
    expect(line).toMatchObject({ command: "profile", detail: { business: "changed", fields: ["telephone"] } });
  });

  test("fetches a picture when its address is set, not with other edits; without one it says why", async () => {
    const asked: string[] = [];
    const store = await storeOf();
    const refusing = async (url: string): Promise<PictureReading> => {
      asked.push(url);
      return { kind: "refused", reason: "HTTP 404" };
    };
    const logo = { path: "logo", text: "https://brook.example/logo.png" };
    expect(await editBusiness(store, { edits: [logo], fetch: refusing })).toMatchObject({
      notes: ["Cannot use the logo at https://brook.example/logo.png: HTTP 404; pages show initials instead"],
    });
    await editBusiness(store, { edits: [{ path: "telephone", text: "555" }], fetch: refusing });
    expect(asked).toEqual(["https://brook.example/logo.png"]);
  });

  test("begins a business of one's own in place of the sample, of which nothing stays", async () => {
    const store = storeInMemory();
    const sample = { ...(await businessOf(await storeOf(TEXTS))), is_sample: true } as Business;
    await store.reviews.write((writes) => writes.saveBusiness({ profile: sample, insightsOverrides: null }));
    expect(await set(store, { telephone: "555" })).toMatchObject({ kind: "refused", faults: [{ path: "name" }] });
    expect(await set(store, { name: "Ace", telephone: "555" })).toMatchObject({ kind: "saved" });
    expect(await businessOf(store)).toMatchObject({ name: "Ace", telephone: "555", url: null, is_sample: false });
  });
});

describe("Two people edit the business", () => {
  test("a picture is not put in the place of one that its owner had not seen", async () => {
    const store = await storeOf();
    const logo = async (width: number, expected: string) =>
      editBusiness(store, { edits: [], picture: { kind: "logo", picture: { ...PICTURE, width }, expected }, fetch });
    const state = async () => pictureState(await businessOf(store), "logo");
    const before = await state();
    expect(await logo(20, before)).toMatchObject({ kind: "saved", changed: ["logo_image"] });
    expect(await logo(30, before)).toMatchObject({ kind: "changed", places: [{ path: "logo_image" }] });
    expect(await logo(20, await state())).toEqual({ kind: "same" });
    expect(await logo(30, await state())).toMatchObject({ kind: "saved" });
  });

  test("an edit of what another has changed since is refused, and says what stands there now", async () => {
    const store = await storeOf({ telephone: "1", technicians: "Ana" });
    const former = await businessOf(store);
    const expecting = (path: string, text: string | null) => ({ path, text, expected: stateAt(former, path) });
    await set(store, { telephone: "2", "technicians.ana": null });
    expect(await edit(store, expecting("telephone", "3"), expecting("url", "brook.example"))).toEqual({
      kind: "changed",
      places: [{ path: "telephone", now: "2" }],
    });
    expect(await edit(store, expecting("technicians.ana.name", "Anna"))).toEqual({
      kind: "changed",
      places: [{ path: "technicians.ana.name", now: null }],
    });
    expect(await edit(store, expecting("url", "brook.example"))).toMatchObject({ kind: "saved" });
  });

  test("what another saves between the reading and the writing is not overwritten", async () => {
    const store = await storeOf({ telephone: "1" });
    const expected = stateAt(await businessOf(store), "telephone");
    const late = beforeWrites(store, async () => void (await set(store, { telephone: "2" })));
    expect(await edit(late, { path: "telephone", text: "3", expected })).toMatchObject({ kind: "changed" });
    expect((await businessOf(store))?.telephone).toBe("2");
  });

  test("over 300 random pairs of edits nothing is overwritten that its editor had not seen", async () => {
    const random = createSeededRandom(31);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random.number() * list.length)] as T;
    const store = await storeOf({ ...TEXTS, technicians: "Ana\nBob", services: "Drains", service_areas: "Austin" });
    const entries = ["technicians.ana.aliases", "technicians.bob.name", "services.drains.keywords"];
    const paths = ["name", "telephone", "description", "license_ids", "address.locality", ...entries];
    for (let round = 0; round < 300; round++) {
      const seen = await businessOf(store);
      const editsOf = (who: string) =>
        [...new Set([pick(paths), pick(paths)])].map((path) => {
          return { path, text: `${who} ${round} ${Math.floor(random.number() * 2)}`, expected: stateAt(seen, path) };
        });
      const [first, second] = [editsOf("one"), editsOf("other")];
      await edit(store, ...first);
      const outcome = await edit(store, ...second);
      const both = second.filter(({ path }) => first.some((one) => one.path === path));
      expect(outcome.kind).toBe(both.length > 0 ? "changed" : "saved");
      const now = await businessOf(store);
      for (const { path, text } of first) expect(textAt(now, path)).toBe(text);
    }
  });
});
