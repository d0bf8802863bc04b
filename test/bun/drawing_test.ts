import { expect, test } from "bun:test";
import { DrawWorkerHost } from "../../src/bun/drawing/draw_worker_host.ts";
import { ratingDrawing } from "../../src/pages/share/share_drawing.ts";
import { businessOf, manyReviews, richPublication, SITE } from "../support/page_stage.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const drawing = ratingDrawing(richPublication(manyReviews(5), businessOf({ name: "Łódź مرحبا" })), SITE);

test("the drawing worker draws a picture of the size asked for, the same bytes for the same picture", async () => {
  using host = new DrawWorkerHost(createVirtualClock());
  const [first, second] = await Promise.all([host.draw(drawing), host.draw(drawing)]);
  const view = new DataView(first?.buffer ?? new ArrayBuffer(24));
  expect([view.getUint32(0), view.getUint32(16), view.getUint32(20)]).toEqual([0x89504e47, 1200, 630]);
  expect(Buffer.from(second ?? []).equals(Buffer.from(first ?? []))).toBe(true);
});

test("the drawing worker refuses a picture it cannot draw, and draws the next", async () => {
  using host = new DrawWorkerHost(createVirtualClock());
  const odd = { ...drawing, root: { type: "nothing" } as never };
  const refused = host.draw(odd).catch((error: Error) => error.message);
  expect(await refused).toContain("cannot draw a picture");
  expect((await host.draw(drawing))?.length).toBeGreaterThan(1000);
});

test("draw() gives nothing while fifty pictures are waited for, and refuses these when the server stops", async () => {
  const host = new DrawWorkerHost(createVirtualClock());
  const waiting = Array.from({ length: 50 }, () => host.draw(drawing).catch((error: Error) => error.message));
  expect(await host.draw(drawing)).toBeNull();
  host[Symbol.dispose]();
  expect(await waiting.at(-1)).toBe("the server is stopping");
});
