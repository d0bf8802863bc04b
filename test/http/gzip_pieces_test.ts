import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { deflated, gzipInPieces } from "../../src/http/gzip_pieces.ts";

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300, max: 4 });

test("bytes in any parts are one gzip stream of them", () => {
  fc.assert(
    fc.property(fc.array(bytes, { minLength: 1, maxLength: 6 }), (parts) => {
      expect(gunzipSync(Buffer.concat(gzipInPieces(parts)))).toEqual(Buffer.concat(parts));
    }),
  );
});

test("a part whose compressed form is known is not compressed again", () => {
  const [eleven, two, four] = ["eleven ", "two ", "four"].map((text) => new TextEncoder().encode(text));
  const kept = deflated(two ?? new Uint8Array(0));
  const parts = gzipInPieces(
    [eleven, two, four].flatMap((part) => part ?? []),
    (part) => (part === 1 ? kept : null),
  );
  expect(gunzipSync(Buffer.concat(parts)).toString()).toBe("eleven two four");
  // The header stands before them.
  expect(parts[2]).toBe(kept);
});
