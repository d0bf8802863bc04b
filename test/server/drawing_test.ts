import { expect, test } from "bun:test";
import { drawable, ratingDrawing } from "../../src/pages/widgets/share_drawing.ts";
import { drawIn } from "../../src/server/workers/draw_in_thread.ts";
import { renderDrawing } from "../../src/server/workers/render_drawing.ts";
import { ServiceThread } from "../../src/server/workers/service_thread.ts";
import { businessOf, manyReviews, richPublication, SITE } from "../support/page_stage.ts";

const openThread = () => new ServiceThread({ name: "the drawing worker" });
const drawing = ratingDrawing(richPublication(manyReviews(5), businessOf({ name: "Łódź مرحبا" })), SITE);

test("the drawing worker draws a picture of the size asked for, the same bytes for the same picture", async () => {
  await using thread = openThread();
  const draw = drawIn(thread);
  const [first, second] = await Promise.all([draw(drawing), draw(drawing)]);
  const view = new DataView(first?.buffer ?? new ArrayBuffer(24));
  expect([view.getUint32(0), view.getUint32(16), view.getUint32(20)]).toEqual([0x89504e47, 1200, 630]);
  expect(Buffer.from(second ?? []).equals(Buffer.from(first ?? []))).toBe(true);
});

test("the drawing worker refuses a picture it cannot draw, and draws the next", async () => {
  await using thread = openThread();
  const draw = drawIn(thread);
  const odd = { ...drawing, root: { type: "nothing" } as never };
  const refused = draw(odd).catch((error: Error) => error.message);
  expect(await refused).toContain("cannot draw a picture");
  expect((await draw(drawing))?.length).toBeGreaterThan(1000);
});

test("draw() gives nothing while fifty pictures are waited for, and refuses these when the server stops", async () => {
  const thread = openThread();
  const draw = drawIn(thread);
  const waiting = Array.from({ length: 50 }, () => draw(drawing).catch((error: Error) => error.message));
  expect(await draw(drawing)).toBeNull();
  void thread[Symbol.asyncDispose]();
  expect(await waiting.at(-1)).toBe("the server is stopping");
});

test("every letter that drawable() lets through has a glyph in a font: none is drawn as a box", async () => {
  const box = await drawn("\u{13000}");
  const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))
    .filter((letter) => drawable(letter) === letter && /\p{Assigned}/u.test(letter))
    .filter((_, at) => at % 9 === 0);
  expect(letters.length).toBeGreaterThan(150);
  const boxes: string[] = [];
  for (const letter of letters) if ((await drawn(letter)) === box) boxes.push(letter);
  expect(boxes).toEqual([]);
});

async function drawn(text: string): Promise<string> {
  const style = { width: 40, height: 34, backgroundColor: "#fff", color: "#000" };
  const png = await renderDrawing({
    width: 40,
    height: 34,
    language: "en",
    svgs: {},
    root: { type: "container", style, children: [{ type: "text", text, style: { fontSize: 20 } }] },
  });
  return Buffer.from(png).toString("base64");
}
