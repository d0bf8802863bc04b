/**
 * Groups of operations as Elysia plugins. Elysia routes; admission comes first, so that refusing is cheap, then strict parameters,
 * because Elysia's validation and body parser are more lenient than the interface (docs/decisions/0002-router.md).
 */
import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Admission } from "./admission.ts";
import type { Call, Client, Operation, ResponseOrPromise } from "./operation.ts";
import { type ParameterResult, parameterReader, pathReader } from "./parameters.ts";
import { problemResponse } from "./problem.ts";
import { pathnameOf, queryStringOf } from "./request.ts";

interface Asked {
  readonly parameters?: object;
  readonly query?: object;
}

type StrictReader = (url: string, parameters: Readonly<Record<string, string>>) => ParameterResult<Asked>;

/** The operations of each, by name such as `api`. */
export type OperationGroups<Service> = Readonly<Record<string, readonly Operation<Service>[]>>;

interface RouterParts<Service> {
  readonly groups: OperationGroups<Service>;
  readonly service: Service;
  readonly clientOf: (request: Request) => Client;
  readonly admission: Admission;
  readonly onError: (request: Request, error: unknown) => Response;
  readonly onUnrouted: (request: Request) => ResponseOrPromise;
}

interface DescribedRoute {
  readonly operation: Operation;
  /** Filled when the document is made: see `server/app/openapi.ts`. */
  readonly detail: object;
}

/** `computed` has the handlers of computed GETs by path, for callers that bypass the router. */
export function createRouter<Service>({ groups, service, clientOf, admission, ...parts }: RouterParts<Service>) {
  const described: DescribedRoute[] = [];
  const computed = new Map<string, (request: Request, client: Client) => ResponseOrPromise>();
  const addRoute = (door: Elysia, operation: Operation<Service>) => {
    const detail = {};
    const read = strictReaderOf(operation);
    const answerTo = (request: Request, client: Client, params: Readonly<Record<string, string>>) => {
      const asked = read(request.url, params);
      if (asked.kind === "invalid") return problemResponse(400, asked.issues);
      const call: Call = {
        request,
        client,
        pathname: pathnameOf(request.url),
        queryString: queryStringOf(request.url),
        parameters: asked.value.parameters ?? params,
        query: asked.value.query ?? NOTHING,
        admit: (compute) => admission.answer(client, compute),
        holding: (bytes, answer) => admission.holding(client, bytes, answer),
        charge: (work) => admission.charge(client, work),
        send: (body) => admission.send(client, request, body),
        turn: () => admission.turn(client),
      };
      return operation.answer(call, service);
    };
    const admitted = (request: Request, client: Client, params: Readonly<Record<string, string>> = NOTHING) => {
      const answer = () => answerTo(request, client, params);
      if (isComputed(operation, request)) return admission.answer(client, answer);
      return operation.isLimited ? admission.count(client, answer) : answer();
    };
    const path = operation.path.replace(/\{(\w+)\}/g, ":$1");
    door.route(operation.method, path, ({ request, params }) => admitted(request, clientOf(request), params), {
      parse: "none",
      detail,
    });
    if (operation.method === "GET" && operation.isComputed && path === operation.path) computed.set(path, admitted);
    if (operation.tag === undefined) Object.assign(detail, { hide: true });
    else described.push({ operation: operation as Operation, detail });
  };
  const plugins = Object.entries(groups).map(([name, operations]) => {
    const door = new Elysia({ name, ...ROUTING });
    for (const operation of operations) addRoute(door, operation);
    return door;
  });
  const elysia = new Elysia(ROUTING)
    // A hook holds only for routes after it.
    .onError(({ code, error, request }) =>
      code === "NOT_FOUND" ? parts.onUnrouted(request) : parts.onError(request, error),
    )
    .use(plugins);
  return { elysia, described, computed };
}

export type Router = ReturnType<typeof createRouter>;

const ROUTING = { strictPath: true, systemRouter: false, handler: { standardHostname: false } } as const;

const NOTHING: Readonly<Record<string, string>> = {};
const NOT_STRICT: ParameterResult<Asked> = { kind: "valid", value: NOTHING };

function isComputed<Service>({ isComputed }: Operation<Service>, { url }: Request): boolean {
  return isComputed === true || (isComputed === "with query" && queryStringOf(url) !== "");
}

function strictReaderOf({
  strict,
  query = Type.Object({}),
  pathParameters,
  unknownHint,
}: Pick<Operation, "strict" | "query" | "pathParameters" | "unknownHint">): StrictReader {
  if (strict === undefined) return () => NOT_STRICT;
  const readPath = strict === "path" && pathParameters ? pathReader(pathParameters) : null;
  const readQuery = parameterReader(query, unknownHint);
  return (url, given) => {
    const asked = readQuery(queryStringOf(url));
    const path = readPath?.(given) ?? { kind: "valid", value: given };
    if (path.kind === "valid" && asked.kind === "valid") {
      return { kind: "valid", value: { parameters: path.value, query: asked.value } };
    }
    const issues = [path, asked].flatMap((reading) => (reading.kind === "invalid" ? reading.issues : []));
    return { kind: "invalid", issues };
  };
}
