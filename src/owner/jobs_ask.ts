/** Asks the customer of a job from the owner's own phone: returns the link of the job, which invites the customer. */
import Type from "typebox";
import {
  isUnreached,
  type ListedJob,
  MANUAL_CHANNELS,
  type ManualChannel,
  manualChannelsOf,
  reasonAgainst,
  textMessage,
} from "../invitations/mod.ts";
import type { Business } from "../review/mod.ts";
import type { ReviewReads, Store } from "../store/mod.ts";
import { act, done, type Subject, same } from "./act.ts";
import { field } from "./act_input.ts";
import { customersOf } from "./job_list.ts";
import { refused } from "./refusal.ts";
import { jobSubject } from "./subjects.ts";
import { beginRecord } from "./update_record.ts";
import { type InvitedJob, inviteBy, type LinkParts, linkOf, linkPartsOf } from "./write_links.ts";

const customer: Subject<ListedJob> = { ...jobSubject, find: (reads, ids) => jobSubject.find(reads.jobs, ids) };

export const askCustomer = act({
  name: "jobs ask",
  subject: customer,
  details:
    "Prints a message with the job's link, in the customer's language, for you to send, and counts the customer as invited. " +
    "Asking again prints the same link. It works while INVITATIONS is off, too.",
  examples: [["goodword jobs ask job_4kx0z2m1q8r7t6y5w3v9 --by sms", "a message to send from your telephone"]],
  input: Type.Object({
    by: Type.Enum(
      MANUAL_CHANNELS,
      field({ flags: "--by <way>", help: "how you contact the customer", missing: "jobs.askBy" }),
    ),
  }),
  async run(writes, { one, input: { by }, context }) {
    const links = linkPartsOf(context);
    const asked = await lookAt(writes, one, { ...links, by });
    if (asked.kind !== "fresh") return asked;
    const { jobs, now } = writes;
    if (one.invitation !== null) await jobs.reopen(one.job.id);
    const invited = inviteBy(by, one.job, { ...links, now });
    await jobs.invite([invited.invitation]);
    await beginRecord(writes, links.policy);
    return done(outcomeOf(invited, asked.business, { ...links, by }));
  },
  detail: ({ id, by }) => ({ id, by }),
});

/** The link of a job whose customer was asked before, as `askCustomer` would return it again; null otherwise. */
export async function askedLink(store: Store, id: string, options: AskOptions) {
  return store.reviews.read(async (reads) => {
    const [one] = await customer.find(reads, [id]);
    const asked = one === undefined ? null : await lookAt(reads, one, options);
    return asked?.kind === "done" ? asked.data : null;
  });
}

type AskOptions = LinkParts & { readonly by: ManualChannel };

/** The link that the customer was given before; otherwise that they can be asked, or why not. */
async function lookAt(reads: ReviewReads, listed: ListedJob, options: AskOptions) {
  const { job, invitation } = listed;
  const business = (await reads.business())?.profile;
  if (business === undefined || business.is_sample) return refused("invalid", "invitations.obstacle.sample");
  const at = { policy: options.policy, now: reads.now, timeZone: business.time_zone };
  const customer = (await customersOf(reads.jobs, [job]))(job);
  const isAsked = invitation !== null && !isUnreached(listed);
  if (!manualChannelsOf(listed, customer, at).includes(options.by)) {
    const reason = isAsked ? null : reasonAgainst(job, customer, { ...at, channel: options.by });
    return refused("invalid", reason === null ? "jobs.invitedAlready" : `shared.record.reason.${reason}`);
  }
  return isAsked ? same(outcomeOf({ job, invitation }, business, options)) : { kind: "fresh" as const, business };
}

function outcomeOf(invited: InvitedJob, business: Business, { by, ...links }: AskOptions) {
  const { job } = invited;
  const { url, until } = linkOf(invited, { ...links, timeZone: business.time_zone });
  const message = textMessage({ business, job, url });
  const data = { id: job.id, by, customer_name: job.customerName, telephone: job.telephone, url, until, message };
  return { lines: [by === "copy" || by === "code" ? url : message], data, notice: "done.asked" } as const;
}
