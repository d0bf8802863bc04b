/** Subscribers, and what they hold against the hub: contents that come twice, or after a newer one. */
import type { TlsSubscriber } from "../../test/support/tls_subscriber.ts";
import { editionIn } from "./readers.ts";

export interface WatchedSubscriber extends Disposable {
  readonly callback: string;
  /** The content of each delivery so far. */
  readonly contents: readonly string[];
  /** Contents that came once more after they had been acknowledged. */
  repeated(): number;
  /** Deliveries that came after one of a newer edition. */
  outOfOrder(): number;
}

export function watchDeliveries(subscriber: TlsSubscriber): WatchedSubscriber {
  const confirm = subscriber.answer;
  const contents: string[] = [];
  let latest = 0;
  let outOfOrder = 0;
  subscriber.answer = (request) => {
    if (request.method === "POST") {
      const edition = editionIn(request.body) ?? 0;
      if (edition < latest) outOfOrder++;
      latest = Math.max(latest, edition);
      contents.push(contentOf(request.body));
    }
    return confirm(request);
  };
  return {
    callback: subscriber.callback,
    contents,
    repeated: () => contents.length - new Set(contents).size,
    outOfOrder: () => outOfOrder,
    [Symbol.dispose]: () => subscriber[Symbol.dispose](),
  };
}

/** The content of a feed, whichever release wrote it. */
export function contentOf(body: string): string {
  return body.replace(/<generator>.*?<\/generator>/, "");
}
