/**
 * Resources: the documents, the newest reviews and each single review, as JSON.
 *
 * Everything here can be had by tools as well, since many hosts ignore resources; what they add is subscription.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { answerJson, businessAnswer, type Publication, searchAnswer } from "../publication/mod.ts";
import { harmless } from "./harmless.ts";
import { type Question, remembered } from "./question.ts";
import { RPC, RpcError } from "./rpc.ts";
import { HEAD_BYTES } from "./tools/search_reviews.ts";

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON text, or null while the resource is too large to be handed out whole. */
  text(question: Question): string | null;
}

const RESOURCES: readonly Resource[] = [
  {
    uri: "goodword://business",
    name: "business",
    title: "Business and rating",
    description: "The business, its catalog and its aggregate rating",
    text: ({ publication }) => JSON.stringify(businessAnswer(publication)),
  },
  {
    uri: "goodword://reviews/latest",
    name: "latest-reviews",
    title: "Newest reviews",
    description: "The newest reviews, as search_reviews answers without filters",
    text: ({ publication, limits }) =>
      answerJson(publication, searchAnswer(publication, {}, limits.maxAnswerBytes - HEAD_BYTES)),
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

/** The URI template of single reviews, the only entry of `resources/templates/list`. */
export const REVIEW_TEMPLATE = {
  uriTemplate: "goodword://review/{id}",
  name: "review",
  title: "One review",
  description: "One verified review in full, by its id",
  mimeType: "application/json",
};

/** The entries of `resources/list`. */
export function listResources(question: Question): object[] {
  return remembered(question, "resources", () => resourcesFor(question));
}

function resourcesFor(question: Question): object[] {
  return RESOURCES.flatMap(({ uri, name, title, description, text }) => {
    const content = text(question);
    if (content === null) return [];
    const lastModified = new Date(question.publication.publishedAt).toISOString();
    const annotations = { audience: ["user", "assistant"], lastModified };
    const size = ENCODER.encode(harmless(content)).length;
    return [{ uri, name, title, description, mimeType: "application/json", size, annotations }];
  });
}

/**
 * The members of a `resources/read` result as JSON text: the bytes of a document are made once per publication.
 * @throws {RpcError} for a URI without a resource.
 */
export function readResource(uri: string, question: Question): Uint8Array {
  const read = () => {
    const json = resourceText(uri, question);
    return json === null ? null : membersOf(uri, harmless(json));
  };
  const members = isDocument(uri) ? remembered(question, `read ${uri}`, read) : read();
  if (members === null) throw new RpcError(RPC.resourceNotFound, "Resource not found", { uri });
  return members;
}

/** Changes whenever the text of the resource does; null when there is none of that URI. Computed once per publication for documents. */
export function resourceDigest(uri: string, question: Question): string | null {
  const digest = () => {
    const text = resourceText(uri, question);
    return text === null ? null : createHash("sha256").update(text).digest("base64");
  };
  return isDocument(uri) ? remembered(question, `digest ${uri}`, digest) : digest();
}

const ENCODER = new TextEncoder();
const UTF8 = new TextDecoder();
const REVIEW_URI = /^goodword:\/\/review\/([A-Za-z0-9_-]{1,64})$/;

function isDocument(uri: string): boolean {
  return RESOURCES.some((known) => known.uri === uri);
}

function resourceText(uri: string, question: Question): string | null {
  const resource = RESOURCES.find((known) => known.uri === uri);
  if (resource) return resource.text(question);
  const id = REVIEW_URI.exec(uri)?.[1];
  return id === undefined ? null : reviewText(question.publication, id);
}

/** A review; of a joined copy the one that counts, which has another id. */
function reviewText(publication: Publication, id: string): string | null {
  const ordinal = publication.ordinalOf(publication.countedFor(id) ?? id);
  return ordinal === null ? null : UTF8.decode(publication.reviewBytesAt(ordinal));
}

function membersOf(uri: string, text: string): Uint8Array {
  return ENCODER.encode(`"contents":${JSON.stringify([{ uri, mimeType: "application/json", text }])}`);
}
