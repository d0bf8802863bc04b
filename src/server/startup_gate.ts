/**
 * Answers from the first moment that a server listens: with the feeds as soon as they are read, with everything else as
 * soon as that is loaded. Who still waits when the server has to stop is turned away with an answer, too.
 */

import { documentFastPath } from "../api/document_fast_path.ts";
import type { Client } from "../http/operation.ts";
import type { Site } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import { type Representation, representationsOf } from "../http/representation.ts";
import type { Log } from "../platform.ts";
import { FEED_SIZE } from "../publication/feeds/atom.ts";
import { firstFeeds } from "../publication/publishing/feed_documents.ts";
import type { Store } from "../store/mod.ts";
import type { ServedBusiness } from "./business.ts";
import { type ServerOptions, unsentWork } from "./listen.ts";
import type { AnswerCounts } from "./readiness.ts";

/** Takes requests from the moment the port is open, and holds them until something can answer. */
export interface StartupGate extends Pick<ServerOptions, "front" | "handle" | "counted"> {
  /** Answers given so far, by status. */
  readonly counts: AnswerCounts;
  /** Resolves with the first request that needs more than the feeds. */
  readonly wanted: Promise<void>;
  /** Answers the feeds, until there are those of a publication, while `mayShow` agrees. */
  showFeeds(feeds: ReadonlyMap<string, Representation>, mayShow: () => boolean): void;
  /** Lets all requests in, those that wait included. */
  open(answering: Pick<ServedBusiness, "document" | "handle">): void;
  /** To be called once every request can be answered without waiting for the start. */
  started(): void;
  /** Answers 503 from now on, and to all who wait, unless the server has started: then nobody has to wait. */
  turnAway(): void;
}

/** Creates a gate that holds every request until feeds are shown or it is opened. */
export function createStartupGate(): StartupGate {
  const counts = new Map<number, number>();
  const wanted = Promise.withResolvers<void>();
  const shown = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const turnedAway = Promise.withResolvers<void>();
  let isShown = false;
  let hasStarted = false;
  let isClosed = false;
  let feeds: ReadonlyMap<string, Representation> = new Map();
  let mayShowFeeds = () => false;
  let answering: Pick<ServedBusiness, "document" | "handle"> = { document: () => undefined, handle: stopping };
  const documents = documentFastPath((path) => answering.document(path) ?? feedAt(path));
  const feedAt = (path: string) => (mayShowFeeds() ? feeds.get(path) : undefined);

  const counted = (response: Response) => {
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };
  /** Documents were looked for in front, unless they were not shown yet. */
  async function answer(request: Request, client: Client): Promise<Response> {
    const document = await unsentWork(request, client, async () => {
      const found = isShown ? null : await shown.promise.then(() => documents(request));
      if (found === null) {
        wanted.resolve();
        await opened.promise;
      }
      return found;
    });
    return document ?? answering.handle(request, client);
  }

  return {
    counts,
    counted,
    wanted: wanted.promise,
    front(request) {
      const document = documents(request);
      return document === null ? null : counted(document);
    },
    handle(request, client) {
      if (isClosed) return counted(stopping());
      // What answers fails only where the server has to stop for it.
      if (hasStarted) {
        const answered = answering.handle(request, client);
        return answered instanceof Promise ? answered.catch(stopping).then(counted) : counted(answered);
      }
      const answered = answer(request, client).catch(stopping);
      return Promise.race([answered, turnedAway.promise.then(stopping)]).then(counted);
    },
    showFeeds(first, mayShow) {
      feeds = first;
      mayShowFeeds = mayShow;
      isShown = true;
      shown.resolve();
    },
    open(next) {
      answering = next;
      opened.resolve();
    },
    started() {
      hasStarted = true;
    },
    turnAway() {
      if (hasStarted) return;
      isClosed = true;
      turnedAway.resolve();
    },
  };
}

function stopping(): Response {
  return plainProblem("not_ready", "the server is stopping; try again in a moment", { "Retry-After": "1" });
}

/** The feeds of a revision, by path. */
export interface FirstFeeds {
  readonly revision: number;
  readonly feeds: ReadonlyMap<string, Representation>;
}

/** The feeds from the newest reviews; none when they would take long to make, or cannot be read. */
export async function readFirstFeeds(
  { editions }: Pick<Store, "editions">,
  site: Site,
  log: Log,
): Promise<FirstFeeds | null> {
  try {
    return await editions.read(
      async (edition) => {
        return { revision: edition.revision, feeds: representationsOf(await firstFeeds(edition, site)) };
      },
      { newest: FEED_SIZE },
    );
  } catch (error) {
    // The publisher looks closer: it ends the server when it cannot read the file either, and says why.
    log.warn("Feeds are unavailable until the first publication", { error: String(error) });
    return null;
  }
}
