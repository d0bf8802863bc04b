/**
 * Measures search over HTTP beside the peer of `peers/`, class by class, in turns.
 *
 * Every class is 2,000 different requests, the same for both, so that no answer is remembered from an earlier round: the
 * server knows the hits of the latest 512 searches. What that memory gives is shown apart, by 100 of the requests over and
 * over. Before anything is measured a sample of the answers is compared,
 * review by review. The figure of record is the server's processor time per request; a ratio is the peer's over ours.
 */
import { isDeepStrictEqual } from "node:util";
import { buildSearchIndex, SearchIndex, type SearchRequest } from "../src/publication/search/mod.ts";
import { foldText, type Review } from "../src/review/mod.ts";
import { type BenchOptions, type Figure, geometricMean, median, type PartReport } from "./figures.ts";
import { generatedBusiness, generateReviews, randomNumbers } from "./generate_reviews.ts";
import { type Server, startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { benchColumns } from "./review_columns.ts";
import { installPeer, type PeerRuntime, startPeer } from "./search_peer.ts";
import { relevantWords, searchClasses } from "./search_queries.ts";
import { hasWrk, loadRound, requestScript } from "./wrk.ts";

const QUERIES = 2000;
/** One query in this many is compared. */
const COMPARED_ONE_IN = 20;
/** As many requests as a memory holds with ease. */
const REMEMBERED = 100;
const CONNECTIONS = 16;
/** Until both have compiled what they run most. */
const WARM_UP_SECONDS = 3;
const MIN_RATIO = 2.5;
/** Of words beside a peer that stems and ranks them. */
const MIN_RATIO_OF_WORDS = 5;
const GOALS = new Map([
  [10_000, 12],
  [100_000, 25],
]);

interface SearchClass {
  readonly title: string;
  readonly paths: readonly string[];
  /** Asks for what the server remembers; explains another figure, and has no goal. */
  readonly isRepeated: boolean;
  /** Whether both answer in the same order; else each has an idea of relevance of its own. */
  readonly isComparable: boolean;
  readonly ratios: number[];
  readonly oursUs: number[];
  readonly theirsUs: number[];
}

export async function benchSearch(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const part = "Search over HTTP, CPU microseconds per request";
  if (!hasWrk()) return { part, figures: [], notes: ["SKIPPED: wrk and taskset are needed"] };
  const runtime = await installPeer();
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) {
    figures.push(...(await benchSize(place, runtime, size, isFull ? 5 : 1)));
  }
  return {
    part,
    figures,
    notes: [`beside ${runtime.title}, which does not count the hits; all compared answers equal`],
  };
}

async function benchSize(place: Workplace, runtime: PeerRuntime, size: number, rounds: number): Promise<Figure[]> {
  await using ours = startGoodword(await place.database(size));
  await wholePublished(ours);
  const { reviews } = (await (await fetch(`${ours.url}/reviews.json`)).json()) as { reviews: Review[] };
  await using theirs = await startPeer(runtime, reviews, place.path(`peer${size}.sqlite`));
  const classes = drawClasses(size);
  for (const { paths, isComparable } of classes) if (isComparable) await compareAnswers(paths, ours, theirs);
  const scripts = await Promise.all(classes.map(({ paths }, at) => requestScript(place.path(`class${at}.lua`), paths)));
  for (let round = -1; round < rounds; round++) {
    for (const [at, it] of classes.entries()) await measureOnce(it, scripts[at]!, ours, theirs, round < 0);
  }
  const figures = classes.map((it) => figureOf(it, size));
  const mean = geometricMean(
    classes.filter(({ isRepeated, isComparable }) => !isRepeated && isComparable).map(({ ratios }) => median(ratios)),
  );
  figures.push({ name: `${size}: geometric mean`, value: mean, unit: "times", goal: { atLeast: GOALS.get(size)! } });
  return figures;
}

function drawClasses(size: number): SearchClass[] {
  const columns = benchColumns([...generateReviews(size, 1)]);
  const index = new SearchIndex(buildSearchIndex(columns));
  const folded = Array.from({ length: size }, (_, ordinal) => foldText(columns.textAt(ordinal)));
  const random = randomNumbers(3);
  const drawn = searchClasses(folded, random, (request) => index.search(request).total).map(({ title, draw }) => ({
    title,
    paths: different(() => searchPath(draw())),
  }));
  const classes = [...drawn, { title: "h aspect, sentiment, until", paths: different(() => aspectPath(random)) }];
  const common = drawn.filter(({ title }) => title.startsWith("b "));
  const repeated = common.map(({ title, paths }) => ({
    title: `${title}, remembered`,
    paths: paths.slice(0, REMEMBERED),
    isRepeated: true,
  }));
  const draw = relevantWords(folded, random);
  const ranked = { title: "i words, by relevance", paths: different(() => searchPath(draw())), isComparable: false };
  const usual = { isRepeated: false, isComparable: true };
  return [...classes, ...repeated, ranked].map((it) => ({ ...usual, ...it, ratios: [], oursUs: [], theirsUs: [] }));
}

/** As many different ones as a class has. */
function different(draw: () => string): string[] {
  const paths = new Set<string>();
  for (let tries = 0; paths.size < QUERIES && tries < 50 * QUERIES; tries++) paths.add(draw());
  if (paths.size < QUERIES) throw new Error(`Only ${paths.size} different requests, such as ${[...paths][0]}`);
  return [...paths];
}

/** What the remarks of the generated reviews are about. */
const ASPECTS = ["price_value", "punctuality", "cleanliness", "professionalism", "workmanship", "responsiveness"];

function aspectPath(random: () => number): string {
  const of = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? "";
  const number = (from: number, to: number) => String(from + Math.floor(random() * (to - from + 1))).padStart(2, "0");
  const until = `${number(2022, 2025)}-${number(1, 12)}-${number(1, 28)}`;
  const query = { mentions_aspect: of(ASPECTS), sentiment: of(["positive", "negative"]), until, limit: "20" };
  return `/api/reviews/search?${new URLSearchParams(query)}`;
}

function searchPath(request: SearchRequest): string {
  const { rating, minRating, since, until, needle, words, order, labels = {}, limit } = request;
  const { technicians: technician, services: service } = labels;
  const given = {
    rating,
    min_rating: minRating,
    since: since === undefined ? undefined : dateOf(since),
    until: until === undefined ? undefined : dateOf(until),
    query: needle,
    words,
    sort: order,
    mentions_technician: technician == null ? undefined : generatedBusiness.technicians[technician]!.name,
    mentions_service: service == null ? undefined : generatedBusiness.services[service]!.id,
    limit,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return `/api/reviews/search?${query}`;
}

/** The engine takes any number for a date, the interface calendar dates only. */
function dateOf(number: number): string {
  const day = Math.min(28, Math.max(1, number % 100));
  const month = Math.floor(number / 100) % 100;
  return `${Math.floor(number / 10_000)}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

async function compareAnswers(paths: readonly string[], ours: Server, theirs: Server): Promise<void> {
  const reviewsOf = async ({ url }: Server, path: string) =>
    ((await (await fetch(url + path)).json()) as { reviews: Review[] }).reviews;
  for (let at = 0; at < paths.length; at += COMPARED_ONE_IN) {
    const path = paths[at]!;
    const [our, their] = await Promise.all([reviewsOf(ours, path), reviewsOf(theirs, path)]);
    if (!isDeepStrictEqual(our, their))
      throw new Error(`Answers to ${path} differ: ${our?.length} and ${their?.length}`);
  }
}

async function measureOnce(
  it: SearchClass,
  script: string,
  ours: Server,
  theirs: Server,
  isWarmUp: boolean,
): Promise<void> {
  const load = { connections: CONNECTIONS, script, seconds: isWarmUp ? WARM_UP_SECONDS : 1 };
  const our = await loadRound(ours, { ...load, url: ours.url });
  const their = await loadRound(theirs, { ...load, url: theirs.url });
  if (isWarmUp) return;
  it.oursUs.push(our.cpuUs);
  it.theirsUs.push(their.cpuUs);
  it.ratios.push(their.cpuUs / our.cpuUs);
}

function figureOf({ title, isRepeated, isComparable, ratios, oursUs, theirsUs }: SearchClass, size: number): Figure {
  const beside = { name: "peer", value: median(theirsUs) };
  const figure = { name: `${size}: ${title}`, value: median(oursUs), unit: "us", beside, ratio: median(ratios) };
  return isRepeated ? figure : { ...figure, goal: { atLeast: isComparable ? MIN_RATIO : MIN_RATIO_OF_WORDS } };
}
