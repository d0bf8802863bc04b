/** The invitation as its owner sees it before any customer: a preview, the greeting, and a sample by mail. */
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import {
  bareAddress,
  customerLetter,
  GREETINGS,
  greetingFault,
  type Letter,
  letterFaults,
  type MailAnswer,
  type Mailer,
} from "../invitations/mod.ts";
import { addressInWords, calendarDateAt } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { checkSenderDomain, type LookUpTexts } from "./sender_domain.ts";

export async function readGreetings({ reviews }: Store): Promise<Readonly<Record<string, string>>> {
  return greetingsIn(await reviews.read((reads) => reads.setting(GREETINGS)));
}

function greetingsIn(kept: string | undefined): Readonly<Record<string, string>> {
  return kept === undefined ? {} : (JSON.parse(kept) as Record<string, string>);
}

type SavedGreeting =
  | { readonly kind: "saved" }
  /** The fault, as words that follow "the greeting". */
  | { readonly kind: "faulty"; readonly fault: string }
  | { readonly kind: "changed"; readonly now: string | null };

/** Saves a greeting; null removes it. `expected` is the one to replace, any if absent. */
export async function saveGreeting(
  store: Store,
  language: string,
  { text, expected }: { readonly text: string | null; readonly expected?: string | null },
): Promise<SavedGreeting> {
  const fault = text === null ? null : greetingFault(text);
  if (fault !== null) return { kind: "faulty", fault };
  return store.reviews.write(async (writes): Promise<SavedGreeting> => {
    const { [language]: now = null, ...others } = greetingsIn(await writes.setting(GREETINGS));
    if (expected !== undefined && expected !== now) return { kind: "changed", now };
    await writes.saveSetting(GREETINGS, JSON.stringify(text === null ? others : { ...others, [language]: text }));
    return { kind: "saved" };
  });
}

interface PreviewOptions {
  readonly config: Config;
  /** The language of the customer; the business's if undefined. */
  readonly language: string | undefined;
  readonly now: number;
}

/** Its links lead to the pages. @throws {GoodwordError} `input_refused` without a business */
export async function previewInvitation(store: Store, { config, language, now }: PreviewOptions): Promise<Letter> {
  const business = (await readBusiness(store))?.profile;
  if (business === undefined || addressInWords(business.address) === "") {
    const what = "each invitation must show the postal address of the business, which is missing";
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
  return customerLetter({
    ...{ kind: "invitation", business, job, timeZone, incentive, reason: null },
    expiresAt: now + expiresAfterMs,
    links: { site, form: site, unsubscribe: site },
    greetings: await readGreetings(store),
  });
}

export interface MailAccess {
  /** Connects when the first message is sent. */
  open(server: { readonly url: string; readonly name: string }): Promise<Mailer>;
  readonly lookUpTexts: LookUpTexts;
}

/** Opens the mail server of the settings. @throws {GoodwordError} `usage` without one */
export async function openMailer({ invitations, baseUrl }: Config, mail: Pick<MailAccess, "open">): Promise<Mailer> {
  const { smtpUrl } = invitations;
  if (smtpUrl === null) throw new GoodwordError("usage", "SMTP_URL is not set; see docs/collecting.md");
  return mail.open({ url: smtpUrl, name: new URL(baseUrl).hostname });
}

export function isSampleAddress(address: string): boolean {
  return /^[^\s<>@]+@[^\s<>@]+$/.test(address);
}

/** @throws {GoodwordError} `usage` for settings or an address, `input_refused` without a business */
export async function sendSample(
  store: Store,
  address: string,
  { mail, ...preview }: PreviewOptions & { readonly mail: MailAccess },
) {
  if (!isSampleAddress(address))
    throw new GoodwordError("usage", `${JSON.stringify(address)} is not an e-mail address`);
  const { config } = preview;
  const mailer = await openMailer(config, mail);
  const answer = await sendPreview(await previewInvitation(store, preview), address, { config, mailer });
  const sender = bareAddress(config.invitations.mailFrom ?? "").split("@");
  return { answer, standing: await checkSenderDomain(sender.at(-1) ?? "", mail.lookUpTexts) };
}

async function sendPreview(
  letter: Letter,
  address: string,
  { config, mailer }: { readonly config: Config; readonly mailer: Mailer },
): Promise<MailAnswer> {
  const { mailFrom, mailReplyTo } = config.invitations;
  if (mailFrom === null) throw new GoodwordError("usage", "MAIL_FROM is not set; see docs/collecting.md");
  const [to, from] = [bareAddress(address), bareAddress(mailFrom)];
  const messageId = `<${crypto.randomUUID()}@${new URL(config.baseUrl).hostname}>`;
  const mime = await mailer.compose({ from: mailFrom, replyTo: mailReplyTo, to, messageId, letter });
  const faults = await letterFaults(mime, letter, { from, to, messageId });
  if (faults.length > 0)
    throw new GoodwordError("internal", `The finished message differs from its letter in ${faults.join("; ")}`);
  return mailer.send({ from, to, mime });
}
