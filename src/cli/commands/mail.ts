/** Sends what is due, a sample, and shows or changes the greeting of invitations. */
import { type Config, readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import {
  bareAddress,
  MAIL_LANGUAGES,
  type Mailer,
  type OutboxParts,
  type OutboxState,
  senderStanding,
} from "../../invitations/mod.ts";
import { linkKeyFor } from "../../owner/link_key.ts";
import { previewInvitation, readGreetings, saveGreeting, sendPreview } from "../../owner/preview_invitation.ts";
import { outboxSettings, sendDue } from "../../owner/send_messages.ts";
import { counted } from "../../review/mod.ts";
import { argumentOf, type CommandCall, type CommandContext, type Outcome, table } from "../command.ts";

/** What is due now; for those who run no server all the time. */
export async function sendInvitations(call: CommandCall): Promise<Outcome> {
  const { context, databasePath } = call;
  const config = readConfig(context.env);
  if (config.invitations.mode !== "mail") {
    throw new GoodwordError("usage", "INVITATIONS is not mail, so nothing is sent; see docs/collecting.md");
  }
  return call.withStore(async (store) => {
    const before = await store.outbox.outboxState();
    const state = await sendDue({
      ...outboxSettings(config, linkKeyFor(databasePath, config.invitations.linkKey)),
      store: store.outbox,
      mailer: await mailerOf(config, context),
      clock: context,
      random: { bytes: context.randomBytes, number: Math.random },
      log: call.isSilent ? SILENT : logTo(context),
    });
    const { waiting, undeliverable, pause } = state;
    return {
      lines: [
        `${counted(state.acceptedToday, "message")} accepted by the mail server within a day`,
        ...(waiting > 0 ? [`${counted(waiting, "message")} waiting`] : []),
        ...(undeliverable > before.undeliverable ? [`${undeliverable - before.undeliverable} undeliverable`] : []),
      ],
      data: dataOf(state),
      ...(pause !== null && {
        faults: [`Sending is paused: the mail server says ${pause.code}`],
        exitCode: 1 as const,
      }),
    };
  });
}

function dataOf({ waiting, retried, acceptedToday, undeliverable, pause }: OutboxState) {
  return { waiting, retried, accepted_within_a_day: acceptedToday, undeliverable, paused: pause?.code ?? null };
}

function mailerOf({ invitations, baseUrl }: Config, { mail }: CommandContext): Promise<Mailer> {
  const { smtpUrl } = invitations;
  if (smtpUrl === null) throw new GoodwordError("usage", "SMTP_URL is not set; see docs/collecting.md");
  return mail.open({ url: smtpUrl, name: new URL(baseUrl).hostname });
}

const SILENT: OutboxParts["log"] = { debug() {}, info() {}, warn() {}, error() {} };

function logTo({ warn }: CommandContext): OutboxParts["log"] {
  const line: OutboxParts["log"]["warn"] = (event, fields = {}) => {
    const said = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    warn(`${[event, ...said].join(" ")}\n`);
  };
  return { ...SILENT, warn: line, error: line };
}

/** Sends a sample, and says how the sender's domain stands. */
export async function testMail(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const to = argumentOf(call);
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(to)) throw new GoodwordError("usage", `${JSON.stringify(to)} is no e-mail address`);
  const config = readConfig(context.env);
  const mailer = await mailerOf(config, context);
  const message = await call.withStore((store) =>
    previewInvitation(store, { config, language: languageOf(call), now: context.now() }),
  );
  const answer = await sendPreview(message, to, { config, mailer });
  const domain =
    bareAddress(config.invitations.mailFrom ?? "")
      .split("@")
      .at(-1) ?? "";
  const standing = await senderStanding(domain, context.mail.lookUpTexts);
  const isAccepted = answer.kind === "accepted";
  const said = isAccepted
    ? "The mail server accepted the sample; see whether it arrived, and not among spam"
    : `The mail server did not accept the sample: ${answer.code}`;
  const rows = standing.map(({ about, level, message: found }) => [level === "wrong" ? "WRONG" : level, about, found]);
  return {
    lines: [...(isAccepted ? [said] : []), ...table(rows, Number.POSITIVE_INFINITY)],
    data: { accepted: isAccepted, answer: isAccepted ? null : answer.code, standing },
    ...(!isAccepted && { faults: [said], exitCode: 1 as const }),
  };
}

function languageOf(call: CommandCall): string | undefined {
  const given = call.text("language");
  if (given === undefined || (MAIL_LANGUAGES as readonly string[]).includes(given)) return given;
  throw new GoodwordError(
    "usage",
    `--language is ${JSON.stringify(given)}, expected one of ${MAIL_LANGUAGES.join(", ")}`,
  );
}

/** Shows an invitation, with another greeting where one is given. */
export function greeting(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const language = languageOf(call) ?? "en";
  const [text] = call.arguments;
  return call.withStore(async (store) => {
    if (text !== undefined || call.flag("remove")) {
      const fault = await saveGreeting(store, language, text ?? null);
      if (fault !== null) throw new GoodwordError("input_refused", `The greeting ${fault}; nothing was changed`);
    }
    const config = readConfig(context.env);
    const message = await previewInvitation(store, { config, language, now: context.now() });
    const greetings = await readGreetings(store);
    return { lines: [`Subject: ${message.subject}`, "", message.text.trimEnd()], data: { greetings, ...message } };
  });
}
