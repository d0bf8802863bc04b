/** Gives out the links of open jobs, which invites their customers: each job has the same link each time. */
import { GoodwordError } from "../errors.ts";
import { absoluteUrl, answerPath } from "../http/paths.ts";
import {
  becomesLink,
  digestOfToken,
  type Invitation,
  type InvitationPolicy,
  type InvitedBy,
  type Job,
  linkToken,
  openJobs,
  textMessage,
} from "../invitations/mod.ts";
import { type Business, calendarDateAt, guardCell, quoteCell } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { linkKeyFor } from "./link_key.ts";
import { updateRecord } from "./record.ts";

/** What links are made from. */
export interface LinkParts {
  /** `linkKey` is null where the key is kept beside the database. */
  readonly policy: InvitationPolicy & { readonly linkKey: string | null };
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly database: string;
  /** Of the public site, without a trailing slash. */
  readonly baseUrl: string;
}

/** A job with its link. */
export interface JobLink {
  readonly job: Job;
  readonly url: string;
  /** The last day of the link, by the calendar of the business. */
  readonly until: string;
}

/** What came of giving links out. */
interface GivenLinks {
  readonly links: readonly JobLink[];
  /** How many of them are invited by it. */
  readonly invited: number;
}

/**
 * Calls `write` with the link of every open job, and counts them as invited unless it throws.
 *
 * @throws {GoodwordError} `usage` while invitations are off, `input_refused` while there is no business but the sample
 */
export async function giveLinks(
  store: Store,
  { channel, ...parts }: LinkParts & { readonly channel: "link" | "card" },
  write: (links: readonly JobLink[], business: Business) => Promise<void>,
): Promise<GivenLinks> {
  const { policy } = parts;
  if (policy.mode === "off") throw new GoodwordError("usage", "INVITATIONS is off, expected links or mail");
  const business = (await readBusiness(store))?.profile;
  if (business === undefined || business.is_sample) {
    const message =
      "Nobody is invited while the sample is shown; describe your business first, with your business.json";
    throw new GoodwordError("input_refused", message);
  }
  const timeZone = business.time_zone;
  // Whoever is asked by a link is fixed in the public log before, too.
  await updateRecord(store, policy);
  const done = await store.jobs.write(async (jobs) => {
    const { now } = jobs;
    const open = openJobs(await jobs.list(), await jobs.unsubscribed(), { policy, now, timeZone, channel });
    const fresh = open.fresh.map((job) => inviteBy(channel, job, { ...parts, now }));
    const given = [...open.invited, ...fresh].sort((one, other) => (one.job.finished > other.job.finished ? 1 : -1));
    const links = given.map((listed) => linkOf(listed, { ...parts, timeZone }));
    await jobs.invite(fresh.map(({ invitation }) => invitation));
    await write(links, business);
    return { links, invited: fresh.length };
  });
  // The history names who has exported contacts.
  const command = channel === "link" ? "invitations links" : "invitations cards";
  await store.reviews.write((writes) => writes.noteAct({ command, lines: [{ detail: { links: done.links.length } }] }));
  return done;
}

/** A job with its invitation. */
export interface InvitedJob {
  readonly job: Job;
  readonly invitation: Invitation;
}

/** A job whose customer is invited from now on. */
export function inviteBy(
  invitedBy: InvitedBy,
  job: Job,
  { now, ...parts }: LinkParts & { readonly now: number },
): InvitedJob {
  const times = { invitedAt: now, expiresAt: now + parts.policy.expiresAfterMs };
  const tokenDigest = digestOfToken(tokenOf(job, parts));
  return { job, invitation: { ...NOTHING_YET, jobId: job.id, tokenDigest, invitedBy, ...times } };
}

/** The link of a job whose customer is invited. */
export function linkOf(
  { job, invitation }: InvitedJob,
  { timeZone, ...parts }: LinkParts & { readonly timeZone: string },
): JobLink {
  return {
    job,
    url: absoluteUrl(parts, answerPath(tokenOf(job, parts))),
    until: calendarDateAt(invitation.expiresAt - 1, timeZone),
  };
}

/** The key is made with its first use: where nobody is asked there is none. */
function tokenOf({ id }: Job, { database, policy }: LinkParts): string {
  return linkToken(linkKeyFor(database, policy.linkKey), id);
}

const NOTHING_YET = {
  ...{ remindedAt: null, undeliverableAt: null, answeredAt: null, reviewId: null, withdrawnAt: null },
  ...{ displayName: null, licenseWording: null, licenseVersion: null, licensedAt: null, edits: 0 },
};

/** Links as a table for the program that sends them, line by line. */
export function linkLines(links: readonly JobLink[], business: Business): string[] {
  const header = "job,reference,customer_name,email,telephone,finished,service,language,link,until,message\r\n";
  return [header, ...links.map((link) => csvLine(link, business))];
}

/** A telephone number is nothing but one, and whoever sends messages needs it as it is. */
function csvLine({ job, url, until }: JobLink, business: Business): string {
  const { id, reference, customerName, email, telephone, finished, service, language } = job;
  const guarded = (cell: string | null) => quoteCell(guardCell(cell ?? ""));
  // Programs put them into text messages, too.
  const word = (text: string | null) => (text !== null && becomesLink(text) ? null : text);
  const before = [id, reference, word(customerName), email].map(guarded);
  const message = textMessage({ job, business, url });
  const after = [finished, word(service), language, url, until, message].map(guarded);
  return `${[...before, quoteCell(telephone ?? ""), ...after].join(",")}\r\n`;
}

/** Links as cards to print. */
export function cardsOf(links: readonly JobLink[], business: Business) {
  return links.map(({ job, url, until }) => ({
    ...{ businessName: business.name, url, until, language: job.language ?? business.language },
    customer: [job.customerName, job.service, job.finished].filter((word) => word !== null).join(" · "),
  }));
}
