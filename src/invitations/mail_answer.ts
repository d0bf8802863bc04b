/**
 * Judges answers of a mail server, RFC 5321 4.2.1. A refusal before a recipient was named concerns the sender and everything that is to be
 * sent, and so do some enhanced codes (RFC 3463) at any stage.
 */
import type { Attachment } from "postal-mime";

export type MailStage = "connect" | "login" | "sender" | "recipient" | "content";

interface MailFailure {
  readonly stage: MailStage;
  /** The answer's status; null when none came. */
  readonly status: number | null;
  /** The whole answer, which may repeat an address: never to be kept or logged. */
  readonly answer: string;
  /** Reason if there was no response: a word such as ETIMEDOUT. */
  readonly reason: string;
}

/** What came of handing a message to the mail server. `code` is a word for the owner, without any address. */
export type MailAnswer =
  | { readonly kind: "accepted" }
  /** To be sent again later; it may have been accepted. */
  | { readonly kind: "later"; readonly code: string }
  | { readonly kind: "undeliverable"; readonly code: string }
  /** Nothing can be sent to anybody until the owner, or the provider, has mended it. */
  | { readonly kind: "trouble"; readonly code: string };

/** A quota that is used up, a sender that is refused, a mailbox of the sender that is disabled. */
const OWN_CODES = new Set(["5.4.5", "5.1.8", "5.2.0"]);
/** Authentication is required, or has failed. */
const OWN_STATUSES = new Set([530, 534, 535, 538]);

export function classifyFailure(failure: MailFailure): MailAnswer {
  const { stage, status, reason } = failure;
  const names = stage === "recipient" || stage === "content";
  if (status === null) return { kind: names ? "later" : "trouble", code: `${reason} (${stage})` };
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/m.exec(failure.answer)?.[1] ?? null;
  const code = [status, enhanced, `(${stage})`].filter((part) => part !== null).join(" ");
  if (!names || isOwn(failure, enhanced)) return { kind: "trouble", code };
  return { kind: status >= 500 ? "undeliverable" : "later", code };
}

function isOwn({ stage, status, answer }: MailFailure, enhanced: string | null): boolean {
  if (OWN_STATUSES.has(status ?? 0) || OWN_CODES.has(enhanced ?? "")) return true;
  // A server that does not know us refuses every recipient that is not its own.
  return stage === "recipient" && (status ?? 0) >= 500 && /\brelay(?:ing)?\b/i.test(answer);
}

// Reads reports of mail that came back, RFC 3464. Left out: reports in words only.

interface Bounce {
  /** The Message-IDs that the returned header names, in angle brackets. */
  readonly messageIds: readonly string[];
  /** Status of the failure, such as 5.1.1; null unless it is for good. */
  readonly failure: string | null;
}

/** Null for what is no report of a delivery. */
export async function readBounce(mime: Uint8Array): Promise<Bounce | null> {
  const { default: PostalMime } = await import("postal-mime");
  const { attachments } = await PostalMime.parse(mime, { forceRfc822Attachments: true });
  const report = attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/i.test(mimeType));
  const returned = attachments.filter(({ mimeType }) =>
    /^(?:text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/i.test(mimeType),
  );
  if (report === undefined) return null;
  const groups = unfolded(textOf(report)).split(/\r?\n[ \t]*\r?\n/);
  const failed = groups.find((group) => /^action:[ \t]*failed\b/im.test(group));
  const status = /^status:[ \t]*([245]\.\d{1,3}\.\d{1,3})/im.exec(failed ?? "")?.[1] ?? null;
  const isPermanent = failed !== undefined && (status === null || status.startsWith("5"));
  return {
    messageIds: returned.flatMap((part) => {
      const [header = ""] = unfolded(textOf(part)).split(/\r?\n\r?\n/);
      return /^message-id:[ \t]*(<[^>\s]+>)/im.exec(header)?.[1] ?? [];
    }),
    failure: isPermanent ? (status ?? "5.0.0") : null,
  };
}

function textOf({ content }: Attachment): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]+(?=\S)/g, " ");
}
