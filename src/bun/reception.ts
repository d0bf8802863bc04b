/**
 * Answers from the first moment that a server listens: with the feeds as soon as they are read, with everything else as
 * soon as that is loaded.
 *
 * @module
 */
import { documentFront } from "../rest/document_front.ts";
import type { Representation } from "../web/representation.ts";
import { once } from "./once.ts";
import type { ServerOptions } from "./server.ts";
import type { AnswerCounts, Answering } from "./start_answering.ts";

export interface Reception extends Pick<ServerOptions, "front" | "handle"> {
  /** Lets requests in, which wait until then. The feeds are answered until there are those of a publication. */
  open(feeds: ReadonlyMap<string, Representation>): void;
  /** Has everything else loaded, unless a request did already. */
  load(): Promise<Answering>;
}

/** `load` is called once at most, not before the reception is open. */
export function createReception(load: (counts: AnswerCounts) => Promise<Answering>): Reception {
  const counts = new Map<number, number>();
  const opened = Promise.withResolvers<void>();
  let feeds: ReadonlyMap<string, Representation> = new Map();
  let answering: Answering | undefined;
  const loaded = once(async () => {
    answering = await load(counts);
    return answering;
  });
  const documents = documentFront((path) => answering?.document(path) ?? feeds.get(path));
  const counted = (response: Response) => {
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };
  return {
    front(request) {
      const answer = documents(request);
      return answer === null ? null : counted(answer);
    },
    async handle(request, client) {
      await opened.promise;
      return counted(documents(request) ?? (await (await loaded()).handle(request, client)));
    },
    open(first) {
      feeds = first;
      opened.resolve();
    },
    load: loaded,
  };
}
