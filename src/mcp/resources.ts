import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { memo } from "../memo.ts";
import { answerJson, type Publication, searchAnswer } from "../publication/mod.ts";
import { visible } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { defangedJson } from "./escape_untrusted.ts";
import { searchOptions } from "./review_tools.ts";
import { RPC, RpcError } from "./rpc.ts";
import type { McpContext } from "./tool.ts";
import { businessValue } from "./tools.ts";

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Null while the resource is too large. */
  text(context: McpContext): string | null;
}

const RESOURCES: readonly Resource[] = [
  {
    uri: "goodword://business",
    name: "business",
    title: "Business and rating",
    description: "The business, its catalog and its aggregate rating",
    text: (context) => JSON.stringify(businessValue(context)),
  },
  {
    uri: "goodword://reviews/latest",
    name: "latest-reviews",
    title: "Newest reviews",
    description: "The newest reviews, as returned by search_reviews without filters",
    text: ({ publication, limits }) => answerJson(publication, searchAnswer(publication, {}, searchOptions(limits))),
  },
  {
    uri: "goodword://reviews",
    name: "reviews",
    title: "All reviews",
    description: "The full set of verified reviews, as /reviews.json",
    text: ({ publication: { json }, limits }) =>
      totalOf(json.reviews) > limits.maxResourceBytes ? null : UTF8.decode(Buffer.concat(json.reviews)).trimEnd(),
  },
  {
    uri: "goodword://insights",
    name: "insights",
    title: "Insights",
    description: "Sentiment by aspect, technician, service and area, topics, questions and summary, as /insights.json",
    text: ({ publication }) => publication.json.insights.trimEnd(),
  },
];

function totalOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

export const REVIEW_TEMPLATE = {
  uriTemplate: "goodword://review/{id}",
  name: "review",
  title: "One review",
  description: "One verified review in full, by its id",
  mimeType: "application/json",
};

export function listResources(context: McpContext): object[] {
  return memo(context, "resources", () => resourcesFor(context));
}

function resourcesFor(context: McpContext): object[] {
  return RESOURCES.flatMap(({ uri, name, title, description, text }) => {
    const content = text(context);
    if (content === null) return [];
    const lastModified = new Date(context.publication.publishedAt).toISOString();
    const annotations = { audience: ["user", "assistant"], lastModified };
    const size = utf8Bytes(shown(content)).length;
    return [{ uri, name, title, description, mimeType: "application/json", size, annotations }];
  });
}

/** JSON text, made once per publication for documents. @throws {RpcError} for a URI without a resource */
export function readResource(uri: string, context: McpContext): Uint8Array {
  const read = () => {
    const json = resourceText(uri, context);
    return json === null ? null : membersOf(uri, shown(json));
  };
  const members = isDocument(uri) ? memo(context, `read ${uri}`, read) : read();
  if (members === null) throw new RpcError(RPC.resourceNotFound, "Resource not found", { uri });
  return members;
}

/** Hosts pass resources to people and models as they are. */
function shown(json: string): string {
  return visible(defangedJson(json));
}
const UTF8 = new TextDecoder();
const REVIEW_URI = /^goodword:\/\/review\/([A-Za-z0-9_-]{1,64})$/;

function isDocument(uri: string): boolean {
  return RESOURCES.some((known) => known.uri === uri);
}

function resourceText(uri: string, context: McpContext): string | null {
  const resource = RESOURCES.find((known) => known.uri === uri);
  if (resource) return resource.text(context);
  const id = REVIEW_URI.exec(uri)?.[1];
  return id === undefined ? null : reviewText(context.publication, id);
}

/** A joined copy is answered by the review that counts. */
function reviewText(publication: Publication, id: string): string | null {
  const ordinal = publication.ordinalOf(publication.countedFor(id) ?? id);
  return ordinal === null ? null : UTF8.decode(publication.reviewBytesAt(ordinal));
}

function membersOf(uri: string, text: string): Uint8Array {
  return utf8Bytes(`"contents":${JSON.stringify([{ uri, mimeType: "application/json", text }])}`);
}

type Notify = (uri: string) => void;

export type ResourceSubscriptions = ReturnType<typeof createResourceSubscriptions>;

interface Subscriber {
  /** Digest of the last reported text, by URI. */
  readonly reported: Map<string, string>;
  readonly notify: Notify;
}

export function createResourceSubscriptions() {
  const subscribers = new Set<Subscriber>();
  let latest: McpContext | null = null;
  return {
    /** Reports changes of the `uris` that exist, until `stop` is called. */
    listen(uris: readonly string[], notify: Notify, context: McpContext) {
      const entries = [...new Set(uris)].map((uri) => [uri, digestOf(uri, context)] as const);
      const reported = new Map(entries.filter(([, digest]) => digest !== ABSENT));
      const subscriber = { reported, notify };
      subscribers.add(subscriber);
      return { known: [...reported.keys()], stop: () => void subscribers.delete(subscriber) };
    },
    /** A few at a time; stops when a later publication arrives. */
    async publicationChanged(context: McpContext): Promise<void> {
      latest = context;
      const digests = new Map<string, string>();
      const current = (uri: string) => {
        const digest = digests.get(uri) ?? digestOf(uri, context);
        digests.set(uri, digest);
        return digest;
      };
      let computed = 0;
      for (const subscriber of [...subscribers]) {
        report(subscriber, current);
        if (digests.size - computed < DIGESTS_PER_TURN) continue;
        computed = digests.size;
        await setImmediate();
        if (latest !== context) return;
      }
    },
    count: () => [...subscribers].reduce((sum, { reported }) => sum + reported.size, 0),
  };
}

/** Resources rendered before yielding to the event loop. */
const DIGESTS_PER_TURN = 50;

const ABSENT = "";

/** Computed once per publication for documents. */
function digestOf(uri: string, context: McpContext): string {
  const digest = () => {
    const text = resourceText(uri, context);
    return text === null ? ABSENT : createHash("sha256").update(text).digest("base64");
  };
  return isDocument(uri) ? memo(context, `digest ${uri}`, digest) : digest();
}

function report({ reported, notify }: Subscriber, current: (uri: string) => string): void {
  for (const [uri, last] of reported) {
    const digest = current(uri);
    if (digest === last) continue;
    reported.set(uri, digest);
    notify(uri);
  }
}
