/** A notice of mail that came back, from whoever reads the sender's mailbox. */
import { type OutboxStore, readBounce } from "../invitations/mod.ts";

/** `not_ours`: about no message that was sent from here; `no_failure`: a delay, or a success. */
export type BounceOutcome = "undeliverable" | "not_ours" | "no_failure" | "no_report";

/** Takes a report as it arrived (RFC 3464). Doing it twice changes nothing. */
export async function takeBounce(outbox: OutboxStore, mime: Uint8Array): Promise<BounceOutcome> {
  const bounce = await readBounce(mime);
  if (bounce === null) return "no_report";
  const { failure, messageIds } = bounce;
  if (failure === null) return "no_failure";
  const saved = await Promise.all(messageIds.map((messageId) => outbox.saveBounce(messageId, failure)));
  return saved.includes(true) ? "undeliverable" : "not_ours";
}
