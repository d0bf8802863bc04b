/** Watches a log from outside: it goes on from what was seen before, and the site shows what the log has and nothing else. */
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { counted, type Review } from "../review/mod.ts";
import {
  canonicalJson,
  commitmentTo,
  type Entry,
  isOfReview,
  publicForm,
  type ReviewEntry,
  readSalt,
} from "./entry.ts";
import { readCheckpoint, readVerifierKey, type VerifierKey } from "./note.ts";
import {
  addressOfLog,
  beginsWith,
  type FetchFromSite,
  type FindingKind,
  finding,
  type LogFinding,
  readSiteLog,
  type SiteLog,
  textOf,
} from "./site_log.ts";

export interface WatchState {
  readonly v: 1;
  readonly key: string;
  readonly checkpoint: string;
  readonly seen: string;
}

interface SeenState extends WatchState, Pick<SiteLog, "origin" | "size" | "root"> {}

/** Reads the stored state. @throws if it cannot be read: a damaged state must not count as a first look */
export function readWatchState(kept: unknown): SeenState {
  const { v, key, checkpoint, seen } = (kept ?? {}) as Partial<WatchState>;
  const read = typeof checkpoint === "string" ? readCheckpoint(checkpoint) : null;
  if (v !== 1 || read === null || readVerifierKey(String(key)) === null || Number.isNaN(Date.parse(seen ?? ""))) {
    throw new Error("not a state that watch-log has written");
  }
  const { origin, size, root } = read;
  return { ...(kept as WatchState), origin, size, root };
}

interface WatchReport {
  readonly log: SiteLog | null;
  readonly findings: readonly LogFinding[];
  /** What has happened since the last look, or ever without one: sentences without a full stop. */
  readonly news: readonly string[];
  readonly shown: number;
  readonly state: WatchState | null;
}

interface WatchOptions {
  readonly ask: FetchFromSite;
  readonly before: WatchState | null;
  readonly now: number;
}

type ServedReview = Review & { readonly log?: { readonly index: number; readonly salt: string } | null };

interface Site {
  readonly log: SiteLog;
  readonly reviews: readonly ServedReview[];
  /** What other addresses answer, because readers ask those, too: of all reviews, and of a few by themselves. */
  readonly others: readonly { readonly path: string; readonly reviews: readonly Review[]; readonly isAll: boolean }[];
  readonly isSample: boolean;
  readonly periods: readonly { readonly period: string }[];
}

/** Number of attempts to read a site that keeps changing. */
const LOOKS = 5;

/** Looks at a site. @throws when it cannot be asked, does not answer as it should, or changes all the time */
export async function watchLog({ ask, before, now }: WatchOptions): Promise<WatchReport> {
  const seen = before === null ? null : readWatchState(before);
  const site = await readSite(ask, seen && readVerifierKey(seen.key));
  if ("kind" in site) return { log: null, findings: [site], news: [], shown: 0, state: null };
  const { log, reviews } = site;
  const findings = [
    ...changesOfPast(log, seen),
    ...orderFaults(log, seen),
    ...reviewFaults(site),
    ...recordFaults(site, now),
  ];
  const state: WatchState = {
    v: 1,
    key: log.key.vkey,
    checkpoint: log.signed,
    seen: new Date(now).toISOString(),
  };
  return {
    log,
    findings,
    news: newsOf(log, seen),
    shown: reviews.length,
    state: findings.length === 0 ? state : null,
  };
}

async function readSite(ask: FetchFromSite, known: VerifierKey | null): Promise<Site | LogFinding> {
  for (let look = 0; look < LOOKS; look++) {
    const reading = await readSiteLog(ask, known);
    if (reading.kind === "wrong") return reading.finding;
    const { log } = reading;
    const lines = (await loggedReviews(ask)).split("\n").filter((line) => line !== "");
    const reviews: ServedReview[] = lines.map((line) => JSON.parse(line));
    const document: { readonly reviews: readonly Review[] } = JSON.parse(await textOf(ask, "reviews.json"));
    const others = [{ path: "reviews.json", reviews: document.reviews, isAll: true }];
    for (const { id } of sampleOf(reviews, log.size)) {
      const path = `api/reviews/${encodeURIComponent(id)}`;
      others.push({ path, reviews: [JSON.parse(await textOf(ask, path))], isAll: false });
    }
    const record = JSON.parse(await textOf(ask, "record.json"));
    const feed = JSON.parse(await textOf(ask, "api/feed.json"));
    // What was read belongs together where the log is still the same.
    if (readCheckpoint(await textOf(ask, `${await addressOfLog(ask)}/checkpoint`))?.size !== log.size) continue;
    return {
      log,
      reviews,
      others,
      isSample: feed._goodword?.is_sample === true,
      periods: record.periods ?? [],
    };
  }
  throw new Error("the log keeps changing; try again later");
}

/** Releases before 2.0 have them at another address, which takes a server. */
async function loggedReviews(ask: FetchFromSite): Promise<string> {
  const { status, body } = await ask("log/reviews.ndjson");
  return status === 200 ? Buffer.from(body).toString() : textOf(ask, "reviews.ndjson?log=true");
}

function changesOfPast(log: SiteLog, seen: SeenState | null): LogFinding[] {
  if (seen === null) return [];
  if (beginsWith(log, seen)) return [];
  const [first] = log.entries;
  if (first?.act === "succeeded" && seen.origin !== log.origin) {
    const message = `The log ${seen.origin} with ${seen.size} entries is lost, and ${log.origin} has taken its place`;
    return [finding("lost", `${message}; what it held before can no longer be proven`)];
  }
  const now = `The log (${log.size} entries)`;
  return [
    finding(
      "rewritten",
      `${now} does not begin with the ${seen.size} entries it had on ${dayOf(Date.parse(seen.seen))}`,
    ),
  ];
}

/** How far the clocks of a site and of those who watch it may be apart, in milliseconds. */
const CLOCKS_MS = HOUR_MS;

function orderFaults({ entries, origin }: SiteLog, seen: SeenState | null): LogFinding[] {
  const back = entries.findIndex(({ at }, n) => at < (entries[n - 1]?.at ?? 0));
  if (back >= 0) return [finding("back_dated", `Entry ${back} is dated earlier than the entry before it`)];
  if (seen === null) return [];
  const first = entries[seen.size];
  const isTooOld = first !== undefined && first.at < Date.parse(seen.seen) - CLOCKS_MS;
  const message = `Entry ${seen.size} is dated ${dayOf(first?.at ?? 0)}, but was not in ${origin} at the last check`;
  return isTooOld ? [finding("back_dated", message)] : [];
}

type LoggedReview = ReviewEntry & { readonly n: number };

/** Whether the site shows each review as the log has it, and nothing else; a fault of several answers is found once. */
function reviewFaults({ log, reviews, others, isSample }: Site): LogFinding[] {
  if (isSample && log.size === 0) return [];
  const last = new Map<string, LoggedReview>();
  for (const entry of log.entries) if (isOfReview(entry)) last.set(entry.review, entry);
  const places = new Map(reviews.map(({ id, log }) => [id, log]));
  const faults = new Map<string, LogFinding>();
  const note = (id: string, kind: FindingKind, message: string) => {
    const key = `${kind} ${id}`;
    if (!faults.has(key)) faults.set(key, finding(kind, message));
  };
  for (const { path, reviews: shown, isAll } of [{ path: "reviews.ndjson", reviews, isAll: true }, ...others]) {
    const ids = new Set<string>();
    for (const review of shown) {
      const { id } = review;
      const fault = faultOf({ ...review, log: places.get(id) ?? null }, last.get(id));
      if (ids.has(id)) note(id, "differs", `Review ${id} is shown twice in /${path}`);
      else if (fault !== null) note(id, fault.kind, `Review ${id} is shown in /${path}, but ${fault.message}`);
      ids.add(id);
    }
    for (const { commitment, review, rating, date, n } of isAll ? last.values() : []) {
      if (commitment === null || ids.has(review)) continue;
      const what = `Review ${review} (${stars(rating)}, ${date}) is not shown in /${path}`;
      note(review, "vanished", `${what}, although entry ${n} of the log lists it`);
    }
  }
  return [...faults.values()];
}

function faultOf(review: ServedReview, entry: LoggedReview | undefined): LogFinding | null {
  if (entry === undefined) return finding("not_logged", "the log does not contain it");
  const { n, act, commitment, rating, date } = entry;
  if (commitment === null) return finding("not_logged", `entry ${n} of the log marks it as ${act}`);
  const salt = readSalt(review.log?.salt ?? "");
  const isAsLogged =
    review.log?.index === n &&
    salt !== null &&
    commitmentTo(publicForm(review), salt) === commitment &&
    review.rating === rating &&
    review.date === date;
  return isAsLogged
    ? null
    : finding("differs", `it does not match entry ${n} of the log: its content or its salt was changed`);
}

const SAMPLE = 5;

/** Spread over all of them, and others after each change. */
function sampleOf(reviews: readonly ServedReview[], size: number): ServedReview[] {
  const step = Math.max(1, Math.floor(reviews.length / SAMPLE));
  return reviews.filter((_, at) => at % step === size % step).slice(0, SAMPLE);
}

function recordFaults({ log, periods, isSample }: Site, now: number): LogFinding[] {
  if (isSample && log.size === 0) return [];
  const logged = new Map<string, string>();
  for (const entry of log.entries) {
    if (entry.act === "quarter") logged.set(entry.period, canonicalJson(entry.figures));
  }
  const shown = new Map(periods.map(({ period, ...figures }) => [period, canonicalJson(figures)]));
  return [...new Set([...shown.keys(), ...logged.keys()])].flatMap((period) => {
    const then = logged.get(period);
    const today = shown.get(period);
    if (then === undefined) {
      const message = `The log does not contain the figures of ${period}, which has ended`;
      return isOver(period, now) ? [finding("record", message)] : [];
    }
    if (today !== undefined) {
      return then === today ? [] : [finding("record", `The record of ${period} differs from the log`)];
    }
    const hadJobs = JSON.parse(then).jobs > 0;
    return hadJobs ? [finding("record", `The record lacks ${period}, which the log contains`)] : [];
  });
}

/** After this a quarter is over everywhere on earth, and every server has had a day to publish it. */
const LATEST_MS = 2 * DAY_MS;

function isOver(period: string, now: number): boolean {
  const [year = 0, quarter = 0] = period.split("-Q").map(Number);
  return now > Date.UTC(year, quarter * 3) + LATEST_MS;
}

function newsOf({ entries, key, origin, size }: SiteLog, seen: SeenState | null): string[] {
  const fresh = entries.slice(seen?.size ?? 0);
  const moved =
    seen !== null && seen.origin !== origin
      ? [`The log has moved from ${seen.origin} to ${origin}; key and entries are the same`]
      : [];
  const isOtherKey = seen !== null && seen.key !== key.vkey;
  const rekeyed = isOtherKey ? [`The log has a new key, and the previous key has also signed: ${key.vkey}`] : [];
  const empty = size === 0 ? ["The log is empty: it begins with the first review that is not sample data"] : [];
  return [...moved, ...rekeyed, ...empty, ...fresh.flatMap(newsOfEntry)];
}

function newsOfEntry(entry: Entry): string[] {
  const day = dayOf(entry.at);
  if (entry.act === "quarter") {
    const what = entry.reason === undefined ? "closed" : `corrected: ${CORRECTIONS[entry.reason] ?? entry.reason}`;
    return [`${day}: the figures of ${entry.period} were ${what}`];
  }
  if (entry.act === "succeeded") {
    return [`${day}: this log took the place of ${entry.origin}, which was lost with ${entry.size} entries`];
  }
  if (!isOfReview(entry) || entry.act === "published") return [];
  const { review, rating, date, act, reason } = entry;
  const what = act === "shown" ? "shown again" : act;
  return [`${day}: review ${review} (${stars(rating)}, ${date}) was ${what}${reason === null ? "" : `: ${reason}`}`];
}

const CORRECTIONS: Readonly<Record<string, string | undefined>> = {
  jobs: "the list of jobs, or who was asked, has changed",
  answers: "the outcome of the answers has changed",
};

const stars = (rating: number) => counted(rating, "star");
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
