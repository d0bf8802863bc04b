/** Exports the links of open jobs, which invites their customers: a job's link is the same each time. */
import Type from "typebox";
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
import { catalogueLanguage, consoleWords } from "../languages/mod.ts";
import { type Business, calendarDateAt, counted, guardCell, quoteCell } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { act, done } from "./act.ts";
import { field, type GivenOutput, OUTPUT } from "./act_input.ts";
import type { ActContext, ActServices } from "./act_services.ts";
import { linkKeyFor } from "./link_key.ts";
import { refused } from "./refusal.ts";
import { updateRecord } from "./update_record.ts";

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

type JobLink = ReturnType<typeof linkOf>;

const FOR_OWNER = { path: "invitations", within: "store" } as const;

function fileInput(help: string, download: { readonly name: string; readonly mediaType: string }) {
  const file = field({ flags: "<file>", help, download });
  return Type.Object({ file: Type.Unsafe<GivenOutput>({ ...OUTPUT, ...file }) });
}

export const exportLinks = act({
  name: "invitations links",
  ...FOR_OWNER,
  details:
    "Every job in the file counts as invited. A job always has the same link. Protect the file " +
    "like your customer list. Needs INVITATIONS=links or mail.",
  examples: [["goodword invitations links links.csv", "for the program that sends your text messages"]],
  input: fileInput("CSV file to write", { name: "links.csv", mediaType: "text/csv; charset=utf-8" }),
  run: (store, { input: { file }, context }) =>
    give(store, context, { channel: "link", file, contentOf: async (links, business) => linkLines(links, business) }),
  detail: ({ links }) => ({ links }),
});

export const exportCards = act({
  name: "invitations cards",
  ...FOR_OWNER,
  details: "Every job on the page counts as invited. Needs INVITATIONS=links or mail.",
  input: fileInput("HTML file to write", { name: "cards.html", mediaType: "text/html; charset=utf-8" }),
  run: (store, { input: { file }, context }) =>
    give(store, context, {
      channel: "card",
      file,
      async contentOf(links, business) {
        const { renderInvitationCards } = await import("../pages/mod.ts");
        const words = consoleWords(catalogueLanguage(business.language));
        const title = words.say("invitations.cardsTitle", { business: business.name, count: links.length });
        return [renderInvitationCards(title, cardsOf(links, business))];
      },
    }),
  detail: ({ links }) => ({ links }),
});

interface Given {
  readonly channel: "link" | "card";
  readonly file: GivenOutput;
  contentOf(links: readonly JobLink[], business: Business): Promise<readonly string[]>;
}

/** If the file cannot be written, no invitations are recorded. */
async function give(store: Store, context: ActContext, { channel, file, contentOf }: Given) {
  const parts = linkPartsOf(context);
  const { policy } = parts;
  if (policy.mode === "off")
    return { ...refused("usage", "invitations.off"), sentence: "INVITATIONS is off, expected links or mail" };
  const business = (await readBusiness(store))?.profile;
  if (business === undefined || business.is_sample) {
    const sentence =
      "Nobody is invited while sample data is shown; describe your business first, with your business.json";
    return { ...refused("invalid", "invitations.obstacle.sample"), sentence };
  }
  const timeZone = business.time_zone;
  // The public record must contain the settings before customers are asked, by link as by mail.
  await updateRecord(store, policy);
  return store.jobs.write(async (jobs) => {
    const { now } = jobs;
    const open = openJobs(await jobs.list(), await jobs.unsubscribed(), { policy, now, timeZone, channel });
    const fresh = open.fresh.map((job) => inviteBy(channel, job, { ...parts, now }));
    const given = [...open.invited, ...fresh].sort((one, other) => (one.job.finished > other.job.finished ? 1 : -1));
    const links = given.map((listed) => linkOf(listed, { ...parts, timeZone }));
    await jobs.invite(fresh.map(({ invitation }) => invitation));
    file.write(await contentOf(links, business));
    const data = { file: file.name, links: links.length, invited: fresh.length };
    return done({
      lines: [`${file.name}: ${counted(links.length, "link")}, ${fresh.length} of them invited now`],
      data,
    });
  });
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
  remindedAt: null,
  undeliverableAt: null,
  answeredAt: null,
  reviewId: null,
  withdrawnAt: null,
  displayName: null,
  licenseWording: null,
  licenseVersion: null,
  licensedAt: null,
  edits: 0,
};

function linkLines(links: readonly JobLink[], business: Business): string[] {
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

function cardsOf(links: readonly JobLink[], business: Business) {
  return links.map(({ job, url, until }) => ({
    businessName: business.name,
    url,
    until,
    language: job.language ?? business.language,
    customer: [job.customerName, job.service, job.finished].filter((word) => word !== null).join(" · "),
  }));
}
