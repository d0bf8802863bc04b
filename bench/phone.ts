/**
 * Measures the sample's profile on a phone over 4G, with a processor four times slower, and the frame that other sites show on a
 * page such as WordPress makes. The browser is the system's Chromium.
 */
import { type Browser, chromium, type Page, type Request } from "playwright-core";
import { type BenchOptions, median, type PartReport } from "./figures.ts";
import { startGoodword, type Workplace, wholePublished } from "./prepared.ts";

const CHROMIUM = process.env.CHROMIUM_PATH ?? Bun.which("chromium");
const PHONE = { width: 390, height: 664 };
/** As WebPageTest defines 4G: 9 Mbit/s each way, 170 ms from request to answer. */
const FOUR_G = { offline: false, latency: 170, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 };
const FRAME_WIDTHS = [260, 480, 768, 1200];

export async function benchPhone(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const part = "Pages on a phone";
  if (CHROMIUM === null) return { part, figures: [], notes: ["SKIPPED: there is no Chromium"] };
  await using server = startGoodword(place.path("phone.sqlite"), { env: { GOODWORD_SEED: "sample" } });
  await wholePublished(server);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const views: View[] = [];
    for (let round = 0; round < (isFull ? 15 : 5); round++) views.push(await viewOnPhone(browser, server.url));
    const of = (name: keyof View) => median(views.map((view) => view[name]));
    const frame = await viewFrames(browser, server.url);
    const figures = [
      { name: "profile, height", value: of("height"), unit: "px", goal: { atMost: 6000 } },
      { name: "profile, HTML and CSS compressed", value: of("bytes") / 1000, unit: "kB", goal: { atMost: 30 } },
      { name: "profile, requests besides photographs", value: of("requests"), unit: "", goal: { atMost: 5 } },
      { name: "profile, largest contentful paint", value: of("paintedMs"), unit: "ms", goal: { atMost: 1200 } },
      { name: "profile, cumulative layout shift", value: of("shift"), unit: "", goal: { atMost: 0 } },
      { name: "frame without pictures", value: frame.bytes / 1000, unit: "kB", goal: { atMost: 20 } },
      { name: "frame, errors", value: frame.errors.length, unit: "", goal: { atMost: 0 } },
      { name: "frame, wider than its place", value: frame.overflows, unit: "", goal: { atMost: 0 } },
    ];
    return { part, figures, notes: [...frame.errors, "4x CPU, 9 Mbit/s, 170 ms; frames 260 to 1,200 px wide"] };
  } finally {
    await browser.close();
  }
}

interface View {
  readonly height: number;
  /** Of pages and style sheets, with their headers. */
  readonly bytes: number;
  readonly requests: number;
  readonly paintedMs: number;
  readonly shift: number;
}

/** One visit with an empty cache. */
async function viewOnPhone(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 3, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const loaded = watchTraffic(page);
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", FOUR_G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url, { waitUntil: "networkidle" });
  const { height, paintedMs, shift } = await page.evaluate(
    () =>
      new Promise<Pick<View, "height" | "paintedMs" | "shift">>((resolve) => {
        let [paintedMs, shift] = [0, 0];
        const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
          new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
        watch("largest-contentful-paint", ({ startTime }) => {
          paintedMs = startTime;
        });
        watch("layout-shift", (entry) => {
          shift += (entry as PerformanceEntry & { readonly value: number }).value;
        });
        setTimeout(() => resolve({ height: document.documentElement.scrollHeight, paintedMs, shift }), 200);
      }),
  );
  const traffic = await loaded();
  await context.close();
  const requests = traffic.filter(({ url }) => !/\/photos?\//.test(url)).length;
  const bytes = sizeOf(traffic.filter(({ type }) => type === "document" || type === "stylesheet"));
  return { height, paintedMs, shift, requests, bytes };
}

/** A page of another site that frames the reviews of two firms, in the way that WordPress shows a pasted address. */
async function viewFrames(browser: Browser, url: string) {
  const firms = [url, url.replace("127.0.0.1", "localhost")];
  const frames = firms.map((firm) => `<iframe sandbox="allow-scripts" src="${firm}/embed" height="480"></iframe>`);
  const body = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>A site</title><style>iframe{width:100%;border:0}</style>${frames.join("")}`;
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-src ${firms.join(" ")}`;
  const headers = { "Content-Type": "text/html", "Content-Security-Policy": policy };
  const site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(body, { headers }) });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  const loaded = watchTraffic(page);
  let overflows = 0;
  for (const width of FRAME_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url.href, { waitUntil: "networkidle" });
    for (const frame of page.frames().slice(1)) {
      if (await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth)) overflows++;
    }
  }
  const ofFirst = (await loaded()).filter(({ url, type }) => url.startsWith(firms[0] ?? "") && type !== "image");
  await page.close();
  await site.stop(true);
  // Later visits find style sheet and script in the cache.
  const bytes = sizeOf([...new Map(ofFirst.toReversed().map((each) => [each.url, each])).values()]);
  return { bytes, errors, overflows };
}

interface Loaded {
  readonly url: string;
  readonly type: string;
  /** As they came over the network, with the headers. */
  readonly bytes: number;
}

/** What a page and its frames have loaded when the returned function is called. */
function watchTraffic(page: Page): () => Promise<Loaded[]> {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return () =>
    Promise.all(
      requests
        .filter((request) => !request.url().startsWith("data:"))
        .map(async (request) => {
          const { responseBodySize, responseHeadersSize } = await request.sizes();
          return { url: request.url(), type: request.resourceType(), bytes: responseBodySize + responseHeadersSize };
        }),
    );
}

function sizeOf(traffic: readonly Loaded[]): number {
  return traffic.reduce((sum, { bytes }) => sum + bytes, 0);
}
