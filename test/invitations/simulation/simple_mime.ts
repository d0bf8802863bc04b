/** MIME without a library: what is composed within a moment of virtual time. */
import type { Mailer } from "../../../src/invitations/mod.ts";

export function simpleMime({ from, to, messageId, message }: Parameters<Mailer["compose"]>[0]): Uint8Array {
  const part = (type: string, body: string) =>
    `--part\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body.replace(/\n/g, "\r\n")}\r\n`;
  return new TextEncoder().encode(
    [
      ...[`From: ${from}`, `To: ${to}`, `Message-ID: ${messageId}`, `Subject: ${message.subject}`],
      ...[`List-Unsubscribe: <${message.unsubscribeUrl}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"],
      ...["MIME-Version: 1.0", "Content-Type: multipart/alternative; boundary=part", ""],
      `${part("text/plain", message.text)}${part("text/html", message.html)}--part--`,
      "",
    ].join("\r\n"),
  );
}
