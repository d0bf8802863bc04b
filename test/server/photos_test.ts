/** Photographs of jobs made ready: what stays of a file, and what is refused before it is decoded. */
import { describe, expect, test } from "bun:test";
import type { PreparedPhoto } from "../../src/review/mod.ts";
import { preparePhoto } from "../../src/server/pictures.ts";
import { CAMERA_NOTES, CAMERA_PLACE, cameraJpeg } from "../support/camera.ts";
import { noiseOf, PROFILE_NOTES, pngOf, webpChunks, withProfile } from "../support/png.ts";

async function photoOf(bytes: Uint8Array): Promise<PreparedPhoto> {
  const reading = await preparePhoto(bytes);
  if (reading.kind === "refused") throw new Error(reading.fault);
  return reading.photo;
}

const sizesOf = ({ files }: PreparedPhoto) => files.map(({ width, height }) => [width, height]);

describe("preparePhoto()", () => {
  test("keeps two copies as WebP, as large as they are shown and no larger", async () => {
    const photo = await photoOf(await pngOf(2400, 1800));
    expect(sizesOf(photo)).toEqual([
      [1600, 1200],
      [640, 480],
    ]);
    for (const { bytes } of photo.files) expect(Buffer.from(bytes).toString("latin1", 8, 12)).toBe("WEBP");
  });

  test("brings both below what they may weigh, however busy the photograph is", async () => {
    const photo = await photoOf(await noiseOf(900, 700));
    const [enlarged, inRow] = photo.files.map(({ bytes }) => bytes.length);
    expect(enlarged).toBeLessThanOrEqual(400 << 10);
    expect(inRow).toBeLessThanOrEqual(64 << 10);
  });

  test("keeps one copy of a photograph that is small", async () => {
    expect(sizesOf(await photoOf(await pngOf(300, 200)))).toEqual([[300, 200]]);
    expect(sizesOf(await photoOf(await pngOf(640, 480)))).toEqual([[640, 480]]);
  });

  test("the camera's JPEG holds a place, a device and a comment, which the copies do not", async () => {
    const taken = Buffer.from(await cameraJpeg(800, 400));
    for (const note of [...CAMERA_NOTES, "Exif", "GPSLatitude"]) expect(taken.includes(note)).toBe(true);
    expect(taken.includes(CAMERA_PLACE)).toBe(true);
    const { files } = await photoOf(taken);
    for (const { bytes } of files) {
      const copy = Buffer.from(bytes);
      for (const note of [...CAMERA_NOTES, "Exif", "EXIF", "XMP", "GPS"]) expect(copy.includes(note)).toBe(false);
      expect(copy.includes(CAMERA_PLACE)).toBe(false);
    }
  });

  test("drops the colour profile of a photograph, and every chunk but its pixels", async () => {
    const png = withProfile(await pngOf(900, 600));
    const { files } = await photoOf(png);
    for (const { bytes } of files) {
      expect(Buffer.from(bytes).toString("latin1")).not.toContain(PROFILE_NOTES);
      expect(webpChunks(bytes).filter((name) => !["VP8X", "VP8 ", "VP8L", "ALPH"].includes(name))).toEqual([]);
      expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: "webp" });
    }
  });

  test("turns a photograph upright as its camera was held", async () => {
    const { files } = await photoOf(await cameraJpeg(800, 400));
    expect(files[0]).toMatchObject({ width: 400, height: 800 });
    // Upright, the stripes run across: a column crosses all of them, a row stays within one.
    const webp = files[0]?.bytes ?? new Uint8Array();
    const column = await new Bun.Image(webp).resize(1, 400).png().bytes();
    const row = await new Bun.Image(webp).resize(400, 1).png().bytes();
    expect(column.length).toBeGreaterThan(row.length);
  });

  test("names what it made by its content", async () => {
    const one = await photoOf(await pngOf(90, 60));
    const again = await photoOf(await pngOf(90, 60));
    const other = await photoOf(await pngOf(90, 61));
    expect(one.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(again).toEqual(one);
    expect(other.digest).not.toBe(one.digest);
  });

  test("takes PNG and WebP as well, and no other format, however the file is named", async () => {
    const png = await pngOf(700, 500);
    const webp = await new Bun.Image(png).webp().bytes();
    expect(sizesOf(await photoOf(webp))).toEqual([
      [700, 500],
      [640, 457],
    ]);
    const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const file of [gif, svg, new TextEncoder().encode("Dear Sir")]) {
      expect(await preparePhoto(file)).toEqual({ kind: "refused", fault: "other_format" });
    }
  });

  test("names HEIC, which telephones take and no browser shows", async () => {
    for (const brand of ["heic", "heix", "mif1", "hevc"]) {
      const heic = new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`);
      expect(await preparePhoto(heic)).toEqual({ kind: "refused", fault: "heic" });
    }
  });

  test("refuses an empty file, one above 10 MB, and one that ends before its end", async () => {
    expect(await preparePhoto(new Uint8Array())).toEqual({ kind: "refused", fault: "empty" });
    expect(await preparePhoto(new Uint8Array((10 << 20) + 1))).toEqual({ kind: "refused", fault: "too_large" });
    const cut = (await noiseOf(300, 300)).subarray(0, 2000);
    expect(await preparePhoto(cut)).toEqual({ kind: "refused", fault: "damaged" });
  });

  test("refuses a small file of many pixels without decoding it", async () => {
    // 12,000 by 9,000 pixels of one colour: 432 MB once they are decoded.
    const bomb = await pngOf(8, 8);
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    view.setUint32(16, 12_000);
    view.setUint32(20, 9000);
    view.setUint32(29, Bun.hash.crc32(bomb.subarray(12, 29)));
    expect((await new Bun.Image(bomb).metadata()).width).toBe(12_000);
    const before = process.memoryUsage().rss;
    expect(await preparePhoto(bomb)).toEqual({ kind: "refused", fault: "too_many_pixels" });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20);
  });
});
