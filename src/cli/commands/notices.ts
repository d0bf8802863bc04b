/** Lists notices to the owner. */
import type { ListedNotice } from "../../notices/mod.ts";
import { listNotices } from "../../owner/notices.ts";
import { type CommandCall, listOutcome, numberOption, type Outcome } from "../command.ts";

export async function noticesList(call: CommandCall): Promise<Outcome> {
  const limit = numberOption(call, "limit", { min: 1, max: 1000 }) ?? 20;
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
