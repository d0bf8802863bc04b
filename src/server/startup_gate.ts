/**
 * Holds requests from the moment that a server listens until its business answers. Requests that still wait when the server has to stop
 * are answered with 503.
 */

import { documentFastPath } from "../api/document_fast_path.ts";
import { plainProblem } from "../http/problem.ts";
import type { ServedBusiness } from "./business.ts";
import { type ServerOptions, unsentWork } from "./listen.ts";
import type { AnswerCounts } from "./readiness.ts";

/** Takes requests from the moment the port is open. */
interface StartupGate extends Pick<ServerOptions, "front" | "handle" | "counted"> {
  /** Answers given so far, by status. */
  readonly counts: AnswerCounts;
  /** Lets all requests in, those that wait included. */
  open(): void;
  /** To be called once every request can be answered without waiting for the start. */
  started(): void;
  /** Answers 503 from now on, and to all who wait, unless the server has started: then nobody has to wait. */
  turnAway(): void;
}

/** Creates a gate that holds every request to a business until it is opened. */
export function createStartupGate(business: Pick<ServedBusiness, "document" | "handle">): StartupGate {
  const counts = new Map<number, number>();
  const opened = Promise.withResolvers<void>();
  const turnedAway = Promise.withResolvers<void>();
  let hasStarted = false;
  let isClosed = false;
  const documents = documentFastPath((path) => business.document(path));

  const counted = (response: Response) => {
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };

  return {
    counts,
    counted,
    front(request) {
      const document = documents(request);
      return document === null ? null : counted(document);
    },
    handle(request, client) {
      if (isClosed) return counted(stopping());
      // What answers fails only where the server has to stop for it.
      if (hasStarted) {
        const answered = business.handle(request, client);
        return answered instanceof Promise ? answered.catch(stopping).then(counted) : counted(answered);
      }
      const answered = unsentWork(request, client, () => opened.promise)
        .then(() => business.handle(request, client))
        .catch(stopping);
      return Promise.race([answered, turnedAway.promise.then(stopping)]).then(counted);
    },
    open: opened.resolve,
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
