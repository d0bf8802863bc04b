/** The mail server of the settings: opened, missing, or refusing a message. */
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import type { Mailer } from "../invitations/mod.ts";
import { type ConsoleWords, type MessageKey, messageText } from "../languages/mod.ts";
import type { MailAccess } from "./act_services.ts";
import { type ActRefusal, refused } from "./refusal.ts";

/** Opens the mail server of the settings. @throws {GoodwordError} `usage` without one */
export async function openMailer({ invitations, baseUrl }: Config, mail: Pick<MailAccess, "open">): Promise<Mailer> {
  const { smtpUrl } = invitations;
  if (smtpUrl === null) throw new GoodwordError("usage", "SMTP_URL is not set; see docs/collecting.md");
  return mail.open({ url: smtpUrl, name: new URL(baseUrl).hostname });
}

/** Of a setting without which no mail is sent. */
export function unset(name: "MAIL_FROM" | "SMTP_URL"): ActRefusal {
  const sentence = `${name} is not set; see docs/configuration.md`;
  return { ...refused("usage", "settings.mail.missing"), sentence };
}

const AT_STEP = {
  connect: "settings.mail.connect",
  login: "settings.mail.login",
  sender: "settings.mail.sender",
  recipient: "settings.mail.recipient",
} as const satisfies Readonly<Record<string, MessageKey>>;

/** What a mail server refused, with its code but for the step, which the words name: of "535 5.7.8 (login)" the first two. */
export function mailRefusal(words: ConsoleWords, code: string, address: string): string {
  const [, status = code, step = ""] = /^(.*) \((\w+)\)$/.exec(code) ?? [];
  return `${messageText(words, messageAt(status, step), { address })} (${status})`;
}

function messageAt(status: string, step: string): MessageKey {
  // Most servers require a login only after the sender is named.
  if (/^(?:530|534|535|538)\b/.test(status)) return AT_STEP.login;
  return step in AT_STEP ? AT_STEP[step as keyof typeof AT_STEP] : "settings.mail.refused";
}
