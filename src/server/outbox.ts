/** The outbox of a running server. Loaded only where invitations are mailed. */
import type { Outbox, OutboxStore } from "../invitations/mod.ts";
import { createOutbox } from "../invitations/mod.ts";
import { linkKeyFor } from "../owner/link_key.ts";
import { mailObstacle, outboxSettings, readMailState } from "../owner/send_messages.ts";
import { systemRandom } from "./clock.ts";
import { createMailer } from "./mail.ts";
import type { OpenBusiness } from "./server_process.ts";

/** Starts the senders. @throws {GoodwordError} if the key of links is unavailable */
export function startOutbox({ process, site, database, store: business }: OpenBusiness, store: OutboxStore): Outbox {
  const { clock, config, log } = process;
  const settings = outboxSettings(
    { ...config, baseUrl: site.baseUrl },
    linkKeyFor(database, config.invitations.linkKey),
  );
  const mailer = createMailer({ url: config.invitations.smtpUrl ?? "", name: settings.rules.host });
  let reported: string | null = null;
  const onUpkeep = async () => {
    const obstacle = mailObstacle(await readMailState(business, site));
    if (obstacle !== null && obstacle !== reported) log.warn("Invitations are not sent", { reason: obstacle });
    reported = obstacle;
  };
  const parts = { store, mailer, onUpkeep, clock, random: systemRandom, log, inTurn: process.mailTurn };
  const outbox = createOutbox({ ...settings, ...parts });
  outbox.start();
  return outbox;
}
