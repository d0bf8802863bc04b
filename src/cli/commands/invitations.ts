/** Invitations: listed, and sent. */
import { readConfig } from "../../config.ts";
import { usageFault } from "../../errors.ts";
import type { OutboxParts, OutboxState } from "../../invitations/mod.ts";
import { linkKeyFor } from "../../owner/link_key.ts";
import { openMailer } from "../../owner/mail_server.ts";
import { mailObstacle, outboxSettings, readMailState, sendDue } from "../../owner/send_messages.ts";
import { updateRecord } from "../../owner/update_record.ts";
import { counted } from "../../review/mod.ts";
import { asSentence, type CommandCall, type CommandContext, listOutcome, type Outcome } from "../command.ts";
import { dataOf, jobsOf } from "./jobs.ts";

export async function invitationsList(call: CommandCall): Promise<Outcome> {
  const invited = (await jobsOf(call))
    .filter(({ invitation, isUnsent }) => invitation !== null && !isUnsent)
    .map(dataOf);
  const rows = invited.map((each) => [
    each.id,
    each.customer_name ?? "(erased)",
    each.status,
    `by ${each.invited_by} ${each.invited_at}`,
    each.review_id ?? "",
  ]);
  return listOutcome(invited, rows, "No invitations");
}

export async function sendInvitations(call: CommandCall): Promise<Outcome> {
  const { context, databasePath } = call;
  const config = readConfig(context.env);
  if (config.invitations.mode !== "mail") {
    throw usageFault("INVITATIONS is not mail, so nothing is sent; see docs/collecting.md");
  }
  return call.withStore(async (store) => {
    const standing = await readMailState(store, config);
    const obstacle = mailObstacle(standing);
    const before = standing.outbox;
    if (obstacle !== null) {
      const faults = [asSentence(obstacle)];
      return { lines: [], data: outcomeData(before, obstacle), faults, exitCode: 1 as const };
    }
    const state = await sendDue({
      ...outboxSettings(config, linkKeyFor(databasePath, config.invitations.linkKey)),
      store: store.outbox,
      mailer: await openMailer(config, context.mail),
      clock: context,
      random: { bytes: context.randomBytes, number: Math.random },
      log: call.isSilent ? SILENT_LOG : logTo(context),
    });
    await updateRecord(store, config.invitations);
    const { waiting, undeliverable, pause } = state;
    return {
      lines: [
        `${counted(state.acceptedToday, "message")} accepted by the mail server within a day`,
        ...(waiting > 0 ? [`${counted(waiting, "message")} waiting`] : []),
        ...(undeliverable > before.undeliverable ? [`${undeliverable - before.undeliverable} undeliverable`] : []),
      ],
      data: outcomeData(state, null),
      ...(pause !== null && {
        faults: [`Sending is paused: the mail server answered ${pause.code}`],
        exitCode: 1 as const,
      }),
    };
  });
}

function outcomeData({ waiting, retried, acceptedToday, undeliverable, pause }: OutboxState, obstacle: string | null) {
  const figures = { waiting, retried, accepted_within_a_day: acceptedToday, undeliverable };
  return { ...figures, paused: pause?.code ?? null, obstacle };
}

const SILENT_LOG: OutboxParts["log"] = { debug() {}, info() {}, warn() {}, error() {} };

function logTo({ warn }: CommandContext): OutboxParts["log"] {
  const line: OutboxParts["log"]["warn"] = (event, fields = {}) => {
    const parts = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    warn(`${[event, ...parts].join(" ")}\n`);
  };
  return { ...SILENT_LOG, warn: line, error: line };
}
