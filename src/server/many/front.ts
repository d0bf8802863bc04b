/** Requests to the port that many businesses share: each is taken to its business, whatever is the process's is answered here. */
import { version } from "../../../package.json";
import { healthy } from "../../api/mod.ts";
import { withCommonHeaders, withDate } from "../../http/headers.ts";
import { labelledMetric, metricsText, singleMetric } from "../../http/metrics.ts";
import { type Client, clientOf, notReady } from "../../http/operation.ts";
import { PATHS } from "../../http/paths.ts";
import { plainProblem } from "../../http/problem.ts";
import { pathnameOf } from "../../http/request.ts";
import type { ListedBusiness } from "../../store/mod.ts";
import { type ServerOptions, unsentWork } from "../listen.ts";
import type { HeldBusiness, HeldBusinesses } from "./held_businesses.ts";
import type { ManyProcess } from "./many_process.ts";
import type { Destination, Routes } from "./routes.ts";

interface FrontParts {
  readonly process: ManyProcess;
  readonly held: HeldBusinesses;
  /** As they are now. */
  readonly routes: () => Routes;
  /** How many businesses there are. */
  readonly count: () => number;
}

/** Takes requests in. Counts answers in `counts`. */
export function createFront(
  parts: FrontParts,
  counts: Map<number, number>,
): Pick<ServerOptions, "front" | "handle" | "counted"> {
  const { process, held, routes } = parts;
  const counted = (response: Response) => {
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };

  async function answer(request: Request, client: Client): Promise<Response> {
    const found = routes().find(request.url);
    const path = found?.below ?? pathnameOf(request.url);
    const own = OWN_PATHS[path];
    if (own !== undefined) return ownAnswer(request, () => own(parts, found?.business ?? null));
    if (found === null) return plainProblem("misdirected", "there is nothing at this host and path");
    const { business } = found;
    try {
      let opened: HeldBusiness | null = null;
      if (business.heldUntil <= process.clock.now()) {
        opened = held.get(business.id) ?? null;
        opened ??= await unsentWork(request, client, () => held.open(business));
      }
      if (opened === null) return notReady("the business is being renamed or removed; try again in a moment");
      return await opened.handle(
        requestBelow(request, found),
        found.below === null ? client : clientOf(request, client),
      );
    } catch (error) {
      process.log.error("A business cannot answer", { business: business.id, error: String(error) });
      return plainProblem("not_ready", "the reviews cannot be read right now; try again in a moment", {
        "Retry-After": "5",
      });
    }
  }

  return {
    counted,
    front(request) {
      const found = routes().find(request.url);
      if (found === null) return null;
      const opened: HeldBusiness | undefined = held.get(found.business.id);
      const document = opened?.document(requestBelow(request, found)) ?? null;
      return document === null ? null : counted(document);
    },
    handle: (request, client) => answer(request, client).then(counted),
  };
}

/** The request as the business would get it at a host of its own. */
function requestBelow(request: Request, { below }: Destination): Request {
  if (below === null) return request;
  const { url } = request;
  return new Request(url.slice(0, url.indexOf("/", url.indexOf("//") + 2)) + below, request);
}

/** Given the business at whose address it was asked. */
type OwnAnswer = (parts: FrontParts, business: ListedBusiness | null) => Response | Promise<Response>;

/** Answers about the process, at any host. */
const OWN_PATHS: Readonly<Record<string, OwnAnswer>> = {
  [PATHS.health]: healthy,
  async [PATHS.readiness]({ process, held }, business) {
    const { trouble } = process.readiness;
    if (trouble !== null) return notReady(trouble);
    if (business === null || !held.hasFailed(business.id)) return healthy();
    return held.open(business).then(healthy, () => notReady("the database of this business cannot be used"));
  },
};

async function ownAnswer(request: Request, answer: () => Response | Promise<Response>): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return plainProblem("method_not_allowed", "this path allows GET, HEAD", { Allow: "GET, HEAD" });
  }
  return withDate(request, withCommonHeaders(await answer()));
}

/** The figures of a process of many businesses, as they are now: sums, which name none of them. */
export function manyMetrics({ process, held, count }: Omit<FrontParts, "routes">): string {
  const reviews = Array.from(held, ({ business }) => business.reviewCount);
  const byStatus = [...process.counts].map(([status, count]): [string, number] => [String(status), count]);
  return metricsText([
    labelledMetric("goodword_build_info", "gauge", "Version of the program; always 1", "version", [[version, 1]]),
    labelledMetric("goodword_http_requests_total", "counter", "Responses by status", "status", byStatus),
    singleMetric("goodword_businesses", "gauge", "Businesses that are served", count()),
    singleMetric("goodword_businesses_held", "gauge", "Businesses in memory", held.size),
    singleMetric("goodword_businesses_opened_total", "counter", "Businesses that were opened", held.opened),
    singleMetric("goodword_builds_waiting", "gauge", "Publications that are built or wait", process.builds.length),
    singleMetric(
      "goodword_reviews",
      "gauge",
      "Published reviews of the businesses in memory",
      reviews.reduce((sum, each) => sum + each, 0),
    ),
    singleMetric("process_resident_memory_bytes", "gauge", "Resident memory", globalThis.process.memoryUsage.rss()),
    singleMetric("process_start_time_seconds", "gauge", "When the process started", performance.timeOrigin / 1000),
  ]);
}
