/** Requests to the public port: each is routed to its business, and waits until that responds or the server must stop. */
import { clientKey } from "../http/admission.ts";
import { withCommonHeaders, withDate } from "../http/headers.ts";
import {
  type Client,
  catchResponse,
  clientOf,
  healthy,
  mapResponse,
  notReady,
  type ResponseOrPromise,
} from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import { pathnameOf } from "../http/request.ts";
import { Interrupt, withTimeout } from "../platform.ts";
import type { ListedBusiness } from "../store/mod.ts";
import type { Businesses, HeldBusiness } from "./businesses.ts";
import { type ServerOptions, withoutIdleTimeout } from "./listen.ts";
import type { Destination } from "./routes.ts";
import type { ServedList } from "./served_list.ts";
import type { ServerProcess } from "./server_process.ts";

const OPEN_TIMEOUT_MS = 20_000;

export interface FrontParts {
  readonly process: ServerProcess;
  readonly list: ServedList;
  readonly businesses: Businesses;
}

interface Front extends Pick<ServerOptions, "front" | "handle" | "counted"> {
  /** Opens businesses for their requests from now on; waiting requests are admitted. */
  open(): void;
  /** Answers 503 where a business would have to be opened, and to all who wait for that. */
  turnAway(): void;
}

export function createFront(parts: FrontParts): Front {
  const { process, list, businesses } = parts;
  const { counts } = process;
  const opened = Promise.withResolvers<void>();
  const turnedAway = new Interrupt<void>();
  let isTurnedAway = false;
  const counted = (response: Response) => {
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };

  function ask(held: HeldBusiness, request: Request, client: Client, found: Destination): ResponseOrPromise {
    if (found.below === null) return held.handle(request, client);
    return held.handle(requestBelow(request, found), clientOf(request, client));
  }

  function failed({ id }: ListedBusiness, error: unknown): Response {
    if (isTurnedAway) return stopping();
    process.logFor(id).error("A business cannot be served", { error: String(error) });
    return plainProblem("not_ready", "the reviews cannot be read right now; try again in a moment", {
      "Retry-After": "5",
    });
  }

  async function openAndAsk(request: Request, client: Client, found: Destination): Promise<Response> {
    const { business } = found;
    if (business.heldUntil > process.clock.now()) {
      return notReady("the business is being renamed or removed; try again in a moment");
    }
    const late = () => "late" as const;
    try {
      const held = await withoutIdleTimeout(request, client, () => {
        const opening = opened.promise.then(() => businesses.open(business, clientKey(client.clientAddress)));
        const either = turnedAway.race(opening);
        return withTimeout(either, { timeoutMs: OPEN_TIMEOUT_MS, clock: process.clock, late });
      });
      if (held === "late") return notReady();
      return held === undefined ? stopping() : await ask(held, request, client, found);
    } catch (error) {
      return failed(business, error);
    }
  }

  async function answerUnopened(request: Request, client: Client, found: Destination | null): Promise<Response> {
    if (found === null) return plainProblem("misdirected", "there is nothing at this host and path");
    return isTurnedAway ? stopping() : openAndAsk(request, client, found);
  }

  function ownOf(request: Request, found: Destination | null, held: HeldBusiness | undefined): OwnAnswer | undefined {
    if (held !== undefined && list.only !== null) return undefined;
    return OWN_PATHS[found?.below ?? pathnameOf(request.url)];
  }

  return {
    counted,
    front(request) {
      const found = list.routes.find(request.url);
      if (found === null) return null;
      const document = businesses.get(found.business.id)?.document(requestBelow(request, found)) ?? null;
      return document === null ? null : counted(document);
    },
    handle(request, client) {
      const found = list.routes.find(request.url);
      const held = found === null ? undefined : businesses.get(found.business.id);
      const own = ownOf(request, found, held);
      if (own !== undefined) {
        return ownAnswer(request, () => own(parts, found?.business ?? null)).then(counted);
      }
      if (found === null || held === undefined) return answerUnopened(request, client, found).then(counted);
      const answered = catchResponse(
        () => ask(held, request, client, found),
        (error) => failed(found.business, error),
      );
      return mapResponse(answered, counted);
    },
    open: opened.resolve,
    turnAway() {
      isTurnedAway = true;
      turnedAway.end(Promise.resolve());
    },
  };
}

/** The request as the business would get it at a host of its own. */
function requestBelow(request: Request, { below }: Destination): Request {
  if (below === null) return request;
  const { url } = request;
  return new Request(url.slice(0, url.indexOf("/", url.indexOf("//") + 2)) + below, request);
}

type OwnAnswer = (parts: FrontParts, business: ListedBusiness | null) => Response | Promise<Response>;

/** Answers about the process, at any host. */
const OWN_PATHS: Readonly<Record<string, OwnAnswer>> = {
  [PATHS.health]: healthy,
  async [PATHS.readiness]({ process, list, businesses }, business) {
    const { trouble } = process.readiness;
    if (trouble !== null) return notReady(trouble);
    if (list.only !== null) return notReady();
    if (business === null) return healthy();
    if (businesses.get(business.id)?.isLost) return unusable();
    return businesses.hasFailed(business.id) ? businesses.open(business).then(healthy, unusable) : healthy();
  },
};

function unusable(): Response {
  return notReady("the database of this business cannot be used");
}

async function ownAnswer(request: Request, answer: () => Response | Promise<Response>): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return plainProblem("method_not_allowed", "this path allows GET, HEAD", { Allow: "GET, HEAD" });
  }
  return withDate(request, withCommonHeaders(await answer()));
}

function stopping(): Response {
  return plainProblem("not_ready", "the server is stopping; try again in a moment", { "Retry-After": "1" });
}
