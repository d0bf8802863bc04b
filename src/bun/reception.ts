/**
 * Answers from the first moment that a server listens: with the feeds as soon as they are read, with everything else as
 * soon as that is loaded. Who still waits when the server has to stop is turned away with an answer, too.
 *
 * @module
 */
import type { Client } from "../app/mod.ts";
import { documentFront } from "../rest/document_front.ts";
import { plainProblem } from "../web/problem.ts";
import type { Representation } from "../web/representation.ts";
import type { AnswerCounts } from "./answer_counts.ts";
import type { ServerOptions } from "./server.ts";
import type { Answering } from "./start_answering.ts";

/** Takes requests from the moment the port is open, and holds them until something can answer. */
export interface Reception extends Pick<ServerOptions, "front" | "handle"> {
  /** Answers given so far, by status. */
  readonly counts: AnswerCounts;
  /** Resolves with the first request that needs more than the feeds. */
  readonly wanted: Promise<void>;
  /** Answers the feeds, until there are those of a publication, while `mayShow` agrees. */
  showFeeds(feeds: ReadonlyMap<string, Representation>, mayShow: () => boolean): void;
  /** Lets all requests in, those that wait included. Called again, it changes who answers. */
  open(answering: Pick<Answering, "document" | "handle">): void;
  /** To be called once every request can be answered without waiting for the start. */
  started(): void;
  /** Answers 503 from now on, and to all who wait, unless the server has started: then nobody has to wait. */
  turnAway(): void;
}

/** Creates a reception that holds every request until feeds are shown or it is opened. */
export function createReception(): Reception {
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
  let answering: Pick<Answering, "document" | "handle"> = { document: () => undefined, handle: stopping };
  const documents = documentFront((path) => answering.document(path) ?? feedAt(path));
  const feedAt = (path: string) => (mayShowFeeds() ? feeds.get(path) : undefined);

  const counted = (response: Response) => {
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };
  /** Documents were looked for in front, unless they were not shown yet. */
  async function answer(request: Request, client: Client): Promise<Response> {
    if (!isShown) {
      await shown.promise;
      const document = documents(request);
      if (document !== null) return document;
    }
    wanted.resolve();
    await opened.promise;
    return answering.handle(request, client);
  }

  return {
    counts,
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
      // Nothing is sent while it waits, which looks idle to the server, and may take longer than that is borne.
      client.keepOpen(request);
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
