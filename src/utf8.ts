/** Text as UTF-8. */
const ENCODER = new TextEncoder();

export function utf8Bytes(text: string): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(text);
}
