/** The console as a function from requests to responses. It refuses requests before any of a form is read. */
import { ASSET_CACHE_CONTROL } from "../http/headers.ts";
import { loggedPath, pathnameOf, preferencesOf, queryStringOf } from "../http/request.ts";
import { type ConsoleWords, catalogueLanguage, consoleWords, hasCatalogue, type Language } from "../languages/mod.ts";
import { countToAnswer } from "../owner/inbox.ts";
import { hasAccessTo } from "../owner/people.ts";
import type { Log } from "../platform.ts";
import type { Business } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { commandOfForm } from "./activity.ts";
import { assetAt } from "./assets.ts";
import { readForm } from "./forms.ts";
import { closedPage, endedPage, renderFrame, sectionPath } from "./frame.tsx";
import {
  ASSET_HEADERS,
  cookieName,
  cookiesOf,
  guardRequest,
  PRIVATE_HEADERS,
  plainAnswer,
  sessionTokenOf,
} from "./guards.ts";
import { moduleAt, parametersOf } from "./modules.ts";
import {
  type ActAnswer,
  type ActRow,
  type ConsoleContext,
  type ConsoleFile,
  type ConsolePage,
  type ConsoleServices,
  NOTICES,
  PasswordsBusyError,
  type Person,
} from "./page.ts";
import { publicRoutes } from "./pages/login.tsx";
import { endSession, findSession, openSession } from "./sessions.ts";
import { type ChangeAudit, storeAs } from "./store_as.ts";

interface ConsoleParts {
  readonly store: Store;
  readonly services: ConsoleServices;
  readonly port: number;
  readonly log: Pick<Log, "error">;
  /** Called with whose open session the request has; not for assets, which need none. */
  readonly onSession?: (personId: string | null) => void;
}

/** The largest form without files, in bytes. */
const FORM_BYTES = 1 << 20;
const OPEN_FORM_BYTES = 16 << 10;
const MAX_FORM_BYTES = 512 << 20;

export interface Console {
  answer(request: Request): Promise<Response>;
  /** Decides whether to read the body of a form before any of it is read: if not, returns the answer. */
  admit(request: Request): Promise<Response | AdmittedForm>;
}

interface AdmittedForm {
  /** The person who sends it; null for a login or a claim. */
  readonly personId: string | null;
  readonly maxBytes: number;
}

export function createConsole(parts: ConsoleParts): Console {
  const orExplain = async <Answer>(request: Request, work: () => Promise<Answer>): Promise<Answer | Response> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PasswordsBusyError) {
        return plainAnswer(429, "Too many people are logging in; retry in a moment", { "Retry-After": "10" });
      }
      const id = Buffer.from(parts.services.randomBytes(4)).toString("hex");
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parts.log.error("A page of the console failed", { id, path: loggedPath(request.url), error: message });
      return plainAnswer(500, `Internal error, reference ${id}`);
    }
  };
  return {
    answer: (request) =>
      orExplain(request, async () => {
        const visit = await beginVisit(request, parts);
        return visit instanceof Response ? visit : answerVisit(visit);
      }),
    admit: (request) =>
      orExplain(request, async () => {
        const visit = await beginVisit(request, parts);
        if (visit instanceof Response) return visit;
        const admitted = await admittedForm(visit);
        if (admitted instanceof Response) return admitted;
        return sizeOf(request) > admitted.maxBytes ? closed(visit, 413) : admitted;
      }),
  };
}

async function admittedForm(visit: Visit): Promise<AdmittedForm | Response> {
  const { path, session } = visit;
  const isOpen = publicRoutes.some((row) => parametersOf(row.path, path) !== null);
  if (isOpen) return { personId: null, maxBytes: OPEN_FORM_BYTES };
  if (path === "/logout" && session !== null) return { personId: session.person.id, maxBytes: OPEN_FORM_BYTES };
  const act = await actOf(visit);
  return act instanceof Response ? act : { personId: act.session.person.id, maxBytes: largestOf(act.row) };
}

interface Visit {
  readonly parts: ConsoleParts;
  readonly request: Request;
  readonly origin: string;
  readonly path: string;
  readonly words: ConsoleWords;
  readonly business: Business | null;
  readonly now: number;
  readonly session: { readonly digest: string; readonly person: Person } | null;
}

async function beginVisit(request: Request, parts: ConsoleParts): Promise<Visit | Response> {
  const { store, services, port } = parts;
  const guarded = guardRequest(request, { consoleUrl: services.consoleUrl, port });
  if (guarded.kind === "refused") return plainAnswer(guarded.status, guarded.reason);
  const path = pathnameOf(request.url);
  const asset = assetAt(path);
  if (asset !== undefined) {
    const headers = { "Content-Type": asset.mediaType, "Cache-Control": ASSET_CACHE_CONTROL, ...ASSET_HEADERS };
    return new Response(asset.text, { headers });
  }
  const token = sessionTokenOf(request, guarded.origin);
  const session = token === undefined ? null : await findSession(store.console, token);
  parts.onSession?.(session?.person.id ?? null);
  // The names of many businesses are shown only after a login.
  const mayKnow = session !== null || services.scope === null;
  const business = mayKnow ? ((await readBusiness(store))?.profile ?? null) : null;
  const words = consoleWords(languageOf(request, business), business?.address?.country, business?.time_zone);
  const now = await store.now();
  const visit = { parts, request, origin: guarded.origin, path, words, business, now, session };
  const identity = services.scope?.identity ?? null;
  // To people without access, a business looks like a missing one.
  const isForeign = identity !== null && session !== null && !hasAccessTo(session.person, identity);
  return isForeign ? closed({ ...visit, session: null, business: null }, 404) : visit;
}

function isOverAll({ parts: { services } }: Visit): boolean {
  return services.scope?.business === null;
}

async function answerVisit(visit: Visit): Promise<Response> {
  const { request, path, session } = visit;
  const isForm = request.method === "POST";
  for (const row of publicRoutes) {
    const parameters = parametersOf(row.path, path);
    if (parameters !== null) return answerOpen(visit, row, parameters);
  }
  if (isForm && path === "/logout" && session !== null) {
    await endSession(visit.parts.store.console, session.digest);
    return seeOther(visit, "/login", [cookie(visit, "", 0)]);
  }
  if (isForm) return answerAct(visit);
  return session === null ? sendToLogin(visit) : answerPage(visit, session);
}

type Session = NonNullable<Visit["session"]>;

async function answerPage(visit: Visit, session: Session): Promise<Response> {
  const { pages } = moduleAt(visit.path, isOverAll(visit));
  for (const row of pages) {
    const parameters = parametersOf(row.path, visit.path);
    if (parameters === null) continue;
    if (row.ofAllOnly && session.person.businesses !== null) return closed(visit, 403);
    if (row.ownersOnly && session.person.role !== "owner") return closed(visit, 403);
    const page = await row.show(contextOf(visit, session, parameters, visit.parts.store));
    if (page !== null && row.noted !== undefined) await noteDownload(visit, row.noted, parameters);
    if (page === null) return closed(visit, 404);
    return "mediaType" in page ? fileResponse(page) : shown(visit, 200, page);
  }
  return closed(visit, 404);
}

async function noteDownload({ parts, session }: Visit, command: string, detail: MeantAct["parameters"]): Promise<void> {
  const store = storeAs(parts.store, session?.person.name ?? "");
  await store.reviews.write((writes) => writes.recordAct({ command, lines: [{ detail }] }));
}

interface MeantAct {
  readonly row: ActRow;
  readonly parameters: Readonly<Record<string, string>>;
  readonly session: Session;
}

/** The act of a form, if its sender may do it: decided before any of the form is read. */
async function actOf(visit: Visit): Promise<MeantAct | Response> {
  const { session, path } = visit;
  if (session === null) return shown(visit, 401, endedPage(visit.words));
  const { acts } = moduleAt(path, isOverAll(visit));
  for (const row of acts) {
    const parameters = parametersOf(row.path, path);
    if (parameters === null) continue;
    if (row.ofAllOnly && session.person.businesses !== null) return closed(visit, 403);
    return row.forReaders || session.person.role === "owner" ? { row, parameters, session } : closed(visit, 403);
  }
  return closed(visit, 404);
}

async function answerAct(visit: Visit): Promise<Response> {
  const act = await actOf(visit);
  if (act instanceof Response) return act;
  const { row, parameters, session } = act;
  const read = await readForm(visit.request, { maxBytes: largestOf(row), folder: visit.parts.services.uploads });
  if (read.kind === "refused") return closed(visit, read.status);
  await using form = read.form;
  const audit: ChangeAudit = { hasWritten: false, isLogged: false };
  const store = storeAs(visit.parts.store, session.person.name, audit);
  const done = await row.run(contextOf(visit, session, parameters, store), form);
  // Files contain personal data, so each download is logged.
  const isNoteworthy = audit.hasWritten || done.kind === "file";
  if (isNoteworthy && !audit.isLogged && done.kind !== "again" && done.kind !== "missing") {
    await store.reviews.write((writes) =>
      writes.recordAct({ command: commandOfForm(row), lines: [{ detail: parameters }] }),
    );
  }
  return actResponse(visit, done);
}

function largestOf({ maxBytes = FORM_BYTES }: ActRow): number {
  return Math.min(maxBytes, MAX_FORM_BYTES);
}

function sizeOf(request: Request): number {
  return Number(request.headers.get("Content-Length") ?? 0);
}

async function actResponse(visit: Visit, done: ActAnswer): Promise<Response> {
  if (done.kind === "file") return fileResponse(done.file);
  if (done.kind === "done") {
    const { to, notice } = done;
    return seeOther(visit, to, notice === undefined ? [] : [cookie(visit, notice, NOTICE_SECONDS, "notice")]);
  }
  if (done.kind === "missing" || done.page === null) return closed(visit, 404);
  return shown(visit, done.kind === "page" ? 200 : done.status, done.page);
}

function contextOf(
  { parts, words, business, now, origin, request }: Visit,
  { digest, person }: Session,
  parameters: Readonly<Record<string, string>>,
  store: Store,
): ConsoleContext {
  const query = new URLSearchParams(queryStringOf(request.url));
  const { services } = parts;
  return { store, person, words, business, now, parameters, query, services, visit: { origin, session: digest } };
}

async function answerOpen(
  visit: Visit,
  row: (typeof publicRoutes)[number],
  parameters: Readonly<Record<string, string>>,
): Promise<Response> {
  const { parts, request, words, origin, now, session } = visit;
  const read = request.method === "POST" ? await readForm(request, { maxBytes: OPEN_FORM_BYTES, folder: null }) : null;
  if (read?.kind === "refused") return closed(visit, read.status);
  const query = new URLSearchParams(queryStringOf(request.url));
  const asked = { store: parts.store, services: parts.services, words, origin, now, parameters, query };
  const call = { ...asked, isLoggedIn: session !== null };
  const done = await (read === null ? row.show(call) : row.take(call, read.form));
  if (done.kind === "page") {
    const page = await shown(visit, done.status, done.page);
    if (done.retryAfterSeconds !== undefined) page.headers.set("Retry-After", String(done.retryAfterSeconds));
    return page;
  }
  if (done.kind === "to") return seeOther(visit, done.to);
  // A new login ends the previous session of this browser.
  if (session !== null) await endSession(parts.store.console, session.digest);
  const device = request.headers.get("User-Agent") ?? "";
  const token = await openSession(
    parts.store.console,
    { personId: done.person.id, device },
    parts.services.randomBytes,
  );
  return seeOther(visit, localPath(done.to, origin), [cookie(visit, token, SESSION_SECONDS)]);
}

function localPath(to: string, origin: string): string {
  const url = to.startsWith("/") ? URL.parse(to, origin) : null;
  // Browsers take two slashes at the start of a path for a host name.
  return url?.origin === origin && !url.pathname.startsWith("//") ? url.pathname + url.search : "/";
}

function sendToLogin(visit: Visit): Response {
  const { request, path } = visit;
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") {
    // A request from another site lacks the SameSite cookie; a reload from our own page sends it.
    const page = `<!doctype html><meta http-equiv="refresh" content="0"><title>…</title>`;
    return new Response(page, { headers: { "Content-Type": HTML, ...PRIVATE_HEADERS } });
  }
  const query = queryStringOf(request.url);
  const to = `${path}${query === "" ? "" : `?${query}`}`;
  return seeOther(visit, to === "/" ? "/login" : `/login?to=${encodeURIComponent(to)}`);
}

function closed(visit: Visit, status: number): Promise<Response> {
  return shown(visit, status, closedPage(visit.words, status));
}

const HTML = "text/html; charset=utf-8";
const NOTICE_SECONDS = 60;
/** The longest lifetime of the cookie; the store decides whether the session is still open. */
const SESSION_SECONDS = 30 * 86_400;

async function shown(visit: Visit, status: number, page: ConsolePage): Promise<Response> {
  const { parts, words, business, session, request } = visit;
  const kept = cookiesOf(request).get(cookieName(visit.origin, "notice"));
  const notice = NOTICES.find((each) => each === kept) ?? null;
  const { scope } = parts.services;
  const html = renderFrame(page, {
    words,
    notice,
    person: session?.person ?? null,
    // The sample's name would confuse the owner.
    businessName:
      (business?.is_sample ? null : business?.name) ?? (session === null ? null : (scope?.business ?? null)),
    baseUrl: parts.services.baseUrl,
    scope,
    consoleUrl: parts.services.consoleUrl,
    waiting:
      session === null || business === null || business.is_sample
        ? 0
        : await countToAnswer(parts.store, parts.services.perRevision),
    hasSection(section) {
      // The list of all is there already.
      if (section === "inbox" && isOverAll(visit)) return false;
      const [first] = moduleAt(sectionPath(section), isOverAll(visit)).pages;
      return first !== undefined && (!first.ofAllOnly || (session?.person.businesses ?? null) === null);
    },
  });
  const headers = new Headers({ ...PRIVATE_HEADERS, "Content-Type": HTML });
  if (notice !== null) headers.append("Set-Cookie", cookie(visit, "", 0, "notice"));
  return new Response(html, { status, headers });
}

/** Names the file to send as the body. Removed by the listener, which sends the file. */
export const FILE_HEADER = "Goodword-File";

function fileResponse({ mediaType, body, name }: ConsoleFile): Response {
  const disposition = name === undefined ? "inline" : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  const headers = { ...PRIVATE_HEADERS, "Content-Type": mediaType, "Content-Disposition": disposition };
  if (typeof body === "string" || !("path" in body)) return new Response(body, { headers });
  return new Response(null, { headers: { ...headers, [FILE_HEADER]: encodeURIComponent(body.path) } });
}

function seeOther({ parts }: Visit, to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...PRIVATE_HEADERS, Location: (parts.services.scope?.prefix ?? "") + to });
  for (const each of cookies) headers.append("Set-Cookie", each);
  return new Response(null, { status: 303, headers });
}

function cookie({ origin }: Visit, value: string, seconds: number, name: "session" | "notice" = "session"): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(origin, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The language of the browser if the console is translated into it, otherwise that of the business. */
function languageOf(request: Request, business: Business | null): Language {
  const wanted = [...preferencesOf(request.headers.get("Accept-Language") ?? "")]
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag.split("-", 1)[0] ?? "");
  return wanted.find(hasCatalogue) ?? catalogueLanguage(business?.language ?? "");
}
