/** Hands messages to the mail server of `SMTP_URL`: each on a connection of its own, and within limits of time. */
import { Resolver } from "node:dns/promises";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { classifyFailure, type Mailer, type MailStage } from "../invitations/mod.ts";
import { once } from "../memo.ts";
import { isLocalHost } from "../system.ts";

export interface MailerOptions {
  readonly url: string;
  readonly name: string;
  /** Certificate authorities (PEM) to trust instead of the system's and NODE_EXTRA_CA_CERTS, and the name in the certificate. */
  readonly tls?: { readonly ca: string; readonly servername?: string };
  readonly timeouts?: Partial<typeof TIMEOUTS>;
}

/** Timeouts in milliseconds. A screening server may take minutes to greet and to accept a message (RFC 5321 4.5.3.2). */
const TIMEOUTS = { connect: 30_000, greeting: 120_000, idle: 300_000, all: 600_000 };

/** Loads everything when the first message is composed, so that sending finds its connection at once. */
const library = once(() =>
  Promise.all([import("nodemailer/lib/mail-composer"), import("nodemailer/lib/smtp-connection")]),
);

/** A {@link Mailer} over SMTP. Nothing is connected before the first letter. */
export function createMailer({ url, name, tls, timeouts }: MailerOptions): Mailer {
  const limits = { ...TIMEOUTS, ...timeouts };
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "smtps:";
  const isLoopback = isLocalHost(hostname);
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  const options = {
    host,
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback,
    ignoreTLS: isLoopback,
    name,
    connectionTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.idle,
    ...(tls !== undefined && { tls }),
  };

  const open = new Set<SMTPConnection>();

  return {
    close() {
      for (const connection of open) connection.close();
    },
    async compose({ from, replyTo, to, messageId, letter }) {
      const [{ default: MailComposer }] = await library();
      const composer = new MailComposer({
        from,
        to: { name: "", address: to },
        ...(replyTo !== null && { replyTo }),
        messageId,
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        headers: {
          ...(letter.unsubscribeUrl !== null && {
            "List-Unsubscribe": { prepared: true, value: `<${letter.unsubscribeUrl}>` },
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
          "Auto-Submitted": "auto-generated",
          "Content-Language": letter.language,
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return new Uint8Array(await composer.compile().build());
    },
    async send({ from, to, mime }) {
      const [, { default: Connection }] = await library();
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Mailer["send"]>>>();
      const connection = new Connection(options);
      open.add(connection);
      let stage: MailStage = "connect";
      const overdue = setTimeout(() => fail({ code: "ETIMEDOUT" }), limits.all);
      overdue.unref();
      const end = (answer: Awaited<ReturnType<Mailer["send"]>>) => {
        clearTimeout(overdue);
        open.delete(connection);
        resolve(answer);
      };
      const fail = (error: SmtpError) => {
        connection.close();
        const { command = "", code = "failed", responseCode, response } = error;
        // Replies name their command; if a connection ends while a message is in transit, its outcome is unknown.
        const failedAt = stage === "content" ? (STAGES[command] ?? "content") : stage;
        end(
          classifyFailure({
            stage: failedAt,
            status: responseCode ?? null,
            answer: String(response ?? ""),
            reason: code,
          }),
        );
      };
      connection.on("error", fail);
      const deliver = () => {
        stage = "content";
        connection.send({ from, to: [to] }, Buffer.from(mime), (error) => {
          if (error) return fail(error as SmtpError);
          connection.quit();
          end({ kind: "accepted" });
        });
      };
      connection.connect((error) => {
        if (error) return fail(error as SmtpError);
        if (user === "") return deliver();
        stage = "login";
        connection.login({ user, pass }, (refused) => {
          if (refused) return fail(refused as SmtpError);
          deliver();
        });
      });
      return promise;
    },
  };
}

/** Somebody waits for the answer, in milliseconds. */
const DNS = { timeout: 2000, tries: 2 };

/** The texts of DNS at a name; null when DNS query failed. */
export async function lookUpTexts(name: string): Promise<readonly string[] | null> {
  try {
    return (await new Resolver(DNS).resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const { code = "" } = error as { readonly code?: string };
    return code === "ENOTFOUND" || code === "ENODATA" ? [] : null;
  }
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string | false;
}

const STAGES: Readonly<Record<string, MailStage>> = { "MAIL FROM": "sender", "RCPT TO": "recipient", DATA: "content" };
