/**
 * One operation of the interface, whole: where it is, what it takes, how it is described, and what answers it. Routes, the
 * strict reading of parameters, the table of allowed methods and the OpenAPI document are all made from these rows.
 */
import type { Static, TObject, TSchema } from "typebox";
import type { Clock } from "../platform.ts";
import { COMMON_HEADERS } from "./headers.ts";
import { plainProblem } from "./problem.ts";

/** The HTTP methods operations are declared with. */
type Method = "GET" | "POST" | "DELETE";

/** What the server knows of the connection that a request came by. */
export interface Client {
  readonly clientAddress: string;
  /** Whether it has ended; unknown when left out. */
  readonly isGone?: boolean;
  /** Lifts the server's idle time-out for the answer to `request`. */
  keepOpen(request: Request): void;
  /** Puts it back, for the answer and whatever follows on the connection. */
  limitIdle(request: Request): void;
  /** Ends the connection of `request` when nothing more is read from it within seconds. */
  cut(request: Request): void;
}

/** The client of a rewritten request: the server only knows the original `given`. */
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

/** A request with what its operation asked for. */
export interface Call<Parameters = object, Query = object> {
  readonly request: Request;
  readonly client: Client;
  readonly pathname: string;
  /** Without its question mark, as it was sent. */
  readonly queryString: string;
  /** Path parameters, decoded; checked where the operation is strict about its path. */
  readonly parameters: Parameters;
  /** Query parameters where the operation is strict about its query: checked, with their types and defaults. */
  readonly query: Query;
  /** Answers with what `compute` gives when its turn comes. */
  admit(compute: () => HttpAnswer): HttpAnswer;
  /** Reads a body of so many bytes and answers, unless too many of them are held already. */
  holding(bytes: number, answer: () => Promise<Response>): Promise<Response>;
  /** Counts work beyond the request itself against the owner's limit, in requests. */
  charge(work: number): void;
  /** Lets everything else that waits pass, then goes on. */
  turn(): Promise<void>;
}

const EVENTS = "text/event-stream";

/** A response, now or later. */
export type HttpAnswer = Response | Promise<Response>;

/** Hands an answer on as soon as it is there. What fails fails on. */
export function whenAnswered(answer: HttpAnswer, next: (response: Response) => Response): HttpAnswer {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** An answer that never fails: `otherwise` makes another of what was thrown, now or later. */
export function answerOr(make: () => HttpAnswer, otherwise: (error: unknown) => Response): HttpAnswer {
  try {
    const answer = make();
    return answer instanceof Promise ? answer.catch(otherwise) : answer;
  } catch (error) {
    return otherwise(error);
  }
}

/** An operation as it is declared: its OpenAPI description and its handler in one. */
interface OperationRow<Service, P extends TObject, Q extends TObject> {
  readonly id: string;
  readonly method: Method;
  /** As OpenAPI writes it: `/api/reviews/since/{date}`. */
  readonly path: string;
  /** In the OpenAPI document; an operation without a tag is no part of the documented interface. */
  readonly tag?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly pathParameters?: P;
  readonly query?: Q;
  /**
   * What is read strictly before the operation answers: whatever is invalid, repeated or unknown is a 400 that names all
   * of it. What is not read strictly is described only. One that is strict about its path takes no query but the one it declares.
   */
  readonly strict?: "path" | "query";
  /** What to do instead, for a query parameter that is not known. */
  readonly unknownHint?: string;
  readonly headers?: readonly HeaderParameter[];
  readonly body?: { readonly mediaType: string; readonly schema: TSchema; readonly example: unknown };
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** OpenAPI callback objects by name. */
  readonly callbacks?: Readonly<Record<string, unknown>>;
  /** Every request counts against the limit that the owner may have set. */
  readonly isLimited?: boolean;
  /**
   * Every answer is computed for its request, or those with a query are: it takes its turn, and counts against the limit.
   * Where neither is so, or a body comes first, the operation calls {@link Call.admit} itself.
   */
  readonly isComputed?: true | "with query";
  /** `service` is what the rows of this door need of the running server. */
  answer(call: Call<Static<P>, Static<Q>>, service: Service): HttpAnswer;
}

/** A row among those of all doors: its parameters are known to its own `answer` alone. */
export interface Operation<Service = never> extends Omit<OperationRow<Service, TObject, TObject>, "answer"> {
  answer(call: Call, service: Service): HttpAnswer;
}

/** Makes an operation whose `answer` gets parameters of the types in its schemas. */
export function operation<Service, P extends TObject, Q extends TObject>(
  row: OperationRow<Service, P, Q>,
): Operation<Service> {
  // Its parameters are read by these very schemas before it is asked.
  return row as unknown as Operation<Service>;
}

/** A request header that an operation reads, for its OpenAPI description only: no header is checked by it. */
interface HeaderParameter {
  readonly name: string;
  readonly description: string;
  /** Left out where any made-up value would be refused: Swagger UI sends examples as they are. */
  readonly example?: string;
}

/** Where a client may go on from a response: an operation, and what its parameters are taken from. */
export interface ResponseLink {
  readonly operationId: string;
  /** Runtime expressions, such as `$response.body#/next_cursor`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly description: string;
}

/** One response of an operation, as OpenAPI describes it. */
export interface OperationResponse {
  readonly description: string;
  /** Names of header components. */
  readonly headers?: readonly string[];
  /** By media type. */
  readonly content?: Readonly<Record<string, { readonly schema: TSchema; readonly example?: unknown }>>;
  /** By name. */
  readonly links?: Readonly<Record<string, ResponseLink>>;
}

/** Where an operation is and what it may answer: enough for the table of methods. */
type Place = Pick<Operation, "method" | "path" | "responses">;

/** Finds the operations of a path, by the segments of their templates. */
export function operationsAt<O extends Place>(operations: readonly O[], pathname: string): O[] {
  const segments = pathname.split("/");
  return operations.filter(({ path }) => {
    const template = path.split("/");
    if (template.length !== segments.length) return false;
    return template.every((part, at) => (part.startsWith("{") ? segments[at] !== "" : part === segments[at]));
  });
}

/** The methods a path takes, for Allow; HEAD goes with GET, unless that opens a stream without end. */
export function allowedMethods(operations: readonly Place[]): string[] {
  const methods = new Set<string>(operations.map(({ method }) => method));
  if (operations.some(({ method, responses }) => method === "GET" && !isStream(responses[200]))) methods.add("HEAD");
  return ["GET", "HEAD", "POST", "DELETE"].filter((method) => methods.has(method));
}

function isStream(response: OperationResponse | undefined): boolean {
  const types = Object.keys(response?.content ?? {});
  return types.length > 0 && types.every((type) => type === EVENTS);
}

/** Whether a part of a schema is an enumeration without a type. */
export function isBareEnum(schema: object): boolean {
  return "enum" in schema && Array.isArray(schema.enum) && !("type" in schema);
}

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

/** What a probe is answered while all is well. */
export function healthy(): Response {
  const headers = { ...COMMON_HEADERS, "Cache-Control": "no-store", "Content-Type": "application/json" };
  return new Response('{"status":"ok"}\n', { headers });
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
