/** The invitation as its owner sees it before any customer: a preview, the greeting, and a sample by mail. */
import Type from "typebox";
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import {
  bareAddress,
  customerLetter,
  GREETINGS,
  type Letter,
  letterFaults,
  type MailAnswer,
  type Mailer,
} from "../invitations/mod.ts";
import { LANGUAGES } from "../languages/mod.ts";
import { type Business, calendarDateAt, formatAddress } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { act, done } from "./act.ts";
import { field } from "./act_input.ts";
import { admitTestMail, testAddress } from "./admit_test_mail.ts";
import { openMailer, unset } from "./mail_server.ts";
import { type ActRefusal, refused } from "./refusal.ts";
import { checkSenderDomain } from "./sender_domain.ts";

type Greetings = Readonly<Record<string, string>>;

export async function readGreetings({ reviews }: Store): Promise<Greetings> {
  return greetingsIn(await reviews.read((reads) => reads.setting(GREETINGS)));
}

export function greetingsIn(kept: string | undefined): Greetings {
  return kept === undefined ? {} : (JSON.parse(kept) as Greetings);
}

interface PreviewOptions {
  readonly config: Config;
  /** The language of the customer; the business's if undefined. */
  readonly language: string | undefined;
  readonly now: number;
}

/** Its links lead to the pages. Null without the postal address of the business, which each invitation shows. */
export function previewOf(
  business: Business | undefined,
  greetings: Greetings,
  options: PreviewOptions,
): Letter | null {
  if (business === undefined || formatAddress(business.address) === "") return null;
  const { config, language = null, now } = options;
  const { time_zone: timeZone } = business;
  const site = `${config.baseUrl}/`;
  const { expiresAfterMs, incentive } = config.invitations;
  const job = { customerName: null, service: null, finished: calendarDateAt(now, timeZone), language };
  return customerLetter({
    kind: "invitation",
    business,
    job,
    timeZone,
    incentive,
    reason: null,
    greetings,
    expiresAt: now + expiresAfterMs,
    links: { site, form: site, unsubscribe: site },
  });
}

export async function previewInvitation(store: Store, options: PreviewOptions): Promise<Letter | null> {
  return previewOf((await readBusiness(store))?.profile, await readGreetings(store), options);
}

export function noPreview(): ActRefusal {
  const sentence =
    "Cannot write an invitation: each invitation must show the postal address of the business, which is missing";
  return { ...refused("invalid", "invitations.previewMissing"), sentence };
}

export const LANGUAGE_FIELD = {
  language: Type.Optional(Type.Enum([...LANGUAGES], field({ help: "language of the invitation" }))),
};

export const testInvitation = act({
  name: "invitations test",
  path: "invitations",
  within: "store",
  input: Type.Object({
    address: testAddress("an address of your own"),
    ...LANGUAGE_FIELD,
  }),
  async run(store, { input: { address, language }, context }) {
    const { config, mail, now } = context;
    const { mailFrom, smtpUrl } = config.invitations;
    if (mailFrom === null || smtpUrl === null) return unset(mailFrom === null ? "MAIL_FROM" : "SMTP_URL");
    const letter = await previewInvitation(store, { config, language, now });
    if (letter === null) return noPreview();
    const refusal = await admitTestMail(store, context);
    if (refusal !== null) return refusal;
    const mailer = await openMailer(config, mail);
    const answer = await sendPreview(letter, address.trim(), { config, mailFrom, mailer });
    const standing = await checkSenderDomain(bareAddress(mailFrom).split("@").at(-1) ?? "", mail.lookUpTexts);
    const isAccepted = answer.kind === "accepted";
    const found = standing.map(({ about, level, message }) =>
      [(level === "wrong" ? "WRONG" : level).padEnd(7), about.padEnd(5), message].join("  "),
    );
    const verdict = "The mail server accepted the sample; check that it arrived, and not as spam";
    return {
      ...done({
        lines: isAccepted ? [verdict, ...found] : found,
        data: { accepted: isAccepted, answer: isAccepted ? null : answer.code, standing, address: address.trim() },
      }),
      ...(!isAccepted && { faults: [`The mail server rejected the sample: ${answer.code}`] }),
    };
  },
  detail: () => ({}),
});

async function sendPreview(
  letter: Letter,
  address: string,
  { config, mailFrom, mailer }: { readonly config: Config; readonly mailFrom: string; readonly mailer: Mailer },
): Promise<MailAnswer> {
  const { mailReplyTo } = config.invitations;
  const to = bareAddress(address);
  const from = bareAddress(mailFrom);
  const messageId = `<${crypto.randomUUID()}@${new URL(config.baseUrl).hostname}>`;
  const mime = await mailer.compose({ from: mailFrom, replyTo: mailReplyTo, to, messageId, letter });
  const faults = await letterFaults(mime, letter, { from, to, messageId });
  if (faults.length > 0)
    throw new GoodwordError("internal", `The finished message differs from its letter in ${faults.join("; ")}`);
  return mailer.send({ from, to, mime });
}
