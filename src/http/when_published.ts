/** Answers that need something to be published: they wait for it after a start, for a while. */
import type { Clock } from "../platform.ts";
import type { HttpAnswer } from "./operation.ts";
import { plainProblem } from "./problem.ts";

/** How long a request waits for the first publication after a start, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Where the present publication is had from. */
export interface Source<Published> {
  readonly current: Published | null;
  /** What is published, as soon as there is anything. */
  ready(): Promise<Published>;
}

/** What an operation that answers from a publication needs. */
export interface PublishingService<Published> {
  readonly reader: Source<Published>;
  readonly clock: Clock;
}

/** An `answer` of an operation that is given what is published, as soon as there is anything; 503 when it takes too long. */
export function whenPublished<Call, Published, Service extends PublishingService<Published>>(
  answer: (call: Call, published: Published, service: Service) => HttpAnswer,
): (call: Call, service: Service) => HttpAnswer {
  return (call, service) => {
    const { current } = service.reader;
    return current === null ? answerLater(call, service, answer) : answer(call, current, service);
  };
}

async function answerLater<Call, Published, Service extends PublishingService<Published>>(
  call: Call,
  service: Service,
  answer: (call: Call, published: Published, service: Service) => HttpAnswer,
): Promise<Response> {
  const published = await inTime(service.reader.ready(), service.clock);
  return published === null ? notReady() : answer(call, published, service);
}

/** The 503 of a server that is not ready, as one is that has nothing to answer from yet. */
export function notReady(message = "the reviews are still loading; try again in a moment"): Response {
  return plainProblem("not_ready", message, { "Retry-After": "1" });
}

function inTime<T>(promise: Promise<T>, clock: Clock): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(PATIENCE_MS, () => resolve(null));
    promise.then(resolve, reject).finally(cancel);
  });
}
