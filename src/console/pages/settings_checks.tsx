/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { GoodwordError } from "../../errors.ts";
import { PATHS } from "../../http/paths.ts";
import { bareAddress } from "../../invitations/mod.ts";
import { admitTestMail } from "../../owner/admit_test_mail.ts";
import { isSampleAddress } from "../../owner/preview_invitation.ts";
import { sendTestMail } from "../../owner/send_test_mail.ts";
import { isLocalHost } from "../../system.ts";
import { Field, Form, Notice, Section, type Tone } from "../components.tsx";
import type { ConsoleContext, SentForm } from "../page.ts";

export interface Tried {
  readonly tone: Tone;
  readonly message: string;
}

/** Sends to the address in a form, a few times per hour. Returns a string with the reason if nothing was sent. */
export async function sentToAddress<Sent extends object | null>(
  { store, means, words, person }: ConsoleContext,
  form: SentForm,
  send: (address: string) => Promise<Sent>,
): Promise<Sent | string> {
  const address = form.text("address").trim();
  if (!isSampleAddress(address)) return words.say("invitations.addressWrong");
  if (!(await admitTestMail(store, { by: person.name, perDay: means.config.invitations.mailPerDay }))) {
    return words.say("invitations.testsFull");
  }
  try {
    return await send(address);
  } catch (error) {
    // A missing setting, or the missing address of the business.
    if (!(error instanceof GoodwordError)) throw error;
    return error.code === "usage" ? words.say("settings.mail.missing") : error.message;
  }
}

export async function sendTest(context: ConsoleContext, form: SentForm): Promise<Tried> {
  const { store, means, now, words } = context;
  const address = form.text("address").trim();
  const { config, mail } = means;
  const refusal = await sentToAddress(context, form, (to) => sendTestMail(store, to, { config, mail, now }));
  if (refusal === null) return { tone: "good", message: words.say("settings.mail.sent", { address }) };
  if (typeof refusal === "string") return { tone: "bad", message: refusal };
  return { tone: "bad", message: `${words.say(refusal.key, { address })} (${refusal.code})` };
}

/** A form that sends a message to an address: an invitation, or a plain test. */
export function AddressForm({ context, kind, address = ownAddress(context), error, children }: AddressFormProps) {
  const { words } = context;
  const [title, action] = {
    invitation: [words.say("invitations.test"), "/invitations/test"],
    plain: [words.say("settings.mail.test"), "/settings/mail/test"],
  }[kind] as [string, string];
  return (
    <Section title={title}>
      <Form action={action} submit={words.say("invitations.send")}>
        {children}
        <Field
          {...{ name: "address", type: "email", label: words.say("invitations.address"), required: true }}
          {...{ value: address, error }}
          autocomplete="email"
        />
      </Form>
    </Section>
  );
}

interface AddressFormProps {
  readonly context: ConsoleContext;
  readonly kind: "invitation" | "plain";
  /** Default: the most likely one of the owner. */
  readonly address?: string;
  readonly error?: string | undefined;
  readonly children?: ComponentChildren;
}

function ownAddress({ means }: ConsoleContext): string {
  const { notices, invitations } = means.config;
  return bareAddress(notices.mail ?? invitations.mailReplyTo ?? invitations.mailFrom ?? "");
}

const CHECK_MS = 10_000;

export async function checkAddress({ means, words }: ConsoleContext): Promise<Tried> {
  const { baseUrl } = means;
  const isHome = isLocalHost(new URL(baseUrl).hostname);
  const fetch = await means.guardedFetch(isHome);
  const answer = await fetch({
    ...{ url: baseUrl + PATHS.health, method: "GET", headers: {} },
    ...{ timeoutMs: CHECK_MS, maxAnswerBytes: 1000 },
  });
  if (answer.kind === "failed") return { tone: "bad", message: words.say("settings.address.failed", { baseUrl }) };
  const isOurs = answer.status === 200 && new TextDecoder().decode(answer.body).includes('"status"');
  return isOurs
    ? { tone: "good", message: words.say("settings.address.good", { baseUrl }) }
    : { tone: "bad", message: words.say("settings.address.other", { baseUrl, status: answer.status }) };
}

export function AddressPart({ words, means: { baseUrl } }: Pick<ConsoleContext, "words" | "means">) {
  const { hostname, protocol } = new URL(baseUrl);
  return (
    <Section title={words.say("settings.address.now", { baseUrl })}>
      {isLocalHost(hostname) ? (
        <Notice tone="waiting">{words.say("settings.address.home")}</Notice>
      ) : (
        protocol !== "https:" && <Notice tone="waiting">{words.say("settings.address.open")}</Notice>
      )}
      <Form action="/settings/address/check" submit={words.say("settings.address.check")} />
    </Section>
  );
}
