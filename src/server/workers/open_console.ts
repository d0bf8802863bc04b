/** The console over stores of its own, for the worker that answers with it. */
import { BUSINESS_PREFIX, configOfOne, storeOf } from "../../business_environment.ts";
import { type Config, type Environment, withPort } from "../../config.ts";
import { type Console, createConsole, FILE_HEADER } from "../../console/console.ts";
import type { ConsoleScope, ConsoleServices, OverviewRow } from "../../console/mod.ts";
import { GoodwordError } from "../../errors.ts";
import { createPerRevision } from "../../owner/per_revision.ts";
import { settingsOfMany, settingsOfOne } from "../../owner/settings_place.ts";
import type { BusinessSummary } from "../../owner/statistics.ts";
import type { LogFields } from "../../platform.ts";
import { CONSOLE_STORE, type ListedBusiness, type Store } from "../../store/mod.ts";
import { peekState } from "../../store/sqlite/peek_database.ts";
import { systemClock, systemRandom } from "../clock.ts";
import { FairScheduler } from "../fair_scheduler.ts";
import { openBusinessList, openStore, StoreOfCalls } from "../open_store.ts";
import { processPasswords } from "../passwords.ts";

export interface ConsoleWorkerOptions {
  readonly config: Config;
  readonly consoleUrl: string;
  readonly port: number;
  readonly uploads: string;
  /** Business among many that the call is for; null for the pages over all. Omitted if the process has one. */
  readonly among?: {
    readonly database: string;
    readonly business: Pick<ListedBusiness, "id" | "identity"> | null;
  };
  readonly environment: Environment;
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes, or where they lie. */
  readonly body: Uint8Array<ArrayBuffer> | { readonly path: string } | null;
}

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes, or where they lie. */
  readonly body: ArrayBuffer | { readonly path: string };
  /** The person in whose open session the request was sent; null where in none, undefined where that was not looked up. */
  readonly personId: string | null | undefined;
  /** Folders of imports that are to be carried out. */
  readonly begun: readonly string[];
  readonly failures: readonly { readonly event: string; readonly fields: LogFields }[];
}

/** Whether a body is read, whose, and up to which size; if not, the response. */
type FormAdmission =
  | { readonly kind: "refused"; readonly answer: ConsoleAnswer }
  | { readonly kind: "admitted"; readonly personId: string | null; readonly maxBytes: number };

export type ConsoleService = Awaited<ReturnType<typeof openConsoleService>>;

type AnswerOf = (response: Response) => Promise<ConsoleAnswer>;

/** How long a write waits for another process's, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

/** Limits of test messages. Together with due messages (`server_process.ts`) the mail server receives at most 4 at once and 60 a minute. */
const TESTS = { atOnce: 1, perMinute: 6 };
const testsInTurn = new FairScheduler(systemClock, TESTS).lane();

function consoleServices({
  config,
  consoleUrl,
  uploads,
  among,
  environment,
}: ConsoleWorkerOptions): Omit<ConsoleServices, "begin"> {
  const pictures = async () => (await import("../pictures.ts")).createPictures();
  const mail = () => import("../mail.ts");
  return {
    config,
    baseUrl: config.baseUrl,
    consoleUrl,
    database: config.databasePath,
    uploads,
    passwords: processPasswords(),
    openCopy: async (path, options) => (await import("../../store/sqlite/mod.ts")).openDatabase(path, options),
    mail: {
      open: async (server) => {
        const mailer = (await mail()).createMailer(server);
        return { ...mailer, send: (test) => testsInTurn(() => mailer.send(test)) };
      },
      lookUpTexts: async (name) => (await mail()).lookUpTexts(name),
    },
    pictures: {
      fetch: async (url, kind) => (await pictures()).fetch(url, kind),
      prepare: async (bytes, kind) => (await pictures()).prepare(bytes, kind),
      preparePhoto: async (bytes) => (await pictures()).preparePhoto(bytes),
    },
    guardedFetch: async (allowPrivate) => (await import("../guarded_fetch.ts")).ownGuardedFetch(allowPrivate),
    scope: among === undefined ? null : scopeOf(among),
    async withSettings(store, use) {
      if (among === undefined) return use(settingsOfOne(store, { database: config.databasePath, environment }));
      if (among.business === null) return null;
      await using list = await openBusinessList(among.database);
      return await use(settingsOfMany(list, among.business.id, environment));
    },
    randomBytes: systemRandom.bytes,
    perRevision: createPerRevision(),
  };
}

export async function openConsoleService(order: ConsoleWorkerOptions) {
  const { config, port, among } = order;
  const database = config.databasePath;
  const services = consoleServices(order);
  const stores = new StoreOfCalls(database, LOCK_TIMEOUT_MS);
  const people = among && new StoreOfCalls(storeOf(among.database, CONSOLE_STORE), LOCK_TIMEOUT_MS);
  /** Refuses a store that took the place of the ordered one under its id, until the list shows that. */
  async function refuseOther({ reviews }: Store): Promise<void> {
    if (!among?.business) return;
    const identity = await reviews.read((reads) => reads.setting("identity"));
    if (identity !== undefined && identity !== among.business.identity)
      throw new Error("Another business has this id now");
  }
  const withStore = <Done>(work: (store: Store) => Promise<Done>): Promise<Done> =>
    stores.use(async (store) => {
      await refuseOther(store);
      return people === undefined ? work(store) : people.use(({ console }) => work({ ...store, console }));
    });
  /** What the owner of the only business sets is in effect with the next request. */
  async function servicesNow({ reviews }: Store): Promise<typeof services> {
    if (among !== undefined) return services;
    const stored = await reviews.read((reads) => reads.setting("settings"));
    if (stored === undefined) return services;
    const { config: now } = configOfOne(database, order.environment, JSON.parse(stored));
    const own = withPort(now, config.port);
    return { ...services, config: own, baseUrl: own.baseUrl };
  }
  async function withConsole<Done>(work: (opened: Console, answerOf: AnswerOf) => Promise<Done>): Promise<Done> {
    const begun: string[] = [];
    const failures: ConsoleAnswer["failures"][number][] = [];
    let personId: string | null | undefined;
    const log = { error: (event: string, fields: LogFields = {}) => void failures.push({ event, fields }) };
    const onSession = (id: string | null) => {
      personId = id;
    };
    return withStore(async (store) => {
      const own = { ...(await servicesNow(store)), begin: (folder: string) => void begun.push(folder) };
      const opened = createConsole({ store, services: own, port, log, onSession });
      return work(opened, async (response) => {
        const { status, headers } = response;
        const file = headers.get(FILE_HEADER);
        headers.delete(FILE_HEADER);
        const body = file === null ? await response.arrayBuffer() : { path: decodeURIComponent(file) };
        return { status, headers: [...headers], body, personId, begun, failures };
      });
    });
  }
  return {
    answer: (sent: SentRequest) =>
      withConsole(async (opened, answerOf) => answerOf(await opened.answer(requestOf(sent, services.scope)))),
    /** Whether the body of a form is read, decided before any of it is. */
    admit: (sent: SentRequest) =>
      withConsole(async (opened, answerOf): Promise<FormAdmission> => {
        const admitted = await opened.admit(requestOf(sent, services.scope));
        if (!(admitted instanceof Response)) return { kind: "admitted", ...admitted };
        return { kind: "refused", answer: await answerOf(admitted) };
      }),
    async [Symbol.asyncDispose]() {
      await stores[Symbol.asyncDispose]();
      await people?.[Symbol.asyncDispose]();
    },
  };
}

const READ_AT_ONCE = 8;

function scopeOf({ database, business }: NonNullable<ConsoleWorkerOptions["among"]>): ConsoleScope {
  const openList = () => openBusinessList(database);
  const withStoreOf: ConsoleScope["withStoreOf"] = async (id, use) => {
    await using store = await openStore(storeOf(database, id), { lockTimeoutMs: LOCK_TIMEOUT_MS });
    return await use(store);
  };
  /** What was read of a file is known until the file shows a change, or the next day. */
  const known = new Map<string, { readonly state: string; readonly figures: BusinessSummary }>();
  async function figuresOf({ id, identity }: ListedBusiness): Promise<BusinessSummary | null> {
    const now = systemClock.now();
    // A database on a server cannot be inspected this way.
    const peeked = peekState(storeOf(database, id));
    const state = peeked && `${peeked.state} ${new Date(now).toISOString().slice(0, 10)}`;
    const last = known.get(identity);
    if (last !== undefined && last.state === state) return last.figures;
    try {
      const { summarizeBusiness } = await import("../../owner/statistics.ts");
      const figures = await withStoreOf(id, (store) => summarizeBusiness(store, now));
      if (state !== null) known.set(identity, { state, figures });
      return figures;
    } catch (error) {
      if (!(error instanceof GoodwordError)) throw error;
      return null;
    }
  }
  return {
    business: business?.id ?? null,
    identity: business?.identity ?? null,
    openList,
    withStoreOf,
    prefix: business === null ? "" : `${BUSINESS_PREFIX}${business.id}`,
    async overview(hasAccessTo) {
      await using list = await openList();
      const left = (await list.list()).filter(({ identity }) => hasAccessTo(identity));
      const rows: OverviewRow[] = [];
      while (left.length > 0) {
        const some = left.splice(0, READ_AT_ONCE);
        const figures = await Promise.all(some.map(figuresOf));
        rows.push(...some.map(({ id, baseUrl }, at) => ({ id, baseUrl, figures: figures[at] ?? null })));
      }
      return rows;
    },
  };
}

function requestOf({ method, url, headers, body }: SentRequest, scope: ConsoleScope | null): Request {
  const bytes = body !== null && "path" in body ? Bun.file(body.path).stream() : body;
  const path = url.replace(scope?.prefix ?? "", "");
  return new Request(path, { method, headers: headers.map(([name, value]) => [name, value]), body: bytes });
}
