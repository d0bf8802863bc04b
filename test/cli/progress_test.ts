import { expect, test } from "bun:test";
import { createProgress, describeProgress } from "../../src/cli/progress.ts";

function progressOn(columns: number | null) {
  const told: string[] = [];
  let now = 0;
  const context = { columns, now: () => now, warn: (text: string) => void told.push(text) };
  return { told, advance: (ms: number) => (now += ms), progress: createProgress(context, false) };
}

test("createProgress() draws a bar with rate and time left on a terminal, and wipes it at the end", () => {
  const { told, advance, progress } = progressOn(80);
  const tell = progress.step("save", 1280);
  advance(1000);
  tell(640);
  progress.end();
  expect(told).toEqual(["\r\u001b[KSaving [############------------] 640 of 1,280, 640/s, 1 s left", "\r\u001b[K"]);
});

test("createProgress() writes a plain line every five seconds elsewhere", () => {
  const { told, advance, progress } = progressOn(null);
  const tell = progress.step("save", 1280);
  advance(4000);
  tell(64);
  advance(2000);
  tell(128);
  progress.end();
  expect(told).toEqual(["Saving 128 of 1,280, 21/s, 54 s left\n"]);
});

test("createProgress() is silent when asked to be", () => {
  const { told } = progressOn(80);
  const silent = createProgress({ columns: 80, now: () => 0, warn: (text) => void told.push(text) }, true);
  silent.step("save", 64)(64);
  silent.end();
  expect(told).toEqual([]);
});

test("describeProgress() knows steps without reviews and without time", () => {
  expect(describeProgress({ name: "Saving", done: 0, total: 0, elapsedMs: 0 }, 80)).toBe(
    "Saving [########################] 0 of 0, 0/s",
  );
});

test("describeProgress() shortens the bar on a narrow terminal before it cuts the figures", () => {
  const step = { name: "Saving", done: 52_000, total: 100_000, elapsedMs: 1500 };
  const line = describeProgress(step, 60);
  expect(line).toBe("Saving [######------] 52,000 of 100,000, 34,667/s, 2 s left");
  expect(line.length).toBeLessThan(60);
});
