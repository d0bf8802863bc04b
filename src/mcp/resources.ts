/**
 * Resources: the documents, the newest reviews and each single review, as JSON.
 *
 * Everything here can be had by tools as well, since many hosts ignore resources; what they add is subscription.
 *
 * @module
 */
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
    text: ({ publication, limits }) => wholeSet(publication, limits.maxResourceBytes),
  },
  {
    uri: "goodword://insights",
    name: "insights",
    title: "Insights",
    description: "Sentiment by aspect, technician, service and area, topics, questions and summary, as /insights.json",
    text: ({ publication }) => JSON.stringify(publication.insights),
  },
];

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
    const size = new TextEncoder().encode(harmless(content)).length;
    return [{ uri, name, title, description, mimeType: "application/json", size, annotations }];
  });
}

/** The text of a resource, or null when there is none of that URI. */
export function resourceText(uri: string, question: Question): string | null {
  const resource = RESOURCES.find((known) => known.uri === uri);
  if (resource) return resource.text(question);
  const id = REVIEW_URI.exec(uri)?.[1];
  const ordinal = id === undefined ? null : question.publication.ordinalOf(id);
  return ordinal === null ? null : new TextDecoder().decode(question.publication.reviewBytesAt(ordinal));
}

/** @throws {RpcError} for a URI without a resource. */
export function readResource(uri: string, question: Question) {
  const json = resourceText(uri, question);
  if (json === null) throw new RpcError(RPC.resourceNotFound, "There is no such resource", { uri });
  const text = harmless(json);
  return { contents: [{ uri, mimeType: "application/json", text }] };
}

const REVIEW_URI = /^goodword:\/\/review\/([A-Za-z0-9_-]{1,64})$/;

function wholeSet(publication: Publication, maxBytes: number): string | null {
  let bytes = 0;
  for (let ordinal = 0; ordinal < publication.reviewCount; ordinal++) {
    bytes += publication.reviewBytesAt(ordinal).length + 1;
    if (bytes > maxBytes) return null;
  }
  const ordinals = Array.from({ length: publication.reviewCount }, (_, ordinal) => ordinal);
  return answerJson(publication, { head: businessAnswer(publication), ordinals, tail: {} });
}
