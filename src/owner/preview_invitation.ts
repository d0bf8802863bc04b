/** The invitation as its owner sees it before any customer does: previewed, with a greeting of one's own, and sent as a sample. */
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import {
  bareAddress,
  faultsOf,
  GREETINGS,
  greetingFault,
  type MailAnswer,
  type Mailer,
  type Message,
  writeMessage,
} from "../invitations/mod.ts";
import { addressInWords, calendarDateAt } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";

/** The owner's greetings by language. */
export async function readGreetings({ reviews }: Store): Promise<Readonly<Record<string, string>>> {
  const kept = await reviews.read((reads) => reads.setting(GREETINGS));
  return kept === undefined ? {} : (JSON.parse(kept) as Record<string, string>);
}

/** Keeps a greeting; null takes it back. What is wrong with it, or null. */
export async function saveGreeting(store: Store, language: string, text: string | null): Promise<string | null> {
  const fault = text === null ? null : greetingFault(text);
  if (fault !== null) return fault;
  const { [language]: _, ...others } = await readGreetings(store);
  const greetings = text === null ? others : { ...others, [language]: text };
  await store.reviews.write((writes) => writes.saveSetting(GREETINGS, JSON.stringify(greetings)));
  return null;
}

interface PreviewOptions {
  readonly config: Config;
  /** Of a customer; the business's when left out. */
  readonly language: string | undefined;
  readonly now: number;
}

/** An invitation to nobody: its links lead to the pages. @throws {GoodwordError} `input_refused` without a business */
export async function previewInvitation(store: Store, { config, language, now }: PreviewOptions): Promise<Message> {
  const business = (await readBusiness(store))?.profile;
  if (business === undefined || addressInWords(business.address) === "") {
    const what = "each invitation shows the postal address of the business, which is not known yet";
    throw new GoodwordError("input_refused", `Cannot write an invitation: ${what}`);
  }
  const { time_zone: timeZone } = business;
  const site = `${config.baseUrl}/`;
  const { expiresAfterMs, incentive } = config.invitations;
  const job = {
    customerName: null,
    service: null,
    finished: calendarDateAt(now, timeZone),
    language: language ?? null,
  };
  return writeMessage({
    ...{ kind: "invitation", business, job, timeZone, incentive, reason: null },
    expiresAt: now + expiresAfterMs,
    links: { site, form: site, unsubscribe: site },
    greetings: await readGreetings(store),
  });
}

/** Sends a preview. @throws {GoodwordError} `usage` without a mail server and a sender */
export async function sendPreview(
  message: Message,
  address: string,
  { config, mailer }: { readonly config: Config; readonly mailer: Mailer },
): Promise<MailAnswer> {
  const { mailFrom, mailReplyTo } = config.invitations;
  if (mailFrom === null) throw new GoodwordError("usage", "MAIL_FROM is not set; see docs/collecting.md");
  const [to, from] = [bareAddress(address), bareAddress(mailFrom)];
  const messageId = `<${crypto.randomUUID()}@${new URL(config.baseUrl).hostname}>`;
  const mime = await mailer.compose({ from: mailFrom, replyTo: mailReplyTo, to, messageId, message });
  const faults = await faultsOf(mime, message, { from, to, messageId });
  if (faults.length > 0) throw new GoodwordError("internal", `The finished message lacks ${faults.join("; ")}`);
  return mailer.send({ from, to, mime });
}
