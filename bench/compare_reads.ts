/** What is compared of two servers side by side: processor time per request, and memory. */
import { type Build, importedBy } from "./builds.ts";
import type { Measure } from "./compare.ts";
import type { Figure } from "./figures.ts";
import { generateVocabulary } from "./generate_reviews.ts";
import { type Server, startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { residentBytes, SERVER_CORE } from "./processes.ts";
import { hasWrk, type Load, loadRound, requestScript } from "./wrk.ts";

const REVIEWS = 10_000;
const SEARCHES = 2000;

/** Documents that are bytes in memory, and answers that are made when they are asked for. */
const PATHS = ["/feed.xml", "/api/feed.json", "/insights.json", "/", "/api/reviews/since/2026-01-01"];

type Servers = ReadonlyMap<string, Server>;

export async function compareReads(
  place: Workplace,
  ours: Build,
  theirs: Build,
  compare: (measures: readonly Measure[]) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (!hasWrk()) return [];
  await using our = await serverOf(ours, place);
  await using their = await serverOf(theirs, place);
  const servers: Servers = new Map([
    [ours.name, our],
    [theirs.name, their],
  ]);
  const reads = await Promise.all(
    PATHS.flatMap((path) => [body(servers, path, "identity"), body(servers, path, "gzip")]),
  );
  const unchanged = PATHS.slice(0, 4).map((path) => notModified(servers, path));
  return await compare([...reads, ...unchanged, await searches(servers, place), memory(servers)]);
}

async function serverOf(build: Build, place: Workplace): Promise<Server> {
  const { program, folder } = build;
  const database = await importedBy(build, place, REVIEWS);
  const server = startGoodword(database, { core: SERVER_CORE, program, cwd: folder });
  await wholePublished(server);
  return server;
}

/** Reports the sizes of bodies that have grown, since more bytes cost more. */
async function body(servers: Servers, path: string, coding: string): Promise<Measure> {
  const headers = { "Accept-Encoding": coding };
  const sizes = await Promise.all([...servers.values()].map(({ url }) => bodyBytes(url + path, coding)));
  const [our = 0, their = 0] = sizes;
  const grown = our === their ? "" : `, ${(our / their).toFixed(2)} times the bytes`;
  return requests(`${path} ${coding}${grown}`, servers, ({ url }) => ({ url: url + path, headers }));
}

async function bodyBytes(url: string, coding: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": coding }, decompress: false });
  return (await response.bytes()).length;
}

function notModified(servers: Servers, path: string): Measure {
  return requests(`${path} 304`, servers, async ({ url }) => {
    const headers = { "Accept-Encoding": "identity" };
    const { headers: told } = await fetch(url + path, { method: "HEAD", headers });
    return { url: url + path, headers: { ...headers, "If-None-Match": told.get("etag") ?? "" } };
  });
}

/** Words of every rank, each asked with every number of stars: no answer is remembered from the round before. */
async function searches(servers: Servers, place: Workplace): Promise<Measure> {
  const words = generateVocabulary();
  const paths = Array.from({ length: SEARCHES }, (_, at) => {
    const word = words[Math.floor((at / SEARCHES) ** 2 * words.length)] ?? "";
    return `/api/reviews/search?query=${encodeURIComponent(word)}&min_rating=${1 + (at % 5)}&limit=20`;
  });
  const script = await requestScript(place.path("compared.lua"), paths);
  return requests("search, 2,000 addresses", servers, ({ url }) => ({ url, script }));
}

function requests(name: string, servers: Servers, load: (server: Server) => Load | Promise<Load>): Measure {
  return {
    name,
    unit: "us",
    measure: async (build) => {
      const server = serverFor(servers, build);
      return (await loadRound(server, await load(server))).cpuUs;
    },
  };
}

/** After all of the above, so it counts what requests leave behind. */
function memory(servers: Servers): Measure {
  return {
    name: "memory of the server after these requests",
    unit: "MB",
    measure: async (build) => residentBytes(serverFor(servers, build).pid) / 1e6,
  };
}

function serverFor(servers: Servers, { name }: Build): Server {
  const server = servers.get(name);
  if (server === undefined) throw new Error(`There is no server of ${name}`);
  return server;
}
