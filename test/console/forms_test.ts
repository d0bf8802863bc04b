/** Forms with files: what is taken, and what is left behind of one that is refused. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readForm } from "../../src/console/forms.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "goodword-forms-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILE = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n';
const FIELD = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n';

/** Sent in pieces, without a Content-Length. */
function sent(pieces: readonly string[]): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const headers = { "Content-Type": "multipart/form-data; boundary=b" };
  return new Request("http://localhost:3080/import", { method: "POST", headers, body });
}

describe("A form with files", () => {
  test("is read, and its files are gone when it has been used", async () => {
    const read = await readForm(sent([`${FILE}abc\r\n${FIELD}y\r\n--b--\r\n`]), { maxBytes: 1000, folder });
    if (read.kind === "refused") throw new Error(`Refused: ${read.status}`);
    expect([read.form.text("x"), read.form.files("files").map(({ name, size }) => [name, size])]).toEqual([
      "y",
      [["a.csv", 3]],
    ]);
    await read.form[Symbol.asyncDispose]();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("gives its files in the order in which they were chosen, however long each is", async () => {
    const named = (name: string) => FILE.replace("a.csv", name);
    const pieces = [`${named("long.csv")}${"x".repeat(900_000)}\r\n`, `${named("short.csv")}y\r\n`, "--b--\r\n"];
    const read = await readForm(sent(pieces), { maxBytes: 1 << 20, folder });
    if (read.kind === "refused") throw new Error(`Refused: ${read.status}`);
    expect(read.form.files("files").map(({ name }) => name)).toEqual(["long.csv", "short.csv"]);
    await read.form[Symbol.asyncDispose]();
  });

  test("that ends in the middle of a file leaves nothing of it", async () => {
    const read = await readForm(sent([`${FILE}whole\r\n`, `${FILE}some of a customer's wor`]), {
      maxBytes: 1000,
      folder,
    });
    expect(read).toEqual({ kind: "refused", status: 400 });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("that ends or is too long in the middle of a long file leaves nothing of it", async () => {
    const piece = "x".repeat(256 << 10);
    const pieces = [FILE, piece, piece, piece, piece];
    for (const [maxBytes, status] of [
      [4 << 20, 400],
      [600_000, 413],
    ] as const) {
      expect(await readForm(sent(pieces), { maxBytes, folder })).toEqual({ kind: "refused", status });
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  test("holds four megabytes of fields at most, however many there are", async () => {
    const field = `${FIELD}${"x".repeat(1_000_000)}\r\n`;
    const read = await readForm(sent([...Array(5).fill(field), "--b--\r\n"]), { maxBytes: 1 << 29, folder });
    expect(read).toEqual({ kind: "refused", status: 413 });
  });

  test("is limited over all its parts, also without a Content-Length", async () => {
    for (const part of [FIELD, FILE]) {
      const parts = Array.from({ length: 10 }, () => `${part}${"x".repeat(200)}\r\n`);
      expect(await readForm(sent([...parts, "--b--\r\n"]), { maxBytes: 1000, folder })).toEqual({
        kind: "refused",
        status: 413,
      });
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
