/**
 * The operations as routes of one Elysia application.
 *
 * Elysia routes, and runs what an operation wants done before it answers: the strict reading of its parameters and the
 * limit of requests, both as macros. Its own validation and body parser are more lenient than the interface promises to
 * be (docs/decisions/0002-router.md), so that every route gets the request and gives a finished response.
 *
 * @module
 */
import { Elysia } from "elysia";
import type { Answer, Client, Operation } from "../web/operation.ts";
import { parameterReader, pathReader, type Reading } from "../web/parameters.ts";
import { problemResponse } from "../web/problem.ts";
import type { RateGuard } from "../web/rate_guard.ts";
import { pathnameOf, queryStringOf } from "../web/request_target.ts";

/** What the strict reading of a request found; what is not read strictly is as the router has it. */
interface Asked {
  readonly parameters?: object;
  readonly query?: object;
}

type StrictReader = (url: string, parameters: Readonly<Record<string, string>>) => Reading<Asked>;

/** The operations, what they answer from, and the responses for everything that is not theirs. */
export interface RouterParts<Service> {
  readonly operations: readonly Operation<Service>[];
  readonly service: Service;
  readonly clientOf: (request: Request) => Client;
  /** Null where the owner set no limit. */
  readonly rateGuard: RateGuard | null;
  readonly onError: (request: Request, error: unknown) => Response;
  /** The answer where no route takes this path by this method. */
  readonly onUnrouted: (request: Request) => Answer;
}

/** What is routed where, with what the OpenAPI document will say of it. */
export interface DescribedRoute {
  readonly operation: Operation;
  /** Empty until the document is made: see `openapi_document.ts`. */
  readonly detail: object;
}

/** Elysia's application, and its routes. */
export function createRouter<Service>({ operations, service, clientOf, ...parts }: RouterParts<Service>) {
  const elysia = new Elysia({ strictPath: true, systemRouter: false, handler: { standardHostname: false } })
    .decorate({ asked: null as Asked | null, isCounted: false })
    .macro({ limited: limitedBy(parts.rateGuard, clientOf), strict: readStrictly })
    // Before the routes: a hook holds for those that come after it.
    .onError(({ code, error, request }) =>
      code === "NOT_FOUND" ? parts.onUnrouted(request) : parts.onError(request, error),
    );
  const described: DescribedRoute[] = [];
  for (const operation of operations) {
    const detail = {};
    const reader = strictReaderOf(operation);
    elysia.route(
      operation.method,
      operation.path.replace(/\{(\w+)\}/g, ":$1"),
      ({ request, params, asked }) =>
        operation.answer(
          {
            request,
            client: clientOf(request),
            pathname: pathnameOf(request.url),
            queryString: queryStringOf(request.url),
            parameters: asked?.parameters ?? params,
            query: asked?.query ?? NOTHING,
            charge: (work) => parts.rateGuard?.charge(clientOf(request).clientAddress, work),
          },
          service,
        ),
      { parse: "none", detail, limited: operation.isLimited === true, ...(reader && { strict: reader }) },
    );
    described.push({ operation: operation as Operation, detail });
  }
  return { elysia, described };
}

/** The Elysia application that {@link createRouter} returns. */
export type Router = ReturnType<typeof createRouter>;

const NOTHING = {};

function strictReaderOf({ strict, query, pathParameters }: Operation): StrictReader | null {
  if (strict === "query" && query) {
    const read = parameterReader(query);
    return (url) => mapped(read(queryStringOf(url)), (value) => ({ query: value }));
  }
  if (strict === "path" && pathParameters) {
    const read = pathReader(pathParameters);
    return (_, given) => mapped(read(given), (value) => ({ parameters: value }));
  }
  return null;
}

function mapped<T>(reading: Reading<T>, asked: (value: T) => Asked): Reading<Asked> {
  return reading.kind === "invalid" ? reading : { kind: "valid", value: asked(reading.value) };
}

interface StrictContext {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  asked: Asked | null;
}

/** The macro `strict`: a request that cannot be read is answered 400, and the route never sees it. */
function readStrictly(read: StrictReader) {
  return {
    beforeHandle(context: StrictContext) {
      const reading = read(context.request.url, context.params);
      if (reading.kind === "invalid") return problemResponse(400, reading.issues);
      context.asked = reading.value;
      return undefined;
    },
  };
}

interface LimitedContext {
  readonly request: Request;
  readonly response?: unknown;
  isCounted: boolean;
}

/** The macro `limited`: counts a request before anything else is done for it, and reports on every answer what is left. */
function limitedBy(guard: RateGuard | null, clientOf: (request: Request) => Client) {
  return (isLimited: boolean) => {
    if (guard === null || !isLimited) return {};
    return {
      beforeHandle(context: LimitedContext) {
        const entry = guard.enter(clientOf(context.request).clientAddress);
        if (entry.kind === "refused") return entry.response;
        context.isCounted = true;
        return undefined;
      },
      afterHandle(context: LimitedContext) {
        if (!context.isCounted || !(context.response instanceof Response)) return;
        guard.mark(context.response, clientOf(context.request).clientAddress);
      },
    };
  };
}
