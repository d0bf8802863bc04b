import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { gzipInPieces } from "../../src/web/gzip_pieces.ts";

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300, max: 4 });

test("bytes in any pieces are one gzip stream of them", () => {
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 1, maxLength: 6 }), (parts) => {
      const whole = new Uint8Array(Buffer.concat(parts));
      let next = 0;
      const starts = parts.map(({ length }) => {
        next += length;
        return next - length;
      });
      const { body, pieces } = gzipInPieces(whole, starts);
      expect(new Uint8Array(gunzipSync(body))).toEqual(whole);
      expect(pieces.map(({ start, end }) => end - start)).toEqual(parts.map(({ length }) => length));
    }),
  );
});

test("a piece whose compressed form is known is not compressed again", () => {
  const before = gzipInPieces(new TextEncoder().encode("one two three"), [0, 4, 8]);
  const kept = before.pieces[1]!;
  const asked: number[] = [];
  const { body } = gzipInPieces(new TextEncoder().encode("eleven two four"), [0, 7, 11], (start) => {
    asked.push(start);
    return start === 7 ? before.body.subarray(kept.codedStart, kept.codedEnd) : null;
  });
  expect(gunzipSync(body).toString()).toBe("eleven two four");
  expect(asked).toEqual([0, 7, 11]);
});
