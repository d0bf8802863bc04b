/**
 * IP addresses as bytes, from their strict text forms: what a resolver and the WHATWG URL parser give.
 *
 * @module
 */

/** 4 or 16 bytes, or null for anything that is not a strictly written address. */
export function parseAddress(text: string): Uint8Array | null {
  return text.includes(":") ? parseV6(text) : parseV4(text);
}

/** Dotted decimal only: no octal, no hexadecimal, no missing parts, which different programs read differently. */
function parseV4(text: string): Uint8Array | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return Uint8Array.from(parts, Number);
}

function parseV6(text: string): Uint8Array | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, at) => groups(half, at === halves.length - 1));
  if (head === null || head === undefined || tail === null) return null;
  const given = head.length + (tail?.length ?? 0);
  if (tail === undefined ? given !== 16 : given > 14) return null;
  const bytes = new Uint8Array(16);
  bytes.set(head);
  if (tail) bytes.set(tail, 16 - tail.length);
  return bytes;
}

/** The bytes of one side of "::"; the last group of the whole address may be a dotted IPv4 address. */
function groups(text: string, isLastSide: boolean): number[] | null {
  if (text === "") return [];
  const bytes: number[] = [];
  const parts = text.split(":");
  for (const [at, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
      continue;
    }
    const v4 = isLastSide && at === parts.length - 1 && part.includes(".") ? parseV4(part) : null;
    if (v4 === null) return null;
    bytes.push(...v4);
  }
  return bytes;
}
