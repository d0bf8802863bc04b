/** WebP without anything beside the pixels (https://developers.google.com/speed/webp/docs/riff_container). */

const PIXEL_CHUNKS: readonly string[] = ["VP8X", "VP8 ", "VP8L", "ALPH"];
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** In the flags of VP8X: a colour profile, EXIF, XMP and an animation follow. */
const OTHER_CHUNKS = 0x20 | 0x08 | 0x04 | 0x02;

/** A still picture without its colour profile and notes of a camera, which may name a person and a place; other bytes as they are. */
export function withoutWebpNotes(webp: Uint8Array): Uint8Array<ArrayBuffer> {
  if (new TextDecoder("latin1").decode(webp.subarray(8, HEADER_BYTES)) !== "WEBP") return new Uint8Array(webp);
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const result = new Uint8Array(webp.length);
  result.set(webp.subarray(0, HEADER_BYTES));
  let end = HEADER_BYTES;
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= webp.length; ) {
    const name = String.fromCharCode(...webp.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const next = at + CHUNK_HEADER_BYTES + size + (size % 2);
    if (PIXEL_CHUNKS.includes(name)) {
      const chunk = webp.subarray(at, next);
      result.set(chunk, end);
      if (name === "VP8X") result[end + CHUNK_HEADER_BYTES] = (chunk[CHUNK_HEADER_BYTES] ?? 0) & ~OTHER_CHUNKS;
      end += chunk.length;
    }
    at = next;
  }
  new DataView(result.buffer).setUint32(4, end - 8, true);
  return result.subarray(0, end);
}
