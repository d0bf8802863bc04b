/** Lists notices to the owner, and tests their channels. */
import { readConfig } from "../../config.ts";
import type { ListedNotice } from "../../notices/mod.ts";
import { listNotices, sendTestNotice } from "../../owner/notices.ts";
import { type CommandCall, listOutcome, numberOption, type Outcome } from "../command.ts";

export async function noticesList(call: CommandCall): Promise<Outcome> {
  const limit = numberOption(call, "limit", { least: 1, most: 1000 }) ?? 20;
  const notices = await call.withStore((store) => listNotices(store, limit));
  return listOutcome(notices.map(dataOf), notices.map(cellsOf), "No notices yet");
}

function cellsOf({ at, notice, channel, state, outcome, noticeId }: ListedNotice): string[] {
  const reason = state === "delivered" || outcome === null ? "" : outcome;
  return [new Date(at).toISOString(), notice.type, channel, state.replace("_", " "), reason, noticeId];
}

function dataOf({ noticeId, at, notice, channel, state, attempts, outcome, nextAttemptAt }: ListedNotice) {
  const next = state === "waiting" ? new Date(nextAttemptAt || at).toISOString() : null;
  return {
    id: noticeId,
    at: new Date(at).toISOString(),
    ...notice,
    channel,
    state,
    attempts,
    outcome,
    next_attempt: next,
  };
}

export async function noticesTest(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const config = readConfig(context.env);
  const tested = await call.withStore((store) =>
    sendTestNotice(store, config, { access: context, now: context.now() }),
  );
  const faults = tested
    .filter(({ isDelivered }) => !isDelivered)
    .map(({ channel, outcome }) => `The test by ${channel} was not delivered: ${outcome}`);
  return {
    lines: tested.filter(({ isDelivered }) => isDelivered).map(({ channel }) => `The test by ${channel} was delivered`),
    data: tested.map(({ channel, isDelivered, outcome }) => ({ channel, delivered: isDelivered, outcome })),
    ...(faults.length > 0 && { faults, exitCode: 1 as const }),
  };
}
