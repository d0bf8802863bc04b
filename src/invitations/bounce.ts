/**
 * Reads notices of mail that came back. RFC 3464: a report has a part `message/delivery-status` with a group of fields for each
 * recipient, and the message that it is about, whole or its header alone. Left out: reports in words only.
 *
 * @module
 */
import type { Attachment } from "postal-mime";

/** What a report says of one message. */
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
