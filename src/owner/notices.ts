/** Notices to the owner: their channels, a test of each, the last ones, and problems of delivery. */
import { isIP } from "node:net";
import Type from "typebox";
import type { Config } from "../config.ts";
import { classifyAddress } from "../http/egress.ts";
import type { Mailer } from "../invitations/mod.ts";
import { channelsOf, deliverNotice, type ListedNotice, type NoticeChannels } from "../notices/mod.ts";
import type { GuardedFetch } from "../platform.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import { act, done } from "./act.ts";
import type { ActContext } from "./act_services.ts";
import { admitTestMail } from "./admit_test_mail.ts";
import { advice, type Finding, fine, wrong } from "./finding.ts";
import { openMailer } from "./mail_server.ts";
import { refused } from "./refusal.ts";

type NoticeConfig = Pick<Config, "notices" | "invitations" | "baseUrl" | "console" | "hub">;

/** The channels of checked settings: with mail there is a mailer and a sender. */
export function noticeChannels(
  { notices, invitations, baseUrl, console }: NoticeConfig,
  { mailer, fetch }: { readonly mailer: Mailer | null; readonly fetch: GuardedFetch },
): NoticeChannels {
  const { mail: to, webhook } = notices;
  const from = invitations.mailFrom ?? "";
  return {
    mail: to === null || mailer === null ? null : { mailer, from, to, host: new URL(baseUrl).hostname },
    webhook: webhook && { ...webhook, fetch },
    site: baseUrl,
    consoleUrl: console.port === null ? null : console.url,
  };
}

export const testNotices = act({
  name: "notices test",
  path: "notices",
  within: "store",
  details: "Sent exactly like a real notice: the same sender, the same signature. Exit code 1 if one is not delivered.",
  input: Type.Object({}),
  async run(store, { context }) {
    if (channelsOf(context.config.notices).length === 0) {
      const sentence = "NOTICE_MAIL and NOTICE_WEBHOOK are not set; see docs/operating.md";
      return { ...refused("usage", "notices.off"), sentence };
    }
    const refusal = await admitTestMail(store, context);
    if (refusal !== null) return refusal;
    const data = await deliverTests(store, context);
    const sent = data.filter(({ delivered }) => delivered);
    const failed = data.filter(({ delivered }) => !delivered);
    const faults = failed.map(({ channel, outcome }) => `The test by ${channel} was not delivered: ${outcome}`);
    return {
      ...done({ lines: sent.map(({ channel }) => `The test by ${channel} was delivered`), data }),
      ...(faults.length > 0 && { faults }),
    };
  },
  detail: () => ({}),
});

async function deliverTests(store: Store, { config, mail, guardedFetch, now }: ActContext) {
  const channels = channelsOf(config.notices);
  const profile = (await readBusiness(store))?.profile;
  const mailer = config.notices.mail === null ? null : await openMailer(config, mail);
  const ways = noticeChannels(config, { mailer, fetch: await guardedFetch(config.hub.allowPrivateCallbacks) });
  const test = {
    noticeId: `ntc_${crypto.randomUUID().replaceAll("-", "")}`,
    at: now,
    notice: { type: "test", data: {} } as const,
    reader: { business: profile?.name ?? null, language: profile?.language ?? null },
  };
  return Promise.all(
    channels.map(async (channel) => {
      const { answer } = await deliverNotice({ ...test, channel }, ways, now);
      return { channel, delivered: answer.kind === "delivered", outcome: answer.code };
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
  const judged = isIP(address) === 0 || hub.allowPrivateCallbacks ? null : classifyAddress(address);
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
