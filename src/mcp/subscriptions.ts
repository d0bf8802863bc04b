/**
 * Who wants to hear of which resource, and what each has been told: a digest per subscription, compared with the
 * publication, so that nobody hears twice of one change and nobody of a change that left the resource as it was.
 *
 * @module
 */
import type { McpLimits } from "./limits.ts";
import type { Question } from "./question.ts";
import { resourceDigest } from "./resources.ts";
import { RPC, RpcError } from "./rpc.ts";

/** Tells a subscriber that a resource changed. */
export type Notify = (uri: string) => void;

/** Resource subscriptions of both eras: of legacy sessions, and of modern streams while they last. */
export interface Subscriptions {
  /** Subscribes a legacy session; twice is once. @throws {RpcError} for an unknown resource or too many of them. */
  subscribe(sessionId: string, uri: string, question: Question): void;
  unsubscribe(sessionId: string, uri: string): void;
  /** From now on the session is told by `notify`, first of what changed while nobody listened; undone by the result. */
  attach(sessionId: string, notify: Notify, question: Question): () => void;
  /** Forgets a session. */
  end(sessionId: string): void;
  /** Tells `notify` of the resources of `uris` that exist, until the result is called. */
  listen(uris: readonly string[], notify: Notify, question: Question): { known: string[]; stop: () => void };
  /** Tells everybody what differs from what they were told last. */
  publicationChanged(question: Question): void;
  /** Subscriptions held now. */
  count(): number;
}

interface Subscriber {
  /** Digest last told, by URI. */
  readonly told: Map<string, string>;
  notify: Notify | null;
}

/** Creates an empty set of subscriptions, held in memory within `limits`. */
export function createSubscriptions(limits: McpLimits): Subscriptions {
  const sessions = new Map<string, Subscriber>();
  const listeners = new Set<Subscriber>();
  const sessionOf = (id: string) => {
    const subscriber = sessions.get(id) ?? { told: new Map(), notify: null };
    sessions.set(id, subscriber);
    if (sessions.size > limits.maxSubscribedSessions) forgetOne(sessions);
    return subscriber;
  };
  return {
    subscribe(sessionId, uri, question) {
      const digest = digestOf(uri, question);
      if (digest === ABSENT) throw new RpcError(RPC.resourceNotFound, "Resource not found", { uri });
      const { told } = sessionOf(sessionId);
      if (!told.has(uri) && told.size >= limits.maxSubscriptionsPerSession) {
        throw new RpcError(RPC.refused, `A session may subscribe to ${limits.maxSubscriptionsPerSession} resources`);
      }
      told.set(uri, digest);
    },
    unsubscribe(sessionId, uri) {
      const subscriber = sessions.get(sessionId);
      subscriber?.told.delete(uri);
      if (subscriber?.told.size === 0 && !subscriber.notify) sessions.delete(sessionId);
    },
    attach(sessionId, notify, question) {
      const subscriber = sessionOf(sessionId);
      subscriber.notify = notify;
      tell(subscriber, (uri) => digestOf(uri, question));
      return () => {
        if (subscriber.notify === notify) subscriber.notify = null;
        if (subscriber.told.size === 0 && !subscriber.notify) sessions.delete(sessionId);
      };
    },
    end: (sessionId) => void sessions.delete(sessionId),
    listen(uris, notify, question) {
      const entries = [...new Set(uris)].map((uri) => [uri, digestOf(uri, question)] as const);
      const told = new Map(entries.filter(([, digest]) => digest !== ABSENT));
      const subscriber = { told, notify };
      listeners.add(subscriber);
      return { known: [...told.keys()], stop: () => void listeners.delete(subscriber) };
    },
    publicationChanged(question) {
      const digests = new Map<string, string>();
      const current = (uri: string) => {
        const digest = digests.get(uri) ?? digestOf(uri, question);
        digests.set(uri, digest);
        return digest;
      };
      for (const subscriber of [...sessions.values(), ...listeners]) tell(subscriber, current);
    },
    count: () => [...sessions.values(), ...listeners].reduce((sum, { told }) => sum + told.size, 0),
  };
}

/** The digest of a resource that does not exist (any more). */
const ABSENT = "";

function digestOf(uri: string, question: Question): string {
  return resourceDigest(uri, question) ?? ABSENT;
}

function tell({ told, notify }: Subscriber, current: (uri: string) => string): void {
  if (!notify) return;
  for (const [uri, last] of told) {
    const digest = current(uri);
    if (digest === last) continue;
    told.set(uri, digest);
    notify(uri);
  }
}

/** Makes room: the oldest session that nobody listens on. */
function forgetOne(sessions: Map<string, Subscriber>): void {
  for (const [id, { notify }] of sessions) {
    if (notify) continue;
    sessions.delete(id);
    return;
  }
}
