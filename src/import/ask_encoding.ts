import { askOwner, refuse } from "./problem.ts";

const ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "macintosh",
  "shift_jis",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
const BYTES_SHOWN = 80;
const LINE_FEED = 0x0a;

/** Asks for the encoding, and shows the text around an offset in each of them. @throws {GoodwordError} input_refused */
export function askEncoding(
  { bytes, at }: { readonly bytes: Uint8Array; readonly at: number },
  message: string,
): never {
  const sample = sampleAt(bytes, at);
  const readings = ENCODINGS.flatMap((encoding) => {
    try {
      // The sample may end inside a character.
      const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
      return /[\u0080-\u009f\ue000-\uf8ff]/.test(text) ? [] : [{ encoding, text: text.trim() }];
    } catch {
      return [];
    }
  });
  // No choice would help a file that no encoding can decode.
  if (readings.length === 0) refuse(message);
  askOwner({
    option: "encoding",
    message,
    question: "In which encoding is the file?",
    choices: readings.map(({ encoding }) => encoding),
    examples: readings.map(({ encoding, text }) => `${encoding}: ${text}`),
  });
}

function sampleAt(bytes: Uint8Array, at: number): Uint8Array {
  const before = bytes.subarray(0, at);
  const begin = Math.max(
    before.lastIndexOf(LINE_FEED) + 1,
    before.subarray(0, -20).findLastIndex((byte) => byte < 0x30) + 1,
  );
  const end = bytes.indexOf(LINE_FEED, at);
  return bytes.subarray(begin, Math.min(end < 0 ? bytes.length : end, begin + BYTES_SHOWN));
}
