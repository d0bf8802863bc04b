/** Photographs of jobs in the console: uploads by a form, their details, and refusals. */
import { describe, expect, test } from "bun:test";
import { editBusiness } from "../../src/owner/edit_business.ts";
import { listPhotos } from "../../src/owner/photos.ts";
import { preparePhoto, preparePicture } from "../../src/server/pictures.ts";
import { readLog } from "../../src/store/mod.ts";
import { cameraJpeg } from "../support/camera.ts";
import { openTestConsole } from "../support/console.ts";
import { formFields } from "../support/form_fields.ts";
import { pngOf } from "../support/png.ts";

const PICTURES = {
  fetch: async () => ({ kind: "refused", reason: "no web" }) as const,
  prepare: preparePicture,
  preparePhoto,
};
const HOME = "/profile/photos";
const ADD = `${HOME}/add`;

async function consoleWithBusiness() {
  const console = openTestConsole({ services: { pictures: PICTURES } });
  const edits = [
    { path: "name", text: "Brook Plumbing" },
    { path: "services", text: "Drains" },
  ];
  await editBusiness(console.store, { edits, fetch: PICTURES.fetch });
  return console;
}

const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);

describe("/profile/photos", () => {
  test("takes several files with what they show, and shows each with a page of its own", async () => {
    await using console = await consoleWithBusiness();
    const owner = await console.as("owner", "Olive");
    const files = [fileOf("a.jpg", await cameraJpeg(80, 40)), fileOf("b.png", await pngOf(60, 30))];
    const said = { caption: "New drain", service: "drains", technician: "", date: "2026-05-02" };
    expect((await owner.post(ADD, { files, ...said })).headers.get("Location")).toBe(HOME);
    const [first, second] = await listPhotos(console.store);
    expect([first, second]).toMatchObject([
      { ...said, technician: null, sizes: [{ width: 40, height: 80 }] },
      { ...said, technician: null, sizes: [{ width: 60, height: 30 }] },
    ]);
    expect(await readLog(console.store, { limit: 1 })).toMatchObject([{ command: "photos", by: "Olive" }]);
    const html = await (await owner.get(HOME)).text();
    const [, src = ""] = /<img[^>]*src="([^"]*)"/.exec(html) ?? [];
    const file = await owner.get(src);
    expect(file.headers.get("Content-Type")).toBe("image/webp");
    expect(Buffer.from(await file.bytes()).toString("latin1", 8, 12)).toBe("WEBP");
  });

  test("explains how to convert a HEIC photograph, keeps what was typed, and adds no other file", async () => {
    await using console = await consoleWithBusiness();
    const owner = await console.as("owner");
    const heic = fileOf("IMG_1.HEIC", new TextEncoder().encode("\0\0\0\x18ftypheic\0\0\0\0mif1heic"));
    const files = [fileOf("b.png", await pngOf(60, 30)), heic];
    const answer = await owner.post(ADD, { files, caption: "New drain", service: "drains" });
    expect(answer.status).toBe(422);
    expect(await answer.clone().text()).toMatch(/IMG_1\.HEIC is a HEIC photo.*Most Compatible/s);
    expect(await formFields(answer, ADD)).toMatchObject({ caption: "New drain", service: "drains" });
    expect(await listPhotos(console.store)).toEqual([]);
  });

  test("asks for a file, and names each field that cannot be so", async () => {
    await using console = await consoleWithBusiness();
    const owner = await console.as("owner");
    const none = await owner.post(ADD, { caption: "New drain" });
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('id="add-files-error"')]);
    const files = [fileOf("b.png", await pngOf(60, 30))];
    const long = await owner.post(ADD, { files, caption: "x".repeat(141) });
    expect(await long.text()).toContain('id="add-caption-error"');
    const wrong = await owner.post(ADD, { files, service: "roofs", date: "2999-01-01" });
    const html = await wrong.text();
    for (const field of ["service", "date"]) expect(html).toContain(`id="add-${field}-error"`);
    expect(await listPhotos(console.store)).toEqual([]);
  });

  test("lets the telephone's camera turn what it takes into JPEG", async () => {
    await using console = await consoleWithBusiness();
    const html = await (await (await console.as("owner")).get(HOME)).text();
    expect(html).toMatch(/<input[^>]*type="file"[^>]*multiple[^>]*accept="image\/jpeg,image\/png,image\/webp"/);
  });
});
