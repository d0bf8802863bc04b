/**
 * Measures cached documents and 304s beside nginx serving the same bytes as files, in turns.
 *
 * The figure of record is the server's processor time per request; a ratio is nginx's over ours, above 1 when we take
 * less. nginx sends large identity bodies in small pieces over loopback and loses there, so the geometric mean is reported
 * a second time with every ratio above 1 counted as 1.
 */
import { mkdirSync } from "node:fs";
import { type BenchOptions, type Figure, geometricMean, median, type PartReport } from "./figures.ts";
import { hasNginx, type ServedFile, startNginx } from "./nginx.ts";
import { type Server, startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { hasWrk, type Load, loadRound } from "./wrk.ts";

const REVIEWS = 10_000;
const PATHS = ["/api/feed.json", "/insights.json", "/feed.xml", "/reviews.json"];
const CODINGS = ["identity", "gzip"];
/** For bodies of megabytes, so that a round ends with answers and not with halves of them. */
const FEW_CONNECTIONS = 4;
const LARGE_BYTES = 1 << 20;
const CONDITIONAL = ["/api/feed.json", "/insights.json", "/reviews.json"];

interface Compared {
  readonly title: string;
  readonly ours: Load;
  readonly theirs: Load;
  readonly ratios: number[];
  readonly oursUs: number[];
  readonly theirsUs: number[];
}

export async function benchCachedReads(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const part = `Cached documents beside nginx, CPU microseconds per request (${REVIEWS} reviews)`;
  if (!hasNginx() || !hasWrk()) return { part, figures: [], notes: ["SKIPPED: nginx, wrk and taskset are needed"] };
  await using ours = startGoodword(await place.database(REVIEWS));
  await wholePublished(ours);
  const folder = place.path("nginx");
  mkdirSync(folder, { recursive: true });
  const files = await Promise.all(PATHS.map((path) => servedFile(ours, path)));
  await using theirs = await startNginx(folder, files);
  const bodies = files.flatMap((file) => CODINGS.map((coding) => compareBodies(ours, theirs, file, coding)));
  const unchanged = await Promise.all(CONDITIONAL.map((path) => compareUnchanged(ours, theirs, path)));
  for (let round = 0; round < (isFull ? 7 : 2); round++) {
    for (const compared of [...bodies, ...unchanged]) await compareOnce(compared, ours, theirs);
  }
  const figures = [...bodies.map(figureOf), ...means("all documents", bodies, 0.9)];
  figures.push(...unchanged.map(figureOf), ...means("all 304s", unchanged, 0.8));
  return { part, figures, notes: [] };
}

async function servedFile({ url }: Server, path: string): Promise<ServedFile> {
  const get = (coding: string) => fetch(url + path, { headers: { "accept-encoding": coding }, decompress: false });
  const [identity, gzip] = await Promise.all(CODINGS.map(get));
  return {
    path,
    contentType: identity!.headers.get("content-type")!,
    bytes: await identity!.bytes(),
    gzipped: await gzip!.bytes(),
  };
}

function compareBodies(ours: Server, theirs: Server, { path, bytes }: ServedFile, coding: string): Compared {
  const headers = { "Accept-Encoding": coding };
  const load = ({ url }: Server): Load => ({
    url: url + path,
    headers,
    ...(bytes.length > LARGE_BYTES && { connections: FEW_CONNECTIONS }),
  });
  return compared(`${path} ${coding}`, load(ours), load(theirs));
}

async function compareUnchanged(ours: Server, theirs: Server, path: string): Promise<Compared> {
  const conditional = async ({ url }: Server): Promise<Load> => {
    const identity = { "Accept-Encoding": "identity" };
    const { headers } = await fetch(url + path, { method: "HEAD", headers: identity });
    const load = { url: url + path, headers: { ...identity, "If-None-Match": headers.get("etag")! } };
    const { status } = await fetch(load.url, { headers: load.headers });
    if (status !== 304) throw new Error(`${load.url} answers ${status} instead of 304`);
    return load;
  };
  return compared(`${path} 304`, await conditional(ours), await conditional(theirs));
}

function compared(title: string, ours: Load, theirs: Load): Compared {
  return { title, ours, theirs, ratios: [], oursUs: [], theirsUs: [] };
}

async function compareOnce(it: Compared, ours: Server, theirs: Server): Promise<void> {
  const our = await loadRound(ours, it.ours);
  const their = await loadRound(theirs, it.theirs);
  it.oursUs.push(our.cpuUs);
  it.theirsUs.push(their.cpuUs);
  it.ratios.push(their.cpuUs / our.cpuUs);
}

function figureOf({ title, ratios, oursUs, theirsUs }: Compared): Figure {
  const beside = { name: "nginx", value: median(theirsUs) };
  return { name: title, value: median(oursUs), unit: "us", beside, ratio: median(ratios) };
}

function means(title: string, all: readonly Compared[], goal: number): Figure[] {
  const ratios = all.map((it) => median(it.ratios));
  const value = geometricMean(ratios);
  const capped = geometricMean(ratios.map((ratio) => Math.min(1, ratio)));
  return [
    { name: `${title}, geometric mean`, value, unit: "of nginx", goal: { atLeast: goal } },
    { name: `${title}, none counted above 1`, value: capped, unit: "of nginx" },
  ];
}
