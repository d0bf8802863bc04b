/** A PNG of some size: stripes on nothing. */
import { deflateSync } from "node:zlib";

export async function pngOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const row = new Uint8Array(1 + 4 * width);
  for (let x = 0; x < width; x++) row.set(x % 40 < 20 ? [15, 92, 77, 255] : [0, 0, 0, 0], 1 + 4 * x);
  const pixels = new Uint8Array(row.length * height);
  for (let y = 0; y < height; y++) pixels.set(row, y * row.length);
  return pngWith(width, height, pixels);
}

/** A PNG that compresses badly, as a photograph of leaves does; the same bytes each time. */
export async function noiseOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array((1 + 4 * width) * height);
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const column = at % (1 + 4 * width);
    pixels[at] = column === 0 ? 0 : column % 4 === 0 ? 255 : state >>> 26;
  }
  return pngWith(width, height, pixels);
}

/** What a screen or a camera may write about its owner into a colour profile. */
export const PROFILE_NOTES = "Jane-Doe's iMac 48.1372N serial C02XXXX";

/** The same picture with a colour profile that names more than colours. */
export function withProfile(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const profile = Buffer.alloc(132 + PROFILE_NOTES.length);
  profile.writeUInt32BE(profile.length, 0);
  profile.write("acspMSFT", 36);
  profile.write("mntrRGB XYZ ", 12);
  profile.write(PROFILE_NOTES, 132);
  const iccp = chunk("iCCP", Buffer.concat([Buffer.from("icc\0\0"), deflateSync(profile)]));
  const afterHeader = 8 + 25;
  return new Uint8Array(Buffer.concat([png.subarray(0, afterHeader), iccp, png.subarray(afterHeader)]));
}

/** The names of the chunks of a WebP. */
export function webpChunks(webp: Uint8Array): string[] {
  const bytes = Buffer.from(webp);
  const names: string[] = [];
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)) {
    names.push(bytes.toString("latin1", at, at + 4));
  }
  return names;
}

/** Rows of a filter byte and RGBA. */
function pngWith(width: number, height: number, pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  new Uint8Array(header.buffer).set([8, 6, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", new Uint8Array(header.buffer)),
      chunk("IDAT", deflateSync(pixels)),
      chunk("IEND", new Uint8Array(0)),
    ]),
  );
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
  return whole;
}
