/** Finds faults and possible improvements of an installation. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { platform } from "node:os";
import { type Config, type Environment, isServerUrl, readConfig } from "../config.ts";
import { PATHS } from "../http/paths.ts";
import type { ImportHints } from "../import/mod.ts";
import { NOTHING_FOUND } from "../insights/mod.ts";
import { settingWarnings } from "../misspelt_settings.ts";
import { transparencyOf } from "../publication/mod.ts";
import { analystFor, documentText } from "../publication/publishing/mod.ts";
import {
  type Business,
  counted,
  foldText,
  groupedDigits,
  maskPersonalData,
  sourceName,
  UNNAMED_BUSINESS,
} from "../review/mod.ts";
import {
  countOutdated,
  isLicenseUndecided,
  type PublishedRow,
  readBusiness,
  readImportHints,
  readStatistics,
  type Statistics,
  type Store,
} from "../store/mod.ts";
import { isLocalHost } from "../system.ts";
import { describeBackups } from "./back_up.ts";
import { logFinding } from "./check_log.ts";
import { publishNow, type SiteOptions } from "./export.ts";
import { advice, adviceIf, type Finding, fine, type Remedy, wrong } from "./finding.ts";
import { type DoubtfulCopies, type DoubtfulPair, readDoubtfulCopies } from "./join_copies.ts";
import { checkNotices } from "./notices.ts";
import { checkMail } from "./send_messages.ts";
import { problemsOf } from "./settings.ts";
import { differingParts } from "./update_record.ts";

type DiagnoseOptions = {
  readonly databasePath: string;
  readonly isPublicationSound?: (() => Promise<boolean | null>) | undefined;
} & ({ readonly environment: Environment } | { readonly config: Config });

/** Changes nothing. Documents are checked only if settings and database are sound. */
export async function diagnose(store: Store, options: DiagnoseOptions): Promise<readonly Finding[]> {
  const settings = "config" in options ? checkAddresses(options.config) : checkSettings(options.environment);
  const ground = [...settings, ...checkOpenFiles(), ...(await checkDatabase(store, options.databasePath))];
  if (ground.some(({ level }) => level === "wrong")) return ground;
  const config = "config" in options ? options.config : readConfig(options.environment);
  return [
    ...ground,
    ...(await checkReviews(store)),
    ...(await checkHints(store)),
    await logFinding(store, options.databasePath, config),
    ...(await checkMail(store, config)),
    ...(config.backups === null ? [] : [{ about: "backups", ...(await describeBackups(store, config.backups)) }]),
    ...(await checkNotices(store, config)),
    ...(await checkPublication(options)),
    await checkDocuments(store, config),
  ];
}

async function checkPublication({ isPublicationSound }: DiagnoseOptions): Promise<Finding[]> {
  const isSound = (await isPublicationSound?.()) ?? null;
  if (isSound === null) return [];
  const message = "its file is damaged or was not written by this user; the next start rebuilds it";
  return [isSound ? fine("publication", "sound") : advice("publication", message)];
}

function checkSettings(env: Environment): Finding[] {
  const problems = problemsOf(env).map((problem) => wrong("settings", problem));
  const warnings = settingWarnings(env).map((warning) => advice("settings", warning));
  return [...warnings, ...(problems.length > 0 ? problems : checkAddresses(readConfig(env)))];
}

function checkAddresses({ baseUrl, console: { url }, hub }: Config): Finding[] {
  const message =
    "HUB_ALLOW_PRIVATE_CALLBACKS is true: strangers can make this machine send requests into its own network";
  return [checkBaseUrl(baseUrl), ...checkConsoleUrl(url), ...adviceIf(hub.allowPrivateCallbacks, "hub", message)];
}

/** Each connection is an open file. Bun raises the limit as far as the system allows. */
const MIN_OPEN_FILES = 4096;

function checkOpenFiles(): Finding[] {
  const limits = existsSync("/proc/self/limits") ? readFileSync("/proc/self/limits", "utf8") : "";
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  const message =
    `at most ${limit} files and connections at once, which one client can exhaust; raise the limit to 65536: ` +
    "LimitNOFILE of systemd, ulimit nofile of Docker, ulimit -n of a shell";
  return adviceIf(limit !== undefined && Number(limit) < MIN_OPEN_FILES, "open files", message);
}

/** Over http, passwords and session cookies would be sent in clear text. */
function checkConsoleUrl(url: string): Finding[] {
  const { hostname, protocol } = new URL(url);
  const isOpen = protocol !== "https:" && !isLocalHost(hostname);
  return isOpen
    ? [wrong("CONSOLE_URL", `${url} is not https: anyone on the network can read passwords and sessions`)]
    : [];
}

/** Links, feed ids and topics contain it, so it must be the address that readers use. */
function checkBaseUrl(baseUrl: string): Finding {
  const { hostname, protocol } = new URL(baseUrl);
  if (isLocalHost(hostname)) {
    return advice(
      "BASE_URL",
      `${baseUrl} is reachable only from this machine; set it to the public address before you publish`,
    );
  }
  if (protocol !== "https:")
    return advice("BASE_URL", `${baseUrl} is not https; feed readers and browsers may refuse it`);
  return fine("BASE_URL", baseUrl);
}

async function checkDatabase(store: Store, path: string): Promise<Finding[]> {
  const findings = await store.faults();
  if (findings.length > 0) return findings.map((finding) => wrong("database", `damaged: ${finding}; restore a backup`));
  const { revision } = await store.editions.state();
  // PostgreSQL manages its own files, which are not accessible here.
  if (isServerUrl(path)) return [fine("database", `revision ${revision}; use pg_amcheck to look for damage`)];
  return [fine("database", `sound, revision ${revision}`), ...checkPrivacy(path)];
}

/** Release 1.0.0 created databases that everybody could read. */
function checkPrivacy(path: string): Finding[] {
  // Windows has no such permissions: each file appears readable by everybody.
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  const isOpen = platform() !== "win32" && (mode & 0o004) !== 0;
  const message = "other users of this machine can read it, secrets included";
  return adviceIf(isOpen, "database", message, "close_database_to_others");
}

async function checkReviews(store: Store): Promise<Finding[]> {
  const business = (await readBusiness(store))?.profile;
  if (business === undefined) return [advice("reviews", "none yet; import some")];
  const { tallies, revision } = await readStatistics(store);
  const copies = await readDoubtfulCopies(store);
  const rows = await store.editions.read(({ reviews }) => examine(reviews, copies));
  const noLicense = "none declared, so nobody may reuse the data; set license of the business";
  return [
    ...adviceIf(await isLicenseUndecided(store, business), "licence", noLicense),
    ...checkBusiness(business),
    ...checkTerms(business, tallies),
    ...checkUnverified(tallies),
    ...checkStars(tallies),
    ...checkCopies(copies.pairs),
    ...checkAnalyses(await countOutdated(store, analystFor(business))),
    ...rows,
    ...(await checkRecord(store)),
    fine("reviews", `${groupedDigits(transparencyOf(tallies).published)} published at revision ${revision}`),
  ];
}

async function checkRecord(store: Store): Promise<Finding[]> {
  if ((await store.reviews.read((reads) => reads.setting("record"))) === undefined) return [];
  const parts = await differingParts(store);
  if (parts.length === 0) return [fine(PATHS.record, "every number matches the stored rows")];
  return [advice(PATHS.record, `${parts.join(", ")} differ from the stored rows; a server recounts every minute`)];
}

function checkBusiness({ name, is_sample, time_zone, technicians, services }: Business): Finding[] {
  const isUtc = "UTC, so late reviews may get the next day's date; set time_zone of the business";
  return [
    ...adviceIf(is_sample === true, "business", "this is sample data; your first import replaces it"),
    ...adviceIf(name === UNNAMED_BUSINESS, "business", "it has no name yet", "name_business"),
    ...adviceIf(time_zone === "UTC", "time zone", isUtc),
    ...adviceIf(technicians.length === 0, "catalog", "no technicians", "suggest_technicians"),
    ...adviceIf(services.length === 0, "catalog", "no services, so none are found in reviews"),
  ];
}

/** Reviews of another site may stay under its terms, even if the licence of the dataset is open. */
function checkTerms({ sources = [] }: Business, tallies: Tallies): Finding[] {
  const declared = new Set(["direct", ...sources.map(({ name }) => name)]);
  const found = new Set(tallies.filter(({ withheld }) => withheld === null).map(({ source }) => source));
  const open = [...found].filter((source) => !declared.has(source)).sort();
  const message = `no terms declared for reviews from ${open.join(", ")}; set sources of the business`;
  return adviceIf(open.length > 0, "terms", message);
}

type Tallies = Statistics["tallies"];

function checkUnverified(tallies: Tallies): Finding[] {
  const waiting = sumOf(tallies.filter(({ withheld, isCopy }) => withheld === "unverified" && !isCopy));
  const message = `${counted(waiting, "review")} not verified and so not published`;
  return adviceIf(waiting > 0, "verification", message, "verify_reviews");
}

/** Until outdated reviews are analysed, a starting server serves only the feeds. */
function checkAnalyses(outdated: number): Finding[] {
  const wait = `${counted(outdated, "review")} to be re-analysed by the engine of this release`;
  const message = `${wait}; the server does so at its next start, before it serves anything but the feeds`;
  return adviceIf(outdated > 0, "analysis", message);
}

/** How much larger the withheld share of bad reviews may be than that of good ones. */
const FAIR_DIFFERENCE = 0.1;
const ENOUGH = 5;

/** Readers are promised that ratings are no reason to withhold. */
function checkStars(tallies: Tallies): Finding[] {
  const counted = tallies.filter(({ isCopy }) => !isCopy);
  const low = shareWithheld(counted.filter(({ rating }) => rating <= 2));
  const high = shareWithheld(counted.filter(({ rating }) => rating >= 4));
  const isUnfair = low.kept >= ENOUGH && low.share - high.share > FAIR_DIFFERENCE;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const message = `${percent(low.share)} of low ratings are withheld, but ${percent(high.share)} of high ones; this is public`;
  return adviceIf(isUnfair, "fairness", message);
}

function shareWithheld(tallies: Tallies): { kept: number; share: number } {
  const kept = sumOf(tallies);
  return { kept, share: kept === 0 ? 0 : sumOf(tallies.filter(({ withheld }) => withheld !== null)) / kept };
}

function sumOf(tallies: Tallies): number {
  return tallies.reduce((sum, { count }) => sum + count, 0);
}

const MAX_NAMED = 5;
/** Shorter texts may be equal by chance. */
const MIN_DUPLICATE_LENGTH = 40;

async function examine(
  pages: AsyncIterable<readonly PublishedRow[]>,
  { pairs, areParted }: DoubtfulCopies,
): Promise<Finding[]> {
  const [translated, personal, duplicates]: [string[], string[], string[]] = [[], [], []];
  const firstWith = new Map<string, string>();
  const doubtful = new Set(pairs.map(([one, other]) => `${one.id} ${other.id}`));
  /** Whether the owner has decided that two reviews are by different customers, or is already asked. */
  const isAsked = (one: string, other: string) => areParted(one, other) || doubtful.has([one, other].sort().join(" "));
  for await (const page of pages) {
    for (const { id, text, translationText, title, replyText, authorName } of page) {
      if (/\((?:Translated by Google|Original)\)/.test(`${text}\n${replyText ?? ""}`)) translated.push(id);
      const texts = [text, translationText, title];
      if (texts.some((each) => maskPersonalData(each ?? "").redactions.length > 0)) personal.push(id);
      if (text.length < MIN_DUPLICATE_LENGTH) continue;
      const key = `${foldText(authorName)}\0${foldText(text)}`;
      const first = firstWith.get(key);
      if (first === undefined) firstWith.set(key, id);
      else if (!isAsked(id, first)) duplicates.push(`${id} = ${first}`);
    }
  }
  return [
    ...found("translations", "Google's translation marks remain in", translated),
    ...found("privacy", "e-mail addresses or telephone numbers remain in", personal),
    ...found("duplicates", "the same text by the same author:", duplicates, "remove_duplicates"),
  ];
}

function found(about: string, message: string, ids: readonly string[], remedy?: Remedy): Finding[] {
  const more = ids.length > MAX_NAMED ? ` and ${groupedDigits(ids.length - MAX_NAMED)} more` : "";
  return adviceIf(ids.length > 0, about, `${message} ${ids.slice(0, MAX_NAMED).join(", ")}${more}`, remedy);
}

function checkCopies(pairs: readonly DoubtfulPair[]): Finding[] {
  if (pairs.length === 0) return [];
  const message = `${counted(pairs.length, "pair")} of reviews at different sources may be one customer's review`;
  return [{ ...advice("copies", message, "settle_copies"), pairs }];
}

async function checkHints(store: Store): Promise<Finding[]> {
  const remembered = Object.entries(await readImportHints(store));
  return remembered.map(([source, hints]) =>
    fine("import", `files from ${sourceName(source)} are read with ${describeHintsUsed(hints)}`),
  );
}

function describeHintsUsed({ columns = {}, dateFormat, scale, round, encoding, moderation = {} }: ImportHints): string {
  const parts = [
    ...Object.entries(columns).map(([role, column]) =>
      column === "" ? `no column for the ${role}` : `${JSON.stringify(column)} as the ${role}`,
    ),
    ...(dateFormat === undefined ? [] : [`dates as ${dateFormat}`]),
    ...(scale === undefined ? [] : [`a highest rating of ${scale}`]),
    ...(round === undefined ? [] : [`halves rounded ${round}`]),
    ...(encoding === undefined ? [] : [`text in ${encoding}`]),
    ...Object.entries(moderation).map(([value, meaning]) => `${JSON.stringify(value)} as ${meaning}`),
  ];
  return parts.join(", ");
}

/** Builds the documents as a server would, but keeps outdated analyses, and counts the reviews of the dataset. */
async function checkDocuments(store: Store, options: SiteOptions): Promise<Finding> {
  const analystOf = () => ({ analyze: () => NOTHING_FOUND });
  const { parts, publication } = await publishNow(store, { ...options, analystOf });
  const { reviews, aggregate_rating } = JSON.parse(documentText(parts, PATHS.reviews));
  const counts = [reviews.length, aggregate_rating.review_count];
  const { reviewCount } = publication;
  if (counts.every((count) => count === reviewCount)) return fine(PATHS.reviews, `${reviewCount} reviews`);
  return wrong(PATHS.reviews, `contains ${reviews.length} reviews, expected ${reviewCount}`);
}
