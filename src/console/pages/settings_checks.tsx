/** @jsxImportSource preact */
import { PATHS } from "../../http/paths.ts";
import { bareAddress } from "../../invitations/mod.ts";
import type { Act } from "../../owner/act.ts";
import { mailRefusal } from "../../owner/mail_server.ts";
import { isLocalHost } from "../../system.ts";
import { Form, Notice, Section, type Tone } from "../components.tsx";
import { ActForm } from "../form_of_act.tsx";
import type { ConsoleContext } from "../page.ts";

export interface Tried {
  readonly tone: Tone;
  readonly message: string;
}

interface TestedMail {
  readonly accepted: boolean;
  readonly address: string;
  readonly code?: string;
}

export function mailTried({ words }: ConsoleContext, { accepted, address, code = "" }: TestedMail): Tried {
  return accepted
    ? { tone: "good", message: words.say("settings.mail.sent", { address }) }
    : { tone: "bad", message: mailRefusal(words, code, address) };
}

interface AddressFormProps {
  readonly context: ConsoleContext;
  readonly act: Act;
  readonly title: string;
  /** As of {@link ActForm}. */
  readonly fixed?: Readonly<Record<string, string>>;
}

/** A form that sends a message to an address, for which it suggests the most likely one of the owner. */
export function AddressForm({ context, act, title, fixed = {} }: AddressFormProps) {
  const values = { address: ownAddress(context) };
  return (
    <Section title={title}>
      <ActForm
        context={context}
        act={act}
        values={values}
        fixed={fixed}
        submit={context.words.say("invitations.send")}
      />
    </Section>
  );
}

function ownAddress({ services }: ConsoleContext): string {
  const { notices, invitations } = services.config;
  return bareAddress(notices.mail ?? invitations.mailReplyTo ?? invitations.mailFrom ?? "");
}

const CHECK_MS = 10_000;

export async function checkAddress({ services, words }: ConsoleContext): Promise<Tried> {
  const { baseUrl } = services;
  const isHome = isLocalHost(new URL(baseUrl).hostname);
  const fetch = await services.guardedFetch(isHome);
  const answer = await fetch({
    url: baseUrl + PATHS.health,
    method: "GET",
    headers: {},
    timeoutMs: CHECK_MS,
    maxAnswerBytes: 1000,
  });
  if (answer.kind === "failed") return { tone: "bad", message: words.say("settings.address.failed", { baseUrl }) };
  const isOurs = answer.status === 200 && new TextDecoder().decode(answer.body).includes('"status"');
  return isOurs
    ? { tone: "good", message: words.say("settings.address.good", { baseUrl }) }
    : { tone: "bad", message: words.say("settings.address.other", { baseUrl, status: answer.status }) };
}

export function AddressPart({ words, services: { baseUrl } }: Pick<ConsoleContext, "words" | "services">) {
  const { hostname, protocol } = new URL(baseUrl);
  return (
    <Section title={words.say("settings.address.now", { baseUrl })}>
      {isLocalHost(hostname) ? (
        <Notice tone="waiting">{words.say("settings.address.home")}</Notice>
      ) : (
        protocol !== "https:" && <Notice tone="waiting">{words.say("settings.address.open")}</Notice>
      )}
      {/* The guarded fetch refuses any other address. */}
      {protocol === "https:" && <Form action="/settings/address/check" submit={words.say("settings.address.check")} />}
    </Section>
  );
}
