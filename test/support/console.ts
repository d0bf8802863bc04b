/** The console over a store in memory, without sockets: what a browser would be answered, and who is logged in to it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWN_SETTINGS, storeOf } from "../../src/business_environment.ts";
import { readConfig } from "../../src/config.ts";
import { createConsole } from "../../src/console/console.ts";
import { cookieName } from "../../src/console/guards.ts";
import type { ConsoleScope, ConsoleServices, Passwords } from "../../src/console/page.ts";
import { openSession } from "../../src/console/sessions.ts";
import { once } from "../../src/memo.ts";
import { createPerRevision } from "../../src/owner/per_revision.ts";
import { settingsOfMany, settingsOfOne } from "../../src/owner/settings_place.ts";
import { openBusinessList } from "../../src/server/open_store.ts";
import type { PersonRole, Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { everything } from "./everything.ts";
import { seededBytes } from "./seeded_random.ts";
import { openTestStore } from "./test_store.ts";

export const CONSOLE_ORIGIN = "http://localhost:3080";

/** What is sent with a form: its fields, of which one may have several values, and files. */
export type SentFields = Readonly<Record<string, string | File | readonly (string | File)[]>>;

/** A visitor's browser. Redirects are not followed. */
export interface ConsoleVisitor {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Sends a form from the console's own page, as a browser does; with a file it is multipart. */
  readonly post: (
    path: string,
    fields?: SentFields,
    headers?: Readonly<Record<string, string | null>>,
  ) => Promise<Response>;
}

export interface TestConsole extends ConsoleVisitor, AsyncDisposable {
  readonly store: Store;
  readonly services: ConsoleServices;
  /** Of the process. */
  readonly environment: Record<string, string>;
  readonly handle: (request: Request) => Promise<Response>;
  /** All that is kept: every row of every table, and the settings of one of many businesses. */
  readonly kept: () => Promise<Readonly<Record<string, readonly object[]>>>;
  /** Somebody who is logged in; made with the first call for a name. */
  readonly as: (
    role: PersonRole,
    name?: string,
  ) => Promise<ConsoleVisitor & { readonly cookie: string; readonly id: string }>;
}

export interface TestConsoleOptions {
  /** Default: an empty one in memory, which is disposed of with the console. */
  readonly store?: Store;
  readonly services?: Partial<ConsoleServices>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the business is one of many, which has settings of its own. */
  readonly isOneOfMany?: boolean;
  /** Whether it has the pages over all businesses, of which there is one. */
  readonly isOverAll?: boolean;
}

/** Passwords as quick as they are unsafe. */
export const PLAIN_PASSWORDS: Passwords = {
  admit: (work) => work(),
  hash: async (password, isWanted = async () => true) => ((await isWanted()) ? `plain:${password}` : null),
  verify: async (password, hash) => hash === `plain:${password}`,
};

export function openTestConsole(options: TestConsoleOptions = {}): TestConsole {
  const uploads = mkdtempSync(join(tmpdir(), "goodword-console-"));
  const store = options.store ?? openTestStore();
  const database = `folder:${join(uploads, "businesses")}`;
  const isAmongMany = options.isOneOfMany || options.isOverAll;
  const environment = isAmongMany
    ? { ...settingsIn(options.environment ?? {}, (name) => !isOwn(name)), DATABASE_URL: database }
    : { ...options.environment };
  const one = isAmongMany ? scopeIn(database, options.environment ?? {}) : null;
  const scope = one && options.isOverAll ? { ...one, business: null, identity: null } : one;
  const services: ConsoleServices = {
    config: readConfig({ BASE_URL: "https://reviews.example.com", ...options.environment }),
    scope,
    async withSettings(own, use) {
      if (scope === null) return use(settingsOfOne(own, { database: services.database, environment }));
      await using list = await scope.openList();
      return await use(settingsOfMany(list, "alder", environment));
    },
    baseUrl: "https://reviews.example.com",
    consoleUrl: CONSOLE_ORIGIN,
    database: ":memory:",
    uploads,
    passwords: PLAIN_PASSWORDS,
    openCopy: openDatabase,
    mail: { open: () => Promise.reject(new Error("no mail here")), lookUpTexts: async () => null },
    pictures: {
      fetch: () => Promise.reject(new Error("no web here")),
      prepare: () => Promise.reject(new Error("none")),
      preparePhoto: () => Promise.reject(new Error("none")),
    },
    guardedFetch: async () => async () => ({ kind: "failed", reason: "no web here" }),
    randomBytes: seededBytes,
    perRevision: createPerRevision(),
    begin: () => {},
    ...options.services,
  };
  const { host } = new URL(services.consoleUrl);
  const failures: unknown[] = [];
  const log = { error: (_: string, fields: unknown) => void failures.push(fields) };
  const handle = createConsole({ store, services, port: 3080, log }).answer;
  const visitor = (cookie: string | null): ConsoleVisitor => ({
    get: (path, headers = {}) =>
      handle(requestOf("GET", path, null, { Host: host, ...cookieHeader(cookie), ...headers })),
    post: (path, fields = {}, headers = {}) => {
      const own = { Host: host, Origin: services.consoleUrl, "Sec-Fetch-Site": "same-origin" };
      return handle(requestOf("POST", path, bodyOf(fields), { ...own, ...cookieHeader(cookie), ...headers }));
    },
  });
  return {
    ...visitor(null),
    store,
    services,
    environment,
    handle,
    async kept() {
      await using list = (await services.scope?.openList()) ?? null;
      return {
        ...(await everything(store.contents)),
        settings: ((await list?.list()) ?? []).map(({ settings }) => settings),
      };
    },
    async as(role, name = role === "owner" ? "Olive" : "Rob") {
      const id = `person_${name.toLowerCase()}`;
      const person = {
        id,
        name,
        nameKey: name.toLowerCase(),
        role,
        passwordHash: `plain:${name}`,
        createdAt: 1,
        businesses: null,
      };
      await store.console.write((writes) => writes.savePerson(person));
      const token = await openSession(store.console, { personId: id, device: "a test" }, services.randomBytes);
      const cookie = `${cookieName(services.consoleUrl)}=${token}`;
      return { ...visitor(cookie), cookie, id };
    },
    async [Symbol.asyncDispose]() {
      if (options.store === undefined) await store[Symbol.asyncDispose]();
      rmSync(uploads, { recursive: true, force: true });
      if (failures.length > 0) throw new Error(`The console failed: ${JSON.stringify(failures[0])}`);
    },
  };
}

const isOwn = (name: string) => (OWN_SETTINGS as readonly string[]).includes(name);

function settingsIn(given: Readonly<Record<string, string>>, isMeant: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isMeant(name)));
}

/** The business as one of many in a folder, with what it has for itself of an environment. */
function scopeIn(database: string, given: Readonly<Record<string, string>>): ConsoleScope {
  const made = once(async () => {
    await using list = await openBusinessList(database);
    await list.add("alder", "https://reviews.example.com");
    await list.saveSettings("alder", () => settingsIn(given, isOwn));
  });
  return {
    business: "alder",
    identity: "alder-1",
    prefix: "",
    overview: async () => [],
    async withStoreOf(id, use) {
      await using store = openDatabase(storeOf(database, id));
      return await use(store);
    },
    async openList() {
      await made();
      return openBusinessList(database);
    },
  };
}

function cookieHeader(cookie: string | null): Record<string, string> {
  return cookie === null ? {} : { Cookie: cookie };
}

/** A header that is null is left out. */
function requestOf(
  method: string,
  path: string,
  body: FormData | URLSearchParams | null,
  headers: Readonly<Record<string, string | null>>,
): Request {
  const sent = Object.entries(headers).filter(([, value]) => value !== null);
  return new Request(`${CONSOLE_ORIGIN}${path}`, { method, body, headers: sent as [string, string][] });
}

function bodyOf(fields: SentFields): FormData | URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const));
  const hasFile = pairs.some(([, value]) => typeof value !== "string");
  const body = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of pairs) body.append(name, value as string);
  return body;
}
