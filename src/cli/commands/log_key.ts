import { readConfig } from "../../config.ts";
import { renewLogKey } from "../../owner/renew_log_key.ts";
import { logOrigin } from "../../publication/publishing/mod.ts";
import type { CommandCall, Outcome } from "../command.ts";

/** Has another key sign the log. */
export async function newKey(call: CommandCall): Promise<Outcome> {
  const { logKey: configured, baseUrl } = readConfig(call.context.env);
  const place = { databasePath: call.databasePath, configured };
  const made = await call.withStore((store) => renewLogKey(store, place, logOrigin({ baseUrl }, 1)));
  const { vkey, isSigned } = made;
  const before = isSigned
    ? "The old key signs beside it, so that everybody sees who follows it."
    : "There was no old key to vouch for it: tell those who watch the log that it is yours.";
  if (made.kind === "made")
    return { lines: [`${made.path} has a new key: ${vkey}`, before], data: { vkey, signed: isSigned } };
  const { logKey } = made;
  return { lines: [`LOG_KEY=${logKey}`, before], data: { vkey, signed: isSigned, log_key: logKey } };
}
