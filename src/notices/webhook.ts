/**
 * A notice as a signed POST. Spec: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * (symmetric signatures, v1). Left out: asymmetric ones (v1a).
 */
import { createHmac } from "node:crypto";
import type { OutboundAnswer, OutboundRequest } from "../platform.ts";

/** What came of an attempt, with a word for the owner that names no address. */
export interface NoticeAnswer {
  /** `stopped`: nobody has refused it; the server was stopping. */
  readonly kind: "delivered" | "later" | "refused" | "stopped";
  readonly code: string;
}

/** Where webhooks go, and what signs them: several secrets while one takes the place of another. */
export interface WebhookTarget {
  readonly url: string;
  /** As they are configured, `whsec_` and base64. */
  readonly secrets: readonly string[];
}

/** A receiver should answer within this. */
const TIMEOUT_MS = 15_000;

/** The request of an attempt at an instant, epoch milliseconds. */
export function webhookRequest(
  { url, secrets }: WebhookTarget,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
): OutboundRequest {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64")).update(
      `${id}.${timestamp}.${body}`,
    );
    return `v1,${mac.digest("base64")}`;
  });
  return {
    url,
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" "),
    },
    body: new TextEncoder().encode(body),
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: 0,
  };
}

/** What an answer means. A redirect is never followed: its target was not judged. */
export function judgeWebhookAnswer(answer: OutboundAnswer): NoticeAnswer {
  if (answer.kind === "failed") return { kind: answer.reason === "stopped" ? "stopped" : "later", code: answer.reason };
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: "delivered", code: String(status) };
  if (status === 410) return { kind: "refused", code: "410" };
  return {
    kind: "later",
    code: status >= 300 && status < 400 ? `${status}: redirects are not followed` : String(status),
  };
}
