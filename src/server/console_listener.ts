/** The owner's listener, apart from the public port: the console, and other programs that bring jobs. Threads make all its answers. */
import { createHash } from "node:crypto";
import { BUSINESS_PREFIX, businessOfToken } from "../business_environment.ts";
import { type Config, consoleUrlAt, type Environment } from "../config.ts";
import { guardRequest, plainAnswer, sessionTokenOf } from "../console/guards.ts";
import { GoodwordError } from "../errors.ts";
import { clientKey } from "../http/admission.ts";
import { answerMetrics } from "../http/metrics.ts";
import { mapResponse } from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { plainProblem, withProblemType } from "../http/problem.ts";
import { Quota } from "../http/quota.ts";
import { clientAddressOf, loggedPath, pathnameOf, queryStringOf } from "../http/request.ts";
import { Memo, once } from "../memo.ts";
import type { Clock, Log } from "../platform.ts";
import { FairScheduler, type RunInTurn } from "./fair_scheduler.ts";
import { isJobsPath, JobsEndpoint, MAX_JOBS_BYTES } from "./jobs_endpoint.ts";
import { listenUrl, stopListening, trustedBy } from "./listen.ts";
import type { ServedList } from "./served_list.ts";
import { BodyReader } from "./spool_body.ts";
import { UploadFolders } from "./upload_folders.ts";
import type { OwnerActs } from "./workers/open_acts.ts";
import type { ConsoleAnswer, ConsoleService, ConsoleWorkerOptions, SentRequest } from "./workers/open_console.ts";
import type { ImportService, ImportWorkerOptions } from "./workers/open_imports.ts";
import { ServiceThread } from "./workers/service_thread.ts";

const IDLE_SECONDS = 60;
/** What is held of bodies of people who are logged in, and of programs with a token; longer ones of people go into files. */
const HELD_BYTES = 1 << 20;
const HELD_OF_ALL_BYTES = 64 << 20;
const HELD_OF_SENDER_BYTES = 16 << 20;
const STRANGERS_BODIES = { maxHeldBytes: 16 << 10, maxHeldOfAllBytes: 8 << 20, maxHeldOfSenderBytes: 1 << 20 };
const FORM_BYTES = 512 << 20;
/** Concurrent requests: of people who are logged in, and of strangers by address, who have places of their own. */
const OF_PEOPLE = { all: 200, ofKey: 20, leavesRoom: true };
const OF_STRANGERS = { all: 64, ofKey: 16 };
/** Concurrent logins and claims: one address must not take all places for comparing passwords. */
const LOGINS = { all: 32, ofKey: 4 };
const ARRIVING_KEPT_MS = 30_000;
const LINK_AFTER_MS = 500;

interface ConsoleOptions {
  readonly host: string;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly office: ServiceThread;
  readonly metrics: () => Promise<string> | null;
  readonly environment: Environment;
  readonly list: Pick<ServedList, "only" | "businesses" | "routes" | "find" | "configOf" | "parts">;
}

interface ConsoleListener extends AsyncDisposable {
  readonly port: number;
}

export function openConsole(options: ConsoleOptions): ConsoleListener {
  const { host, config, clock, log, office, metrics, environment, list } = options;
  const { people } = list.parts;
  const uploads = new UploadFolders();
  const actsOf = (path: string) => office.service<OwnerActs>("acts", path);
  const arriving = new ServiceThread({ name: "reviews of programs", keptMs: ARRIVING_KEPT_MS });
  const businessAt = (path: string) => {
    return { database: path, acts: actsOf(path), imports: arriving.service<OwnerActs>("acts", path) };
  };
  const held = { maxHeldOfAllBytes: HELD_OF_ALL_BYTES, maxHeldOfSenderBytes: HELD_OF_SENDER_BYTES };
  const door = new JobsEndpoint({
    clock,
    log,
    businessOf: (token) => {
      const named = businessOfToken(token);
      const identified = list.businesses.find(({ identity }) => identity === named);
      const listed = list.only ?? identified ?? list.find(named ?? "");
      return listed === undefined ? null : businessAt(list.configOf(listed).databasePath);
    },
    bodies: new BodyReader(
      // One business must not use all the memory for jobs.
      { ...held, maxHeldBytes: MAX_JOBS_BYTES, maxHeldOfSenderBytes: HELD_OF_ALL_BYTES / 2 },
      clock,
    ),
  });
  const isTrusted = trustedBy(config.trustProxy);
  const bodies = new BodyReader({ ...held, maxHeldBytes: HELD_BYTES }, clock);
  const strangersBodies = new BodyReader(STRANGERS_BODIES, clock);
  const places = new Quota(OF_PEOPLE);
  const strangers = new Quota(OF_STRANGERS);
  const logins = new Quota(LOGINS);
  /** The people of the sessions that the console answered lately, by a digest of their token. */
  const known = new Memo<string>(MAX_KNOWN);
  // Match the raw request target: a path that a proxy blocks must have no other spelling.
  const routes = {
    [PATHS.metrics]: (request: Request) => answerMetrics(request, metrics),
    [ASK]: (request: Request) => answerAsk(request, (name) => list.routes.hasName(name)),
  };
  const server = listenOrRefuse(host, config.console.port ?? 0, routes, (request, server) => {
    const path = pathnameOf(request.url);
    const peer = server.requestIP(request)?.address ?? "";
    const address = clientAddressOf(peer, request.headers.get("X-Forwarded-For"), isTrusted);
    if (!isJobsPath(path)) return answerPerson(request, clientKey(address));
    return mapResponse(door.answer(request, address), (response) => withProblemType(request, response));
  });
  const port = server.port ?? 0;
  const consoleUrl = consoleUrlAt(config, port);
  function orderOf(path: string): ConsoleWorkerOptions {
    const id = path.startsWith(BUSINESS_PREFIX) ? path.split("/")[2] : undefined;
    const listed = id ? (list.find(id) ?? null) : null;
    const meant = list.only ?? listed;
    const own = meant === null ? { ...config, databasePath: people } : list.configOf(meant);
    const business = listed && { id: listed.id, identity: listed.identity };
    const among = list.only === null ? { among: { database: config.databasePath, business } } : {};
    return { config: own, consoleUrl, port, uploads: uploads.of(business), environment, ...among };
  }
  /** Two imports at once, one per business, since its lane may never have all the room. */
  const imports = new FairScheduler(clock, { atOnce: 2 });
  const lanes = new Map<string, RunInTurn>();
  const importing = new Set<ServiceThread>();
  let isClosing = false;

  async function answerPerson(request: Request, address: string): Promise<Response> {
    // Before anything is read, or a thread is started.
    const guarded = guardRequest(request, { consoleUrl, port });
    if (guarded.kind === "refused") return plainAnswer(guarded.status, guarded.reason);
    const token = sessionTokenOf(request, guarded.origin);
    const key = token === undefined ? null : createHash("sha256").update(token).digest("hex");
    const person = key === null ? undefined : known.find(key);
    const order = once(() => orderOf(pathnameOf(request.url)));
    const pages = () => office.service<ConsoleService>("console", order());
    const sent = { method: request.method, url: request.url, headers: [...request.headers], body: null };
    const answer = async (whole: SentRequest) => {
      const answered = await pages().answer(whole);
      const { personId } = answered;
      if (key !== null && personId === null) known.forget(key);
      if (key !== null && typeof personId === "string") known.get(key, () => personId);
      return responseOf(answered, order().config);
    };
    const inPlace = <Done>(work: () => Promise<Done>) =>
      person !== undefined ? places.take(person, work) : strangers.take(address, work);
    const full = () => (person !== undefined ? busy() : tooMany());
    try {
      if (request.method !== "POST") return orElse(await inPlace(() => answer(sent)), full);
      const admission = await inPlace(() => pages().admit(sent));
      if (admission === "full") return full();
      if (admission.kind === "refused") return responseOf(admission.answer, order().config);
      const { personId, maxBytes } = admission;
      const folder = personId === null ? null : uploads.bodies;
      const reader = personId === null ? strangersBodies : bodies;
      const body = await reader.read(request, { sender: personId ?? address, maxBytes, folder });
      if (typeof body === "string") return bodyRefused(body, maxBytes);
      await using arrived = body;
      const answerForm = () => answer({ ...sent, body: arrived.held });
      if (personId === null) return orElse(await logins.take(address, answerForm), tooMany);
      return orElse(await places.take(personId, answerForm), busy);
    } catch (error) {
      log.error("Console request failed", { path: loggedPath(request.url), error: String(error) });
      return busy();
    }
  }

  function responseOf({ status, headers, body, begun, failures }: ConsoleAnswer, config: Config): Response {
    for (const { event, fields } of failures) log.error(event, fields);
    for (const folder of begun) void importIn(folder, { database: config.databasePath, policy: config.invitations });
    const content = body instanceof ArrayBuffer ? body : Bun.file(body.path);
    return new Response(content, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
  }

  async function importIn(folder: string, order: ImportWorkerOptions): Promise<void> {
    const inTurn = lanes.get(order.database) ?? imports.lane();
    lanes.set(order.database, inTurn);
    try {
      await inTurn(async () => {
        if (isClosing) return;
        await using thread = new ServiceThread({ name: "an import" });
        importing.add(thread);
        await thread
          .service<ImportService>("imports", order)
          .workOn(folder)
          .finally(() => importing.delete(thread));
      });
    } catch (error) {
      log.error("Import in the console failed", { error: String(error) });
      // A thread that ended without a word has left the upload as it was.
      (await import("../console/uploads.ts")).failUpload(folder);
    }
  }

  log.info("Owner's listener", { url: listenUrl({ host, port }), console_url: consoleUrl });
  const cancelLink = clock.after(LINK_AFTER_MS, () => {
    logFirstLink().catch((error) => {
      if (isClosing) return;
      log.warn("Cannot create a link to the console; run goodword console link", { error: String(error) });
    });
  });
  async function logFirstLink(): Promise<void> {
    const token = await actsOf(people).firstLink();
    if (token === null) return;
    log.info("Open this link to set up the console; it works once, for 15 minutes", {
      url: `${consoleUrl}/claim/${token}`,
    });
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      cancelLink();
      await stopListening(server);
      await Promise.all(Array.from([...importing, arriving], (thread) => thread[Symbol.asyncDispose]()));
      uploads[Symbol.dispose]();
    },
  };
}

/** Path where a proxy that obtains certificates on demand asks whether a name belongs to a business. */
const ASK = "/ask";

function answerAsk({ method, url }: Request, isServed: (name: string) => boolean): Response {
  if (method !== "GET" && method !== "HEAD") {
    return plainProblem("method_not_allowed", "expected GET", { Allow: "GET" });
  }
  const name = domainOf(queryStringOf(url));
  return new Response(null, { status: name !== null && isServed(name) ? 200 : 404 });
}

function domainOf(query: string): string | null {
  return /^domain=[\w.-]+$/.test(query) ? query.slice("domain=".length) : new URLSearchParams(query).get("domain");
}

const MAX_KNOWN = 1000;

function bodyRefused(why: "too_large" | "too_many" | "too_slow" | "gone", maxBytes: number): Response {
  if (why === "too_many") return tooMany();
  if (why === "too_large") return plainAnswer(413, `Expected at most ${maxBytes} bytes`);
  return plainAnswer(408, "The form did not arrive in time", { Connection: "close" });
}

function orElse(answer: Response | "full", refuse: () => Response): Response {
  return answer === "full" ? refuse() : answer;
}

function tooMany(): Response {
  return plainAnswer(429, "Too many requests at once; retry in a moment", { "Retry-After": "10" });
}

function busy(): Response {
  return plainAnswer(503, "The console cannot answer right now; retry in a moment", { "Retry-After": "30" });
}

type Answer = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

function listenOrRefuse(
  hostname: string,
  port: number,
  routes: Readonly<Record<string, (request: Request) => Response | Promise<Response>>>,
  fetch: Answer,
) {
  try {
    const error = () => plainProblem("internal", "an unexpected error occurred");
    return Bun.serve({
      hostname,
      port,
      development: false,
      reusePort: false,
      idleTimeout: IDLE_SECONDS,
      error,
      routes,
      fetch,
      // Beyond this Bun returns 413 itself, without a message.
      maxRequestBodySize: FORM_BYTES + HELD_BYTES,
    });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE") throw cause;
    const message = `Port ${port} on ${hostname} is in use by another program; set CONSOLE_PORT to another, or to off`;
    throw new GoodwordError("port_taken", message, { cause });
  }
}
