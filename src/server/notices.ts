/** Sends notices to the owner from a running server. Loaded only where a channel is configured. */
import { stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { isServerUrl } from "../config.ts";
import type { Mailer } from "../invitations/mod.ts";
import { channelsOf, createNoticeSender, type LowDisk, type NoticeSender, type NoticeStore } from "../notices/mod.ts";
import { noticeChannels } from "../owner/notices.ts";
import type { GuardedFetch } from "../platform.ts";
import { systemRandom } from "./clock.ts";
import { createMailer, type MailerOptions } from "./mail.ts";
import type { OpenBusiness } from "./server_process.ts";

export function startNotices(
  { process, site, database }: OpenBusiness,
  {
    store,
    fetch,
    startedAt,
  }: { readonly store: NoticeStore; readonly fetch: GuardedFetch; readonly startedAt: number },
): NoticeSender {
  const { clock, config, log } = process;
  const { smtpUrl } = config.invitations;
  const name = new URL(site.baseUrl).hostname;
  const mailer = config.notices.mail === null || smtpUrl === null ? null : mailerOf({ url: smtpUrl, name }, process);
  const ways = noticeChannels({ ...config, baseUrl: site.baseUrl }, { mailer, fetch });
  const rules = async () => {
    return {
      channels: channelsOf(ways),
      startedAt,
      host: hostname(),
      low: await lowDisks(database, config.backups?.folder ?? null),
    };
  };
  const sender = createNoticeSender({ clock, random: systemRandom, log, store, ways, rules });
  sender.start();
  return sender;
}

/** Takes turns with whatever else is mailed. */
function mailerOf(server: MailerOptions, { mailTurn }: OpenBusiness["process"]): Mailer {
  const mailer = createMailer(server);
  return { ...mailer, send: (mail) => mailTurn(() => mailer.send(mail)) };
}

/** A disk with less than this, or than the database takes, is low: it has no room for one more copy. */
const MIN_FREE_BYTES = 256 << 20;

async function lowDisks(database: string, backups: string | null): Promise<LowDisk[]> {
  const isFile = !isServerUrl(database);
  const size = isFile
    ? await stat(database).then(
        (file) => file.size,
        () => 0,
      )
    : 0;
  const least = Math.max(MIN_FREE_BYTES, size);
  const isLow = (folder: string) =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize < least,
      () => false,
    );
  return [
    ...(isFile && (await isLow(dirname(database))) ? ["database" as const] : []),
    ...(backups !== null && (await isLow(backups)) ? ["backups" as const] : []),
  ];
}
