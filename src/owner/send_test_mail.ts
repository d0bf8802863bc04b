/** Sends the owner a test message through the mail server of the settings. */
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import type { MessageKey } from "../languages/mod.ts";
import { deliverNotice } from "../notices/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { isSampleAddress, type MailAccess, openMailer } from "./preview_invitation.ts";

/** @throws {GoodwordError} `usage` without a mail server or a sender, or for an invalid address */
export async function sendTestMail(
  store: Store,
  address: string,
  { config, mail, now }: { readonly config: Config; readonly mail: Pick<MailAccess, "open">; readonly now: number },
) {
  if (!isSampleAddress(address))
    throw new GoodwordError("usage", `${JSON.stringify(address)} is not an e-mail address`);
  const { mailFrom: from } = config.invitations;
  if (from === null) throw new GoodwordError("usage", "MAIL_FROM is not set; see docs/configuration.md");
  const profile = (await readBusiness(store))?.profile;
  const test = {
    ...{ noticeId: crypto.randomUUID(), channel: "mail" as const, at: now },
    notice: { type: "test", data: {} } as const,
    reader: { business: profile?.name ?? null, language: profile?.language ?? null },
  };
  const { hostname: host } = new URL(config.baseUrl);
  const ways = {
    mail: { mailer: await openMailer(config, mail), from, to: address, host },
    ...{ webhook: null, site: config.baseUrl, consoleUrl: null },
  };
  const { answer } = await deliverNotice(test, ways, now);
  return answer.kind === "delivered" ? null : { key: mailRefusal(answer.code), code: answer.code };
}

const AT_STEP = {
  connect: "settings.mail.connect",
  login: "settings.mail.login",
  sender: "settings.mail.sender",
  recipient: "settings.mail.recipient",
} as const satisfies Readonly<Record<string, MessageKey>>;

/** The message for a refusal of a mail server, by its code, such as "535 5.7.8 (login)". */
export function mailRefusal(code: string): (typeof AT_STEP)[keyof typeof AT_STEP] | "settings.mail.refused" {
  const [, step = ""] = /\((\w+)\)$/.exec(code) ?? [];
  // Most servers require a login only after the sender is named.
  if (/^(?:530|534|535|538)\b/.test(code)) return AT_STEP.login;
  return step in AT_STEP ? AT_STEP[step as keyof typeof AT_STEP] : "settings.mail.refused";
}
