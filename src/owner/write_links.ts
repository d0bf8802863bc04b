/** Exports the links of open jobs, which invites their customers: a job's link is the same each time. */
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
import type { ActServices } from "./act_services.ts";
import { linkKeyFor } from "./link_key.ts";
import { updateRecord } from "./record.ts";

export interface LinkParts {
  /** `linkKey` is null if the key is in a file next to the database. */
  readonly policy: InvitationPolicy & { readonly linkKey: string | null };
  readonly database: string;
  readonly baseUrl: string;
}

/** Of what an act is given. */
export function linkPartsOf({ config, database }: Pick<ActServices, "config" | "database">): LinkParts {
  return { policy: config.invitations, database, baseUrl: config.baseUrl };
}

export type JobLink = ReturnType<typeof linkOf>;

/** Invites unless `write` throws. @throws {GoodwordError} `usage` if invitations are off, `input_refused` for the sample */
export async function giveLinks(
  store: Store,
  { channel, ...parts }: LinkParts & { readonly channel: "link" | "card" },
  write: (links: readonly JobLink[], business: Business) => Promise<void>,
) {
  const { policy } = parts;
  if (policy.mode === "off") throw new GoodwordError("usage", "INVITATIONS is off, expected links or mail");
  const business = (await readBusiness(store))?.profile;
  if (business === undefined || business.is_sample) {
    const message =
      "Nobody is invited while sample data is shown; describe your business first, with your business.json";
    throw new GoodwordError("input_refused", message);
  }
  const timeZone = business.time_zone;
  // The public record must contain the settings before customers are asked, by link as by mail.
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
  // The history shows who has exported contacts.
  const command = channel === "link" ? "invitations links" : "invitations cards";
  await store.reviews.write((writes) => writes.noteAct({ command, lines: [{ detail: { links: done.links.length } }] }));
  return done;
}

export interface InvitedJob {
  readonly job: Job;
  readonly invitation: Invitation;
}

export function inviteBy(
  invitedBy: InvitedBy,
  job: Job,
  { now, ...parts }: LinkParts & { readonly now: number },
): InvitedJob {
  const times = { invitedAt: now, expiresAt: now + parts.policy.expiresAfterMs };
  const tokenDigest = digestOfToken(tokenOf(job, parts));
  return { job, invitation: { ...NOTHING_YET, jobId: job.id, tokenDigest, invitedBy, ...times } };
}

export function linkOf(
  { job, invitation }: InvitedJob,
  { timeZone, ...parts }: LinkParts & { readonly timeZone: string },
) {
  return {
    job,
    url: absoluteUrl(parts, answerPath(tokenOf(job, parts))),
    until: calendarDateAt(invitation.expiresAt - 1, timeZone),
  };
}

/** The key is created on first use, so a store without invitations has no key. */
function tokenOf({ id }: Job, { database, policy }: LinkParts): string {
  return linkToken(linkKeyFor(database, policy.linkKey), id);
}

const NOTHING_YET = {
  ...{ remindedAt: null, undeliverableAt: null, answeredAt: null, reviewId: null, withdrawnAt: null },
  ...{ displayName: null, licenseWording: null, licenseVersion: null, licensedAt: null, edits: 0 },
};

export function linkLines(links: readonly JobLink[], business: Business): string[] {
  const header = "job,reference,customer_name,email,telephone,finished,service,language,link,until,message\r\n";
  return [header, ...links.map((link) => csvLine(link, business))];
}

/** Phone numbers skip the formula guard: they are validated, and SMS programs need `+49…` verbatim. */
function csvLine({ job, url, until }: JobLink, business: Business): string {
  const { id, reference, customerName, email, telephone, finished, service, language } = job;
  const guarded = (cell: string | null) => quoteCell(guardCell(cell ?? ""));
  // Programs put these texts into text messages, where they must not become links.
  const word = (text: string | null) => (text !== null && becomesLink(text) ? null : text);
  const before = [id, reference, word(customerName), email].map(guarded);
  const message = textMessage({ job, business, url });
  const after = [finished, word(service), language, url, until, message].map(guarded);
  return `${[...before, quoteCell(telephone ?? ""), ...after].join(",")}\r\n`;
}

export function cardsOf(links: readonly JobLink[], business: Business) {
  return links.map(({ job, url, until }) => ({
    ...{ businessName: business.name, url, until, language: job.language ?? business.language },
    customer: [job.customerName, job.service, job.finished].filter((word) => word !== null).join(" · "),
  }));
}
