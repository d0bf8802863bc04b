/**
 * The profile of the sample as a phone has it, in every language: height, bytes, requests, when its largest text is painted, and
 * what moves; the pages that it takes on paper.
 */
import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { LANGUAGES } from "../src/languages/mod.ts";
import type { Figure, PartReport } from "./figures.ts";
import type { Workplace } from "./prepared.ts";
import { freePort, start } from "./processes.ts";

const ROUNDS = 5;
const PHONE = { width: 390, height: 844 };

export async function benchPages(place: Workplace): Promise<PartReport> {
  const port = freePort();
  const database = `file:${place.path("pages.sqlite")}`;
  await using _server = start(["bun", "src/main.ts"], { env: { PORT: String(port), DATABASE_URL: database } });
  const base = `http://127.0.0.1:${port}`;
  while ((await fetch(`${base}/reviews.json`).catch(() => null))?.status !== 200) await Bun.sleep(100);
  const executablePath = process.env.CHROMIUM_PATH ?? Bun.which("chromium") ?? Bun.which("chromium-browser");
  if (executablePath === null) return { part: "pages", figures: [], notes: ["skipped: there is no Chromium"] };
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const figures: Figure[] = [];
  for (const language of LANGUAGES) figures.push(...(await figuresOf(browser, base, language)));
  await browser.close();
  const notes = [`load ${loadavg()[0]?.toFixed(1)} at the end; fonts are those of this machine`];
  return { part: "pages", figures, notes };
}

async function figuresOf(browser: Browser, base: string, language: string): Promise<Figure[]> {
  const url = language === "en" ? `${base}/` : `${base}/${language}/`;
  const html = await (await fetch(url)).text();
  const css = await (await fetch(base + (/rel="stylesheet" href="([^"]*)"/.exec(html)?.[1] ?? ""))).text();
  const paints: number[] = [];
  let [height, requests, shift] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: PHONE });
    requests = 0;
    page.on("request", () => requests++);
    await page.goto(url, { waitUntil: "networkidle" });
    const seen = await page.evaluate(whatWasSeen);
    paints.push(seen.paint);
    [height, shift] = [seen.height, Math.max(shift, seen.shift)];
    await page.close();
  }
  const paper = await browser.newPage();
  await paper.goto(url);
  const sheets = (await paper.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  await paper.close();
  const size = (text: string) => gzipSync(text).length / 1000;
  const figure = (name: string, value: number, unit: string, atMost?: number): Figure => {
    return { name: `${language}: ${name}`, value, unit, ...(atMost !== undefined && { goal: { atMost } }) };
  };
  return [
    figure("height on a phone", height, "px", 5940),
    figure("HTML and CSS, gzip", size(html) + size(css), "kB", 30),
    figure("requests", requests, "", 4),
    figure("layout shift", shift, "", 0),
    figure("largest paint, median", paints.sort((one, other) => one - other)[ROUNDS >> 1] ?? 0, "ms"),
    figure("sheets of paper", sheets, "", 1),
  ];
}

/** Runs in the page. */
function whatWasSeen(): Promise<{ height: number; paint: number; shift: number }> {
  return new Promise((resolve) => {
    let [paint, shift] = [0, 0];
    const watch = (type: string, take: (entry: { startTime: number; value: number }) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry as unknown as { startTime: number; value: number });
      }).observe({ type, buffered: true });
    watch("largest-contentful-paint", ({ startTime }) => {
      paint = startTime;
    });
    watch("layout-shift", ({ value }) => {
      shift += value;
    });
    const height = document.documentElement.scrollHeight;
    setTimeout(() => resolve({ height, paint, shift }), 200);
  });
}
