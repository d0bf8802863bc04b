/** The profile in the console: what a form shows, what comes of it, and two people at it. */
import { describe, expect, test } from "bun:test";
import { BUSINESS_FIELDS, textAt } from "../../src/owner/business_fields.ts";
import { editBusiness } from "../../src/owner/edit_business.ts";
import type { Business, StoredProfile } from "../../src/review/mod.ts";
import { preparePhoto, preparePicture } from "../../src/server/pictures.ts";
import { readBusiness, readLog, type Store } from "../../src/store/mod.ts";
import { type ConsoleVisitor, openTestConsole, type TestConsole } from "../support/console.ts";
import { formFields } from "../support/form_fields.ts";
import { pngOf } from "../support/png.ts";

const PICTURES = {
  fetch: async () => ({ kind: "refused", reason: "HTTP 404" }) as const,
  prepare: preparePicture,
  preparePhoto,
};

const businessOf = async ({ store }: { store: Store }): Promise<StoredProfile | null> =>
  (await readBusiness(store))?.profile ?? null;

async function consoleOf(fields: Readonly<Record<string, string>> = {}): Promise<TestConsole> {
  const console = openTestConsole({ services: { pictures: PICTURES } });
  const edits = Object.entries({ name: "Brook Plumbing", ...fields }).map(([path, text]) => ({ path, text }));
  await editBusiness(console.store, { edits, fetch: PICTURES.fetch });
  return console;
}

async function formAt(visitor: ConsoleVisitor, path: string, action = path): Promise<Record<string, string>> {
  return formFields(await visitor.get(path), action);
}

const TEXTS: Readonly<Record<string, string>> = {
  name: "Brook & Sons <b>",
  type: "Plumber",
  description: '\nDrains, heaters.\n\nSince "1998".',
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
  color: "#aa2200",
  report_to: "office@brook.example",
  license: "CC0-1.0",
  sources: "google=https://policies.example/terms",
  language: "en",
  time_zone: "America/Chicago",
};

describe("The profile", () => {
  test("has every field of the business, and a page that is sent back as it came changes nothing", async () => {
    await using console = await consoleOf(TEXTS);
    const before = await businessOf(console);
    const owner = await console.as("owner");
    const fields = await formAt(owner, "/profile");
    const pictured = await formAt(owner, "/profile/pictures", "/profile/photo");
    const logo = await formAt(owner, "/profile/pictures", "/profile/logo");
    const zone = await formAt(owner, "/settings/time-zone");
    // The hours are a grid of days.
    const names = Object.keys({ ...fields, ...pictured, ...logo, ...zone }).map((name) => name.replace(/s\.\d.*/, "s"));
    expect(new Set(names)).toEqual(new Set([...Object.keys(BUSINESS_FIELDS), "state", "color_was"]));
    expect(fields).toMatchObject({
      "opening_hours.0.opens0": "08:00",
      "opening_hours.0.closes0": "17:00",
      "opening_hours.1.opens0": "",
      "opening_hours.4.same": "yes",
      "opening_hours.5.opens0": "09:00",
    });
    expect((await owner.post("/profile", fields)).status).toBe(303);
    expect(await businessOf(console)).toEqual(before as StoredProfile);
  });

  test("keeps what was typed into each field, under the name of who did it", async () => {
    await using console = await consoleOf();
    const owner = await console.as("owner", "Olive");
    const fields = await formAt(owner, "/profile");
    // Of hours that were never set, the days to Friday are as the one above.
    const hours = {
      "opening_hours.0.opens0": "08:00",
      "opening_hours.0.closes0": "17:00",
      "opening_hours.5.opens0": "09:00",
      "opening_hours.5.closes0": "12:00",
    };
    const answer = await owner.post("/profile", { ...fields, ...TEXTS, ...hours });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/profile"]);
    const zone = await formAt(owner, "/settings/time-zone");
    await owner.post("/settings/time-zone", { ...zone, time_zone: TEXTS.time_zone ?? "" });
    const business = await businessOf(console);
    for (const [path, text] of Object.entries(TEXTS))
      expect([path, textAt(business, path)]).toEqual([path, text.trim()]);
    const [line] = await readLog(console.store, { limit: 1 });
    expect(line).toMatchObject({ command: "profile", by: "Olive" });
  });

  test("takes hours with a break, over midnight and of a whole day, and shows them again", async () => {
    const hours = "Mo-We 07:30-12:00,13:00-17:00,18:00-19:00\nFr 18:00-02:00\nSu 00:00-24:00";
    await using console = await consoleOf({ opening_hours: hours });
    const owner = await console.as("owner");
    const fields = await formAt(owner, "/profile");
    expect((await owner.post("/profile", { ...fields, telephone: "1" })).status).toBe(303);
    expect(textAt(await businessOf(console), "opening_hours")).toBe(hours);
    const half = { ...(await formAt(owner, "/profile")), "opening_hours.3.opens0": "09:00" };
    const answer = await owner.post("/profile", half);
    expect([answer.status, (await answer.clone().text()).includes("“09:00-” is not clear")]).toEqual([422, true]);
    expect(await formFields(answer, "/profile")).toMatchObject({ "opening_hours.3.opens0": "09:00" });
  });

  test("comes back with what was typed and what is wrong beside each field, and nothing is saved", async () => {
    await using console = await consoleOf();
    const owner = await console.as("owner");
    const wrong = {
      color: "blue",
      founded: "long ago",
      url: "javascript:alert(1)",
      "address.country": "USA",
      language: "no language",
    };
    const hours = { "opening_hours.0.opens0": "25", "opening_hours.0.closes0": "26" };
    const fields = await formAt(owner, "/profile");
    const answer = await owner.post("/profile", { ...fields, ...wrong, ...hours, telephone: "555" });
    expect(answer.status).toBe(422);
    const html = await answer.clone().text();
    expect(html).toContain("Please check 6 fields");
    expect(html).toContain("“25-26” is not clear.");
    for (const path of [...Object.keys(wrong), "opening_hours"])
      expect(html).toContain(`id="${path.replace(".", "-")}-error"`);
    const again = await formFields(answer, "/profile");
    expect(again).toMatchObject({ ...wrong, ...hours, telephone: "555" });
    expect(await businessOf(console)).toMatchObject({ telephone: null });
    const mended = {
      ...again,
      color: "#0f5c4d",
      founded: "",
      "opening_hours.0.opens0": "",
      "opening_hours.0.closes0": "",
      url: "",
      "address.country": "",
      language: "en",
    };
    expect((await owner.post("/profile", mended)).status).toBe(303);
    expect(await businessOf(console)).toMatchObject({ telephone: "555" });
  });

  test("takes a colour that was picked, and none where the usual one is wanted", async () => {
    await using console = await consoleOf();
    const owner = await console.as("owner");
    const fields = await formAt(owner, "/profile");
    expect(fields).toMatchObject({ color: "#0f5c4d", color_none: "yes" });
    await owner.post("/profile", fields);
    expect((await businessOf(console))?.color).toBeNull();
    await owner.post("/profile", { ...fields, color: "#aa2200" });
    expect((await businessOf(console))?.color).toBe("#aa2200");
    await owner.post("/profile", { ...(await formAt(owner, "/profile")), color_none: "yes" });
    expect((await businessOf(console))?.color).toBeNull();
  });

  test("is previewed as it was typed, with a button, without saving anything", async () => {
    await using console = await consoleOf();
    const owner = await console.as("owner");
    const typed = { ...(await formAt(owner, "/profile")), name: "Brook <i>& Sons", color: "#aa2200", preview: "yes" };
    const answer = await owner.post("/profile", typed);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('<h1 id="business-name" dir="auto">Brook &lt;i>&amp; Sons</h1>');
    expect(html).toContain('<link rel="stylesheet" href="/profile/preview.css?color=aa2200"');
    expect(await businessOf(console)).toMatchObject({ name: "Brook Plumbing" });
  });

  test("is previewed by a script while somebody types; what cannot be is left as it was", async () => {
    await using console = await consoleOf({ "address.locality": "Austin" });
    const reader = await console.as("reader");
    const html = await (await reader.get("/profile/preview?name=Ace&type=Plumber&color=blue&telephone=555")).text();
    expect(html).toContain(">Ace</h1>");
    expect(html).toContain("<bdi>Austin</bdi>");
    expect(html).toContain('href="tel:555"');
    expect(html).not.toContain("preview.css");
    const css = await reader.get("/profile/preview.css?color=aa2200");
    expect(await css.text()).toContain(".profile-preview{--accent:#aa2200");
    expect((await reader.get("/profile/preview.css?color=red;}")).status).toBe(404);
  });

  test("begins a business where there is none yet, and takes the place of the sample", async () => {
    await using console = openTestConsole({ services: { pictures: PICTURES } });
    const owner = await console.as("owner");
    const sample = { ...(await businessOf(await consoleOf(TEXTS))), is_sample: true } as Business;
    await console.store.reviews.write((writes) => writes.saveBusiness({ profile: sample, insightsOverrides: null }));
    const fields = await formAt(owner, "/profile");
    expect(fields).toMatchObject({ name: "", telephone: "", language: "en", type: "LocalBusiness" });
    expect((await owner.post("/profile", fields)).status).toBe(422);
    expect((await owner.post("/profile", { ...fields, name: "Ace" })).status).toBe(303);
    expect(await businessOf(console)).toMatchObject({ name: "Ace", telephone: null, is_sample: false });
  });
});

describe("Technicians, services and areas", () => {
  test("are added several at once, changed one by one, and removed", async () => {
    await using console = await consoleOf();
    const owner = await console.as("owner");
    await owner.post("/profile/technicians", { names: "Cleo Moss" });
    expect((await businessOf(console))?.technicians).toMatchObject([{ id: "cleo-moss", public: false }]);
    const unasked = await formAt(owner, "/profile/technicians/cleo-moss", "/profile/technicians/cleo-moss/remove");
    await owner.post("/profile/technicians/cleo-moss/remove", unasked);
    await owner.post("/profile/technicians", { names: "Ana Ruiz\r\nBob\r\n", public: "yes" });
    const entry = await formAt(owner, "/profile/technicians/ana-ruiz");
    expect(entry).toMatchObject({ "technicians.ana-ruiz.name": "Ana Ruiz", "technicians.ana-ruiz.public": "yes" });
    const { "technicians.ana-ruiz.public": _, ...unticked } = entry;
    const changed = { ...unticked, "technicians.ana-ruiz.aliases": "Annie\nA. R." };
    expect((await owner.post("/profile/technicians/ana-ruiz", changed)).status).toBe(303);
    expect((await businessOf(console))?.technicians).toMatchObject([
      { name: "Ana Ruiz", aliases: ["Annie", "A. R."], public: false },
      { name: "Bob", public: true },
    ]);
    expect(await (await owner.get("/profile/technicians")).text()).toContain("Not published");
    const removal = await formAt(owner, "/profile/technicians/bob", "/profile/technicians/bob/remove");
    expect((await owner.post("/profile/technicians/bob/remove", removal)).headers.get("Location")).toBe(
      "/profile/technicians",
    );
    expect((await businessOf(console))?.technicians.map(({ id }) => id)).toEqual(["ana-ruiz"]);
    expect((await owner.get("/profile/technicians/bob")).status).toBe(404);
  });

  test("come back with what is wrong, above what was typed", async () => {
    await using console = await consoleOf({ services: "Drains" });
    const owner = await console.as("owner");
    const empty = await owner.post("/profile/services", { names: " \n" });
    expect([empty.status, (await empty.text()).includes("Please fill in this field")]).toEqual([422, true]);
    const long = await owner.post("/profile/services", { names: "x".repeat(121) });
    expect([long.status, (await long.text()).includes("At most 120 characters")]).toEqual([422, true]);
    const fields = await formAt(owner, "/profile/services/drains");
    const nameless = await owner.post("/profile/services/drains", { ...fields, "services.drains.name": "" });
    expect([nameless.status, (await nameless.text()).includes("services-drains-name-error")]).toEqual([422, true]);
  });
});

describe("Logo and photo", () => {
  test("are kept small, with the words that a photo needs, and removed", async () => {
    await using console = await consoleOf();
    const owner = await console.as("owner");
    const picture = new File([await pngOf(1200, 900)], "van.png", { type: "image/png" });
    const form = await formAt(owner, "/profile/pictures", "/profile/photo");
    const wordless = await owner.post("/profile/photo", { ...form, picture });
    expect([wordless.status, (await wordless.text()).includes("photo-description-error")]).toEqual([422, true]);
    const words = { "photo.description": "The van", "photo.author": "Ana" };
    expect((await owner.post("/profile/photo", { ...form, ...words, picture })).status).toBe(303);
    expect(await businessOf(console)).toMatchObject({
      photo: { url: null, description: "The van", author: "Ana", license: null },
      photo_image: { width: 960, height: 720 },
    });
    const reworded = { ...(await formAt(owner, "/profile/pictures", "/profile/photo")), "photo.author": "Bob" };
    expect((await owner.post("/profile/photo", reworded)).status).toBe(303);
    expect(await businessOf(console)).toMatchObject({ photo: { author: "Bob" }, photo_image: { width: 960 } });
    const removal = await formAt(owner, "/profile/pictures", "/profile/photo/remove");
    expect((await owner.post("/profile/photo/remove", removal)).status).toBe(303);
    const after = await businessOf(console);
    expect([after?.photo, after?.photo_image]).toEqual([null, undefined]);
  });

  test("refuse a file that is no picture, a missing file, and an address without a picture", async () => {
    await using console = await consoleOf();
    const owner = await console.as("owner");
    const form = await formAt(owner, "/profile/pictures", "/profile/logo");
    const text = new File(["<script>alert(1)</script>"], "logo.png", { type: "image/png" });
    for (const sent of [{ ...form, picture: text }, form, { ...form, logo: "https://brook.example/logo.png" }]) {
      const answer = await owner.post("/profile/logo", sent);
      expect([answer.status, /id="(?:logo-picture|logo)-error"/.test(await answer.text())]).toEqual([422, true]);
    }
    expect(await businessOf(console)).toMatchObject({ logo: null });
  });

  test("do not take the place of a picture that their owner had not seen", async () => {
    await using console = await consoleOf();
    const olive = await console.as("owner", "Olive");
    const otto = await console.as("owner", "Otto");
    const form = await formAt(olive, "/profile/pictures", "/profile/logo");
    const logo = async (size: number) => new File([await pngOf(size, size)], "logo.png", { type: "image/png" });
    expect((await otto.post("/profile/logo", { ...form, picture: await logo(20) })).status).toBe(303);
    const answer = await olive.post("/profile/logo", { ...form, picture: await logo(40) });
    expect([answer.status, (await answer.text()).includes("Someone else changed this")]).toEqual([409, true]);
    expect((await businessOf(console))?.logo_image?.width).toBe(20);
  });
});

describe("Two people at one form", () => {
  test("the second sees what the first has saved, field by field, and may then overwrite it", async () => {
    await using console = await consoleOf(TEXTS);
    const olive = await console.as("owner", "Olive");
    const otto = await console.as("owner", "Otto");
    const form = await formAt(olive, "/profile");
    await olive.post("/profile", { ...form, telephone: "<b>1", founded: "1999" });
    const answer = await otto.post("/profile", { ...form, telephone: "2" });
    expect(answer.status).toBe(409);
    const html = await answer.clone().text();
    for (const now of ["Currently saved: &lt;b>1.", "Currently saved: 1999."]) expect(html).toContain(now);
    const again = await formFields(answer, "/profile");
    expect(again).toMatchObject({ telephone: "2", founded: "1998" });
    expect(await businessOf(console)).toMatchObject({ telephone: "<b>1" });
    expect((await otto.post("/profile", again)).status).toBe(303);
    expect(await businessOf(console)).toMatchObject({ telephone: "2", founded: 1998 });
  });

  test("an entry that is removed while another edits it, or edited while another removes it, is not lost in silence", async () => {
    await using console = await consoleOf({ technicians: "Ana\nBob" });
    const olive = await console.as("owner", "Olive");
    const otto = await console.as("owner", "Otto");
    const edit = await formAt(olive, "/profile/technicians/ana");
    const removal = await formAt(otto, "/profile/technicians/ana", "/profile/technicians/ana/remove");
    await olive.post("/profile/technicians/ana", { ...edit, "technicians.ana.aliases": "Annie" });
    expect((await otto.post("/profile/technicians/ana/remove", removal)).status).toBe(409);
    const late = await formAt(olive, "/profile/technicians/bob");
    await otto.post(
      "/profile/technicians/bob/remove",
      await formAt(otto, "/profile/technicians/bob", "/profile/technicians/bob/remove"),
    );
    expect((await olive.post("/profile/technicians/bob", { ...late, "technicians.bob.aliases": "B" })).status).toBe(
      409,
    );
    expect((await businessOf(console))?.technicians.map(({ name }) => name)).toEqual(["Ana"]);
  });
});
