/** A JPEG as a telephone takes it: lying on its side, with the place, the telephone and a comment beside the pixels. */
import { pngOf } from "./png.ts";

/** What must not be in a copy: of the place, of the device and of the comment. */
export const CAMERA_NOTES = ["Goodphone 12", "Gate code 4711", "2026:05:02 10:11:12"];

/** Degrees, minutes and seconds as EXIF writes them: pairs of four bytes each. */
export const CAMERA_PLACE = rationals(44, 58, 37);

/** Stripes from left to right in a file whose EXIF orientation turns it by a quarter: upright they run from top to bottom. */
export async function cameraJpeg(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await new Bun.Image(await pngOf(width, height)).jpeg({ quality: 90 }).bytes();
  const [model = "", comment = "", taken = ""] = CAMERA_NOTES;
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), tiff(model, taken)]);
  const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="44,58.6N"/>');
  const segments = [segment(0xe1, exif), segment(0xe1, xmp), segment(0xfe, Buffer.from(comment))];
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]));
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

interface Entry {
  readonly tag: number;
  /** 2: text, 3: a short number, 4: a long one, 5: pairs of long ones. */
  readonly type: 2 | 3 | 4 | 5;
  readonly count: number;
  readonly value: Buffer;
}

const HEAD_BYTES = 8;

/** TIFF 6.0, big-endian: a directory with the model, the orientation and the time, and one of the place. */
function tiff(model: string, taken: string): Buffer {
  const text = (tag: number, words: string): Entry => {
    const value = Buffer.from(`${words}\0`);
    return { tag, type: 2, count: value.length, value };
  };
  const main = (gpsAt: number): Entry[] => [
    text(0x0110, model),
    { tag: 0x0112, type: 3, count: 1, value: Buffer.from([0, 6, 0, 0]) },
    text(0x0132, taken),
    { tag: 0x8825, type: 4, count: 1, value: long(gpsAt) },
  ];
  const gpsAt = HEAD_BYTES + directory(main(0), HEAD_BYTES).length;
  const gps = directory(
    [
      { tag: 1, type: 2, count: 2, value: Buffer.from("N\0\0\0") },
      { tag: 2, type: 5, count: 3, value: CAMERA_PLACE },
      { tag: 3, type: 2, count: 2, value: Buffer.from("W\0\0\0") },
      { tag: 4, type: 5, count: 3, value: rationals(93, 15, 54) },
    ],
    gpsAt,
  );
  const head = Buffer.concat([Buffer.from("MM\0*"), long(HEAD_BYTES)]);
  return Buffer.concat([head, directory(main(gpsAt), HEAD_BYTES), gps]);
}

/** Entries of twelve bytes; what is longer than four stands behind them. */
function directory(entries: readonly Entry[], at: number): Buffer {
  const behind: Buffer[] = [];
  let free = at + 2 + entries.length * 12 + 4;
  const rows = entries.map(({ tag, type, count, value }) => {
    const row = Buffer.alloc(12);
    row.writeUInt16BE(tag, 0);
    row.writeUInt16BE(type, 2);
    row.writeUInt32BE(count, 4);
    if (value.length <= 4) value.copy(row, 8);
    else {
      row.writeUInt32BE(free, 8);
      behind.push(value);
      free += value.length;
    }
    return row;
  });
  const count = Buffer.from([0, entries.length]);
  return Buffer.concat([count, ...rows, long(0), ...behind]);
}

function rationals(...values: readonly number[]): Buffer {
  return Buffer.concat(values.flatMap((value) => [long(value), long(1)]));
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
