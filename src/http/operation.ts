/** Operations as rows: routes, strict parameters, the table of methods and OpenAPI are made from them. */
import type { Static, TObject, TSchema } from "typebox";
import { type Clock, withTimeout } from "../platform.ts";
import { COMMON_HEADERS } from "./headers.ts";
import type { OutgoingBody, Sending } from "./outgoing.ts";
import { plainProblem } from "./problem.ts";

type Method = "GET" | "POST" | "DELETE";

export interface Client {
  readonly clientAddress: string;
  readonly isGone?: boolean;
  /** Lifts the server's idle time-out for the answer. */
  keepOpen(request: Request): void;
  /** Restores it for the rest of the connection. */
  limitIdle(request: Request): void;
  /** Ends the connection unless the client reads within seconds. */
  cut(request: Request): void;
}

/** Client of a rewritten request, since the server knows only the original. */
export function clientOf(given: Request, client: Client): Client {
  return {
    get clientAddress() {
      return client.clientAddress;
    },
    get isGone() {
      return client.isGone === true;
    },
    keepOpen: () => client.keepOpen(given),
    limitIdle: () => client.limitIdle(given),
    cut: () => client.cut(given),
  };
}

export interface Call<Parameters = object, Query = object> {
  readonly request: Request;
  readonly client: Client;
  readonly pathname: string;
  /** Query string as sent, without its question mark. */
  readonly queryString: string;
  /** Decoded; checked if the operation is strict about its path. */
  readonly parameters: Parameters;
  /** Checked if the operation is strict, with types and defaults. */
  readonly query: Query;
  admit(compute: () => ResponseOrPromise): ResponseOrPromise;
  /** Reads a body of so many bytes, unless too many of them are held. */
  holding(bytes: number, answer: () => Promise<Response>): Promise<Response>;
  charge(work: number): void;
  /** Streams a large body, unless too much is unread. */
  send(body: OutgoingBody): Sending;
  /** Yields to everything that waits. */
  turn(): Promise<void>;
}

const EVENTS = "text/event-stream";

export type ResponseOrPromise = Response | Promise<Response>;

export function mapResponse(answer: ResponseOrPromise, next: (response: Response) => Response): ResponseOrPromise {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** Never fails: `otherwise` responds to whatever was thrown, now or later. */
export function catchResponse(
  make: () => ResponseOrPromise,
  otherwise: (error: unknown) => Response,
): ResponseOrPromise {
  try {
    const answer = make();
    return answer instanceof Promise ? answer.catch(otherwise) : answer;
  } catch (error) {
    return otherwise(error);
  }
}

interface OperationRow<Service, P extends TObject, Q extends TObject> {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** Operations without a tag are not in the OpenAPI document. */
  readonly tag?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly pathParameters?: P;
  readonly query?: Q;
  /**
   * Strict parameters: all that is invalid, repeated or unknown is one 400. A strict path takes no query but the one
   * declared.
   */
  readonly strict?: "path" | "query";
  /** Advice for an unknown query parameter. */
  readonly unknownHint?: string;
  readonly headers?: readonly HeaderParameter[];
  readonly body?: { readonly mediaType: string; readonly schema: TSchema; readonly example: unknown };
  readonly responses: Readonly<Record<number, OperationResponse>>;
  readonly callbacks?: Readonly<Record<string, unknown>>;
  /** Counts against the owner's limit. */
  readonly isLimited?: boolean;
  /**
   * Computed for its request (always, or with a query): takes its turn, and counts against the owner's limit.
   * Otherwise the operation may call {@link Call.admit} itself.
   */
  readonly isComputed?: true | "with query";
  answer(call: Call<Static<P>, Static<Q>>, service: Service): ResponseOrPromise;
}

/** Its parameters are typed for its own `answer` only. */
export interface Operation<Service = never> extends Omit<OperationRow<Service, TObject, TObject>, "answer"> {
  answer(call: Call, service: Service): ResponseOrPromise;
}

export function operation<Service, P extends TObject, Q extends TObject>(
  row: OperationRow<Service, P, Q>,
): Operation<Service> {
  // Its parameters were checked by these very schemas.
  return row as unknown as Operation<Service>;
}

/** Header described in OpenAPI only: requests are not checked against it. */
interface HeaderParameter {
  readonly name: string;
  readonly description: string;
  /** Left out where any made-up value would be refused. */
  readonly example?: string;
}

/** Link to a request that may follow a response. */
export interface ResponseLink {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly description: string;
}

export interface OperationResponse {
  readonly description: string;
  /** Names of header components. */
  readonly headers?: readonly string[];
  readonly content?: Readonly<Record<string, { readonly schema: TSchema; readonly example?: unknown }>>;
  readonly links?: Readonly<Record<string, ResponseLink>>;
}

type Place = Pick<Operation, "method" | "path" | "responses">;

/** Operations whose path template matches, compared by segments. */
export function operationsAt<O extends Place>(operations: readonly O[], pathname: string): O[] {
  const segments = pathname.split("/");
  return operations.filter(({ path }) => {
    const template = path.split("/");
    if (template.length !== segments.length) return false;
    return template.every((part, at) => (part.startsWith("{") ? segments[at] !== "" : part === segments[at]));
  });
}

/** Methods for Allow. HEAD goes with GET, unless that opens an endless stream. */
export function allowedMethods(operations: readonly Place[]): string[] {
  const methods = new Set<string>(operations.map(({ method }) => method));
  if (operations.some(({ method, responses }) => method === "GET" && !isStream(responses[200]))) methods.add("HEAD");
  return ["GET", "HEAD", "POST", "DELETE"].filter((method) => methods.has(method));
}

function isStream(response: OperationResponse | undefined): boolean {
  const types = Object.keys(response?.content ?? {});
  return types.length > 0 && types.every((type) => type === EVENTS);
}

/** An enumeration without a type. */
export function isBareEnum(schema: object): boolean {
  return "enum" in schema && Array.isArray(schema.enum) && !("type" in schema);
}

/** How long a request waits for the first publication. */
const PUBLICATION_TIMEOUT_MS = 20_000;

export interface Source<Published> {
  readonly current: Published | null;
  ready(): Promise<Published>;
}

export interface PublishingService<Published> {
  readonly reader: Source<Published>;
  readonly clock: Clock;
}

/** Waits for the first publication; 503 when it takes too long. */
export function whenPublished<Call, Published, Service extends PublishingService<Published>>(
  answer: (call: Call, published: Published, service: Service) => ResponseOrPromise,
): (call: Call, service: Service) => ResponseOrPromise {
  return (call, service) => {
    const { current } = service.reader;
    return current === null ? answerLater(call, service, answer) : answer(call, current, service);
  };
}

async function answerLater<Call, Published, Service extends PublishingService<Published>>(
  call: Call,
  service: Service,
  answer: (call: Call, published: Published, service: Service) => ResponseOrPromise,
): Promise<Response> {
  const { reader, clock } = service;
  const published = await withTimeout(reader.ready(), { timeoutMs: PUBLICATION_TIMEOUT_MS, clock, late: () => null });
  return published === null ? notReady() : answer(call, published, service);
}

export function healthy(): Response {
  const headers = { ...COMMON_HEADERS, "Cache-Control": "no-store", "Content-Type": "application/json" };
  return new Response('{"status":"ok"}\n', { headers });
}

export function notReady(message = "the reviews are still loading; try again in a moment"): Response {
  return plainProblem("not_ready", message, { "Retry-After": "1" });
}
