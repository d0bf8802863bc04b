/** Notices to the owner: their channels, a test of each, the last ones, and problems of delivery. */
import { isIP } from "node:net";
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { judgeAddress } from "../http/egress.ts";
import type { Mailer } from "../invitations/mod.ts";
import { channelsOf, deliverNotice, type ListedNotice, type NoticeWays } from "../notices/mod.ts";
import type { GuardedFetch } from "../platform.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { advice, type Finding, fine, wrong } from "./finding.ts";
import { type MailAccess, openMailer } from "./preview_invitation.ts";

type NoticeConfig = Pick<Config, "notices" | "invitations" | "baseUrl" | "console" | "hub">;

/** The channels of checked settings: with mail there is a mailer and a sender. */
export function noticeWays(
  { notices, invitations, baseUrl, console }: NoticeConfig,
  { mailer, fetch }: { readonly mailer: Mailer | null; readonly fetch: GuardedFetch },
): NoticeWays {
  const { mail: to, webhook } = notices;
  const from = invitations.mailFrom ?? "";
  return {
    mail: to === null || mailer === null ? null : { mailer, from, to, host: new URL(baseUrl).hostname },
    webhook: webhook && { ...webhook, fetch },
    site: baseUrl,
    consoleUrl: console.port === null ? null : console.url,
  };
}

export interface NoticeAccess {
  readonly mail: Pick<MailAccess, "open">;
  readonly guardedFetch: (allowPrivate: boolean) => Promise<GuardedFetch>;
}

/** @throws {GoodwordError} `usage` without a channel */
export async function sendTestNotice(
  store: Store,
  config: Config,
  { access, now }: { readonly access: NoticeAccess; readonly now: number },
) {
  const channels = channelsOf(config.notices);
  if (channels.length === 0) {
    throw new GoodwordError("usage", "NOTICE_MAIL and NOTICE_WEBHOOK are not set; see docs/operating.md");
  }
  const profile = (await readBusiness(store))?.profile;
  const mailer = config.notices.mail === null ? null : await openMailer(config, access.mail);
  const ways = noticeWays(config, { mailer, fetch: await access.guardedFetch(config.hub.allowPrivateCallbacks) });
  const test = {
    noticeId: `ntc_${crypto.randomUUID().replaceAll("-", "")}`,
    at: now,
    notice: { type: "test", data: {} } as const,
    reader: { business: profile?.name ?? null, language: profile?.language ?? null },
  };
  return Promise.all(
    channels.map(async (channel) => {
      const { answer } = await deliverNotice({ ...test, channel }, ways, now);
      return { channel, isDelivered: answer.kind === "delivered", outcome: answer.code };
    }),
  );
}

export function listNotices({ notices }: Store, limit = 50): Promise<readonly ListedNotice[]> {
  return notices.listNotices(limit);
}

export async function checkNotices(store: Store, { notices, hub }: NoticeConfig): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { hostname } = new URL(notices.webhook?.url ?? "https://none.invalid");
  const address = hostname.replace(/^\[|\]$/g, "");
  const judged = isIP(address) === 0 || hub.allowPrivateCallbacks ? null : judgeAddress(address);
  if (judged?.kind === "refused") {
    findings.push(
      wrong("notices", `NOTICE_WEBHOOK points to a forbidden address (${judged.reason}); nothing is sent there`),
    );
  }
  const listed = await listNotices(store);
  for (const channel of channelsOf(notices)) {
    const last = listed.find((each) => each.channel === channel && each.outcome !== null);
    const about = `by ${channel}: the last notice (${last?.notice.type}) was`;
    if (last === undefined) findings.push(fine("notices", `by ${channel}; none has been sent yet`));
    else if (last.state === "delivered") findings.push(fine("notices", `${about} delivered`));
    else if (last.state === "given_up") findings.push(wrong("notices", `${about} given up: ${last.outcome}`));
    else {
      const again = new Date(last.nextAttemptAt).toISOString();
      findings.push(advice("notices", `${about} not delivered: ${last.outcome}; tried again at ${again}`));
    }
  }
  return findings;
}
