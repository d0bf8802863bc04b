/** Forms of customers and readers, which are no part of the documented interface; nothing of them is kept on the way. */

import { createHash } from "node:crypto";
import { GoodwordError } from "../../errors.ts";
import { clientKey, createRateLimit } from "../../http/admission.ts";
import {
  type Call,
  type Operation,
  type PublishingService,
  type ResponseOrPromise,
  whenPublished,
} from "../../http/operation.ts";
import { answerPath, PATHS, reviewReportPath, type Site } from "../../http/paths.ts";
import { problemResponse } from "../../http/problem.ts";
import type { Quota } from "../../http/quota.ts";
import { queryStringOf, readFormBody } from "../../http/request.ts";
import { type AnswerReading, type InvitationService, type Link, readAnswer } from "../../invitations/mod.ts";
import { hasCatalogue, type Language } from "../../languages/mod.ts";
import type { Clock, Log } from "../../platform.ts";
import type { Published } from "../../publication/publishing/mod.ts";
import type { Business } from "../../review/mod.ts";
import { countCharacters, cutText, normaliseText, OWNERS_REASONS } from "../../review/mod.ts";
import { PAGE_SECURITY_HEADERS } from "../page.ts";
import { linkWithin, type PageSite } from "../site.ts";
import { LICENSE_VERSION, licenseWording, UNTOUCHED } from "./answer_form.tsx";
import {
  type Closed,
  type PrivatePage,
  renderAnswered,
  renderClosed,
  renderForm,
  renderReport,
  renderUnsubscribing,
  type TypedReport,
} from "./link_pages.tsx";

export interface FormService extends PublishingService<Published> {
  readonly forms: Forms;
}

type FormCall = Call<Readonly<Record<string, string>>>;
type HandleForm = (call: FormCall, published: Published) => Promise<Response>;
type Forms = Readonly<Record<keyof typeof FORMS, HandleForm>>;

const FORMS = {
  showAnswer: { method: "GET", path: PATHS.answer },
  sendAnswer: { method: "POST", path: PATHS.answer },
  receipt: { method: "GET", path: PATHS.receipt },
  withdraw: { method: "POST", path: PATHS.withdrawal },
  contest: { method: "POST", path: PATHS.contest },
  showUnsubscribing: { method: "GET", path: PATHS.unsubscribing },
  unsubscribe: { method: "POST", path: PATHS.unsubscribing },
  showReport: { method: "GET", path: PATHS.reviewReport },
  sendReport: { method: "POST", path: PATHS.reviewReport },
} as const;

export const formOperations: readonly Operation<FormService>[] = Object.entries(FORMS).map(([id, row]) => ({
  id,
  ...row,
  responses: { 200: { description: "A page for its reader alone" } },
  answer: whenPublished((call: FormCall, published: Published, { forms }: FormService): ResponseOrPromise => {
    return forms[id as keyof typeof FORMS](call, published);
  }),
}));

/** The paths that are also found below a language. */
export const FORM_PATHS: readonly string[] = Object.values(FORMS).map(({ path }) => path);

export interface FormsOptions {
  readonly invitationService: InvitationService;
  /** Whether customers are asked at present: only then are reports taken. */
  readonly isAsking: boolean;
  readonly site: Site;
  /** The site in the language that an address names, else in that of the business. */
  readonly siteFor: (business: Business, named: Language | null) => PageSite;
  /** Forms that wait for the office at once, by address: all businesses of a process share it. */
  readonly formsWaiting: Quota;
  readonly clock: Clock;
  readonly log: Log;
  readonly languageOf: (request: Request) => Language | null;
  /** What the author of a published review keeps of the public log; null where that does not hold the review yet. */
  readonly receiptOf: (reviewId: string, published: Published) => Promise<object | null>;
  readonly missing: (request: Request) => Response;
}

/** Longest form, in bytes: 5,000 characters of four bytes each, percent-encoded, and the other fields. */
const FORM_BYTES = 64 << 10;
const MAX_TEXT_LENGTH = 2000;

/** The stars that were pressed in the mail: chosen in the form, and kept nowhere until that is sent. */
function chosenStars({ request }: FormCall): Pick<AnswerReading, "typed" | "faults"> {
  const rating = new URLSearchParams(queryStringOf(request.url)).get("rating") ?? "";
  return { typed: { ...UNTOUCHED, rating: /^[1-5]$/.test(rating) ? rating : "" }, faults: [] };
}

export function createForms({
  invitationService,
  isAsking,
  clock,
  log,
  formsWaiting: waiting,
  ...parts
}: FormsOptions): Forms {
  const { now } = clock;
  const limits = {
    /** Limit by address and link, before anything is looked up. */
    link: createRateLimit({ burst: 60, perSecond: 1, now }),
    /** Limit by address. */
    reports: createRateLimit({ burst: 5, perSecond: 1 / 300, now }),
  };

  async function at<T>(call: FormCall, work: (service: InvitationService) => Promise<T>): Promise<T | null> {
    try {
      const done = await waiting.take(addressOf(call), () => work(invitationService));
      return done === "full" ? null : done;
    } catch (error) {
      // A database that is busy or gone comes back; anything else is a bug.
      if (!(error instanceof GoodwordError && error.code === "database")) throw error;
      log.error("A form could not be answered", { error: error.message });
      return null;
    }
  }

  /** Null where a link may be asked for once more from an address. */
  function overLimit(call: FormCall, token: string): Response | null {
    const seconds = limits.link.take(`${addressOf(call)} ${digestOf(token)}`);
    return seconds > 0 ? tooMany(seconds) : null;
  }

  /** A page at the address of a call, in the language that it names, else that of the job, else of the business. */
  function pageOf(call: FormCall, { publication }: Published, path: string, jobs: string | null = null) {
    const named = parts.languageOf(call.request);
    const wanted = named ?? (jobs !== null && hasCatalogue(jobs) ? jobs : null);
    const site = parts.siteFor(publication.business, wanted);
    return { publication, site, path, address: named === null ? path : `/${named}${path}` };
  }

  /** Rendering takes its turn as every computed answer does; waiting for the service does not. */
  async function shown(call: FormCall, status: number, render: () => string, headers?: Record<string, string>) {
    return call.admit(() => new Response(render(), { status, headers: { ...PRIVATE_HEADERS, ...headers } }));
  }

  async function closed(call: FormCall, page: PrivatePage, kind: Closed): Promise<Response> {
    return shown(call, CLOSED_STATUS[kind], () => renderClosed(page, kind), kind === "busy" ? RETRY : {});
  }

  /** Target of a link, with its page; a response if nothing else is needed. */
  async function open(call: FormCall, published: Published) {
    const token = call.parameters.token ?? "";
    const path = answerPath(token);
    const refusal = overLimit(call, token);
    if (refusal !== null) return refusal;
    const link = await at(call, (service) => service.look(token));
    const page = pageOf(call, published, path, link !== null && "job" in link ? link.job.language : null);
    if (link === null) return closed(call, page, "busy");
    return link.kind === "open" || link.kind === "answered" ? { token, link, page } : closed(call, page, link.kind);
  }

  async function act(
    call: FormCall,
    published: Published,
    work: (service: InvitationService, token: string) => Promise<Link>,
  ) {
    const opened = await open(call, published);
    if (opened instanceof Response) return opened;
    const link = await at(call, (service) => work(service, opened.token));
    return link === null ? closed(call, opened.page, "busy") : seeOther(linkWithin(parts.site, opened.page.address));
  }

  async function unsubscribing(
    call: FormCall,
    published: Published,
    work: (service: InvitationService, token: string) => Promise<"unknown" | "open" | "done">,
  ) {
    const token = call.parameters.token ?? "";
    const page = pageOf(call, published, PATHS.unsubscribing.replace("{token}", token));
    const refusal = overLimit(call, token);
    if (refusal !== null) return refusal;
    const state = await at(call, (service) => work(service, token));
    if (state === null) return closed(call, page, "busy");
    if (state === "unknown") return closed(call, page, "unknown");
    return shown(call, 200, () => renderUnsubscribing(page, state === "done"));
  }

  function reportPage(call: FormCall, published: Published) {
    const id = call.parameters.id ?? "";
    if (!isAsking || published.publication.ordinalOf(id) === null) return null;
    return { id, page: pageOf(call, published, reviewReportPath(id)) };
  }

  const forms: Forms = {
    async showAnswer(call, published) {
      const opened = await open(call, published);
      if (opened instanceof Response) return opened;
      const { page, link } = opened;
      return shown(call, 200, () =>
        link.kind === "answered" ? renderAnswered(page, link) : renderForm(page, link, chosenStars(call)),
      );
    },
    sendAnswer: (call, published) =>
      reading(call, async (form) => {
        const opened = await open(call, published);
        if (opened instanceof Response) return opened;
        const { token, page, link } = opened;
        const given = readAnswer(form);
        const { answer } = given;
        if (answer === null) return shown(call, 422, () => renderForm(page, link, given));
        const wording = licenseWording(page.site.words, published.publication.business);
        const saved = await at(call, (service) => service.answer(token, answer, { wording, version: LICENSE_VERSION }));
        if (saved === null) return closed(call, page, "busy");
        return seeOther(linkWithin(parts.site, page.address));
      }),
    async receipt(call, published) {
      const opened = await open(call, published);
      if (opened instanceof Response) return opened;
      const { link, page } = opened;
      if (link.kind !== "answered") return closed(call, page, "unknown");
      const { review } = link;
      const isShown = review.withheld === null && review.copyOf === null;
      const receipt = isShown ? await parts.receiptOf(review.id, published) : null;
      if (receipt === null) return closed(call, page, isShown ? "busy" : "unknown");
      const name = `attachment; filename="receipt-${review.id}.json"`;
      const headers = { ...PRIVATE_HEADERS, "Content-Type": "application/json", "Content-Disposition": name };
      return new Response(`${JSON.stringify(receipt, null, 2)}\n`, { headers });
    },
    withdraw: (call, published) =>
      reading(call, async (form) => {
        if (form.get("remove") === "yes") return act(call, published, (service, token) => service.withdraw(token));
        // Programs that look for dangerous links send forms as they find them.
        const opened = await open(call, published);
        if (opened instanceof Response) return opened;
        const { link, page } = opened;
        if (link.kind !== "answered") return closed(call, page, "unknown");
        return shown(call, 422, () => renderAnswered(page, link, { isRemovalUnchecked: true }));
      }),
    contest: (call, published) =>
      reading(call, (form) => {
        const text = cutText(normaliseText(form.get("text") ?? ""), MAX_TEXT_LENGTH);
        return act(call, published, (service, token) =>
          text === "" ? service.look(token) : service.contest(token, text),
        );
      }),
    showUnsubscribing: (call, published) =>
      unsubscribing(call, published, (service, token) => service.lookAtUnsubscribing(token)),
    // RFC 8058: whatever its body is.
    unsubscribe: (call, published) => unsubscribing(call, published, (service, token) => service.unsubscribe(token)),
    async showReport(call, published) {
      const found = reportPage(call, published);
      if (found === null) return parts.missing(call.request);
      return shown(call, 200, () => renderReport(found.page, NOTHING_TYPED, false));
    },
    sendReport: (call, published) =>
      reading(call, async (form) => {
        const found = reportPage(call, published);
        if (found === null) return parts.missing(call.request);
        const { id: reviewId, page } = found;
        const typed = typedReport(form);
        const reason = OWNERS_REASONS.find((each) => each === typed.reason);
        const isSound =
          countCharacters(typed.text) <= MAX_TEXT_LENGTH && /^(?:[^\s@]{1,64}@[^\s@]{1,255})?$/.test(typed.email);
        if (reason === undefined || !isSound) return shown(call, 422, () => renderReport(page, typed, true));
        const seconds = limits.reports.take(addressOf(call));
        if (seconds > 0) return tooMany(seconds);
        const report = { reviewId, reason, text: typed.text || null, email: typed.email || null };
        if ((await at(call, (service) => service.report(report))) === null) return closed(call, page, "busy");
        return shown(call, 200, () => renderReport(page, null, false));
      }),
  };
  const guarded = (answer: HandleForm): HandleForm => {
    return async (call, published) => {
      try {
        return await answer(call, published);
      } catch (error) {
        log.error("A form failed", { error: String(error) });
        return closed(call, pageOf(call, published, new URL(call.request.url).pathname), "failed");
      }
    };
  };
  return Object.fromEntries(Object.entries(forms).map(([id, answer]) => [id, guarded(answer)])) as Record<
    keyof Forms,
    HandleForm
  >;
}

const CLOSED_STATUS: Readonly<Record<Closed, number>> = {
  unknown: 404,
  expired: 410,
  withdrawn: 410,
  removed: 410,
  busy: 503,
  failed: 500,
};

/** Private pages are not cached, sent as a referrer, indexed or framed. */
const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_SECURITY_HEADERS,
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const RETRY = { "Retry-After": "5" };
const NOTHING_TYPED: TypedReport = { reason: "", text: "", email: "" };

function typedReport(form: URLSearchParams): TypedReport {
  const field = (name: string) => form.get(name)?.trim() ?? "";
  return { reason: field("reason"), text: normaliseText(field("text")), email: field("email") };
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: location } });
}

function tooMany(seconds: number): Response {
  const message = `too many requests; try again in ${seconds} s`;
  return problemResponse(429, [{ path: [], code: "rate_limited", message }], {
    ...PRIVATE_HEADERS,
    "Retry-After": String(seconds),
  });
}

/** Reads the form in the body. `Origin` is not checked: under `no-referrer`, browsers send it as `null`. */
async function reading(call: FormCall, answer: (form: URLSearchParams) => Promise<Response>): Promise<Response> {
  const { request } = call;
  const length = Number(request.headers.get("content-length") ?? FORM_BYTES);
  return call.holding(Math.min(length, FORM_BYTES), async () => {
    const body = await readFormBody(request, FORM_BYTES);
    return body.kind === "refused"
      ? problemResponse(body.status, [body.issue], PRIVATE_HEADERS)
      : answer(new URLSearchParams(body.text));
  });
}

function addressOf({ client }: FormCall): string {
  return clientKey(client.clientAddress);
}

/** Links are not held in memory as they are. */
function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
