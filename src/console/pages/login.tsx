/** @jsxImportSource preact */

import type { ConsoleWords } from "../../languages/mod.ts";
import {
  type CredentialFault,
  claim,
  credentialFault,
  lookAtLink,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type NewCredential,
  type OpenLink,
} from "../../owner/people.ts";
import type { Store, StoredPerson } from "../../store/mod.ts";
import { CodeBlock, Field, Form, Notice } from "../components.tsx";
import type { ConsolePage, ConsoleServices, SentForm } from "../page.ts";
import { loginOptions, newPasskeyOptions, readLogin, readNewPasskey } from "../passkeys.ts";
import { logIn } from "../sessions.ts";

interface OpenCall {
  readonly store: Store;
  readonly services: ConsoleServices;
  readonly words: ConsoleWords;
  readonly origin: string;
  readonly now: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly isLoggedIn: boolean;
}

interface PageAnswer {
  readonly kind: "page";
  readonly status: number;
  readonly page: ConsolePage;
  readonly retryAfterSeconds?: number;
}

type OpenAnswer =
  | PageAnswer
  /** Logged in, and redirected to a path of the console. */
  | { readonly kind: "in"; readonly person: Pick<StoredPerson, "id">; readonly to: string }
  | { readonly kind: "to"; readonly to: string };

interface PublicRoute {
  readonly path: string;
  readonly show: (call: OpenCall) => Promise<OpenAnswer>;
  readonly take: (call: OpenCall, form: SentForm) => Promise<OpenAnswer>;
}

export const publicRoutes: readonly PublicRoute[] = [
  { path: "/login", show: showLogin, take: takeLogin },
  { path: "/claim/:token", show: showClaim, take: takeClaim },
];

async function showLogin(call: OpenCall): Promise<OpenAnswer> {
  if (call.isLoggedIn) return { kind: "to", to: "/" };
  return loginAnswer(call, 200, { to: call.query.get("to") ?? "/" });
}

interface TypedLogin {
  readonly to: string;
  readonly name?: string;
  readonly error?: string;
}

async function loginAnswer(call: OpenCall, status: number, typed: TypedLogin): Promise<PageAnswer> {
  const { store, words } = call;
  const people = await store.console.read((reads) => reads.people());
  if (people.length === 0) return { kind: "page", status: 200, page: unclaimedPage(words) };
  return { kind: "page", status, page: loginPage(words, typed, await loginOptions(call)) };
}

async function takeLogin(call: OpenCall, form: SentForm): Promise<OpenAnswer> {
  const { store, services, words } = call;
  const to = form.text("to");
  const name = form.text("name");
  const answer = form.text("credential");
  if (answer !== "") {
    const person = await readLogin(call, answer);
    if (person !== null) return { kind: "in", person, to };
    return loginAnswer(call, 422, { to, error: words.say("login.wrongPasskey") });
  }
  const outcome = await logIn(store.console, { name, password: form.text("password") }, services.passwords);
  if (outcome.kind === "in") return { kind: "in", person: outcome.person, to };
  if (outcome.kind === "wrong") return loginAnswer(call, 422, { to, name, error: words.say("login.wrong") });
  const error = words.say("login.wait", { count: Math.ceil(outcome.seconds / 60) });
  return { ...(await loginAnswer(call, 429, { to, name, error })), retryAfterSeconds: outcome.seconds };
}

function loginPage(words: ConsoleWords, { to, name = "", error }: TypedLogin, options: string | null): ConsolePage {
  return {
    title: words.say("login.title"),
    section: null,
    script: "passkeys",
    body: (
      <>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <Form action="/login" submit={words.say("login.title")}>
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="credential" value="" />
          <PasskeyButton words={words} what="get" options={options}>
            {words.say("login.passkey")}
          </PasskeyButton>
          <Field name="name" label={words.say("profile.name")} value={name} autocomplete="username" required />
          <Field
            name="password"
            type="password"
            label={words.say("login.password")}
            required={true}
            autocomplete="current-password"
          />
        </Form>
        <p class="quiet">{words.say("login.lost")}</p>
      </>
    ),
  };
}

interface PasskeyButtonProps {
  readonly words: ConsoleWords;
  readonly what: "get" | "create";
  readonly options: string | null;
  readonly children: string;
}

/** A button that stays hidden if the browser does not support passkeys; the form has a hidden field `credential`. */
export function PasskeyButton({ words, what, options, children }: PasskeyButtonProps) {
  if (options === null) return null;
  return (
    <div class="passkey" hidden>
      <button type="button" data-passkey={what} data-options={options}>
        {children}
      </button>
      <p class="error" role="status" data-passkey-said={words.say("login.noPasskey")} />
    </div>
  );
}

function unclaimedPage(words: ConsoleWords): ConsolePage {
  return {
    title: words.say("login.unclaimed"),
    section: null,
    body: (
      <>
        <p>{words.say("login.unclaimedLead")}</p>
        <CodeBlock>goodword console link</CodeBlock>
        <p class="quiet">{words.say("login.unclaimedAdvice")}</p>
      </>
    ),
  };
}

async function showClaim(call: OpenCall): Promise<OpenAnswer> {
  const link = await lookAtLink(call.store, call.parameters.token ?? "");
  return link === null ? goneAnswer(call.words) : claimAnswer(call, link, 200, { name: "" });
}

function goneAnswer(words: ConsoleWords): OpenAnswer {
  const body = (
    <>
      <p>{words.say("login.goneAdvice")}</p>
      <p>
        <a href="/login">{words.say("login.title")}</a>
      </p>
    </>
  );
  return { kind: "page", status: 410, page: { title: words.say("login.gone"), section: null, body } };
}

interface TypedClaim {
  readonly name: string;
  readonly fault?: CredentialFault | "name_taken" | "passkey";
}

async function claimAnswer(call: OpenCall, link: OpenLink, status: number, typed: TypedClaim): Promise<OpenAnswer> {
  const { words } = call;
  const { token = "" } = call.parameters;
  const asked = link.person ?? { id: Buffer.from(call.services.randomBytes(16)).toString("hex"), name: "" };
  const options = await newPasskeyOptions(call, `claim ${token}`, asked);
  const { name, fault } = typed;
  const nameFault = fault === "name" || fault === "name_taken" ? words.say(`login.fault.${fault}`) : undefined;
  const page: ConsolePage = {
    title: words.say("login.welcome"),
    section: null,
    script: "passkeys",
    body: (
      <>
        <p>
          {words.say(`login.lead.${link.person !== null ? "again" : link.role}`, { name: link.person?.name ?? "" })}
        </p>
        {fault === "passkey" && <Notice tone="bad">{words.say("login.wrongPasskey")}</Notice>}
        <Form action={`/claim/${encodeURIComponent(token)}`}>
          <input type="hidden" name="credential" value="" />
          {link.person === null ? (
            <Field
              name="name"
              label={words.say("login.yourName")}
              value={name}
              error={nameFault}
              required={true}
              autocomplete="username"
            />
          ) : (
            <input type="hidden" name="name" value={link.person.name} autocomplete="username" />
          )}
          <NewPasswordField words={words} fault={fault} />
          <p class="actions">
            <button type="submit">{words.say("import.answer")}</button>
          </p>
          <PasskeyButton words={words} what="create" options={options}>
            {words.say("login.beginPasskey")}
          </PasskeyButton>
        </Form>
      </>
    ),
  };
  return { kind: "page", status, page };
}

async function takeClaim(call: OpenCall, form: SentForm): Promise<OpenAnswer> {
  const { store, services, words } = call;
  const { token = "" } = call.parameters;
  const link = await lookAtLink(store, token);
  if (link === null) return goneAnswer(words);
  const name = form.text("name");
  const answer = form.text("credential");
  const password = form.text("password");
  const fault = credentialFault(link.person === null ? name : null, answer === "" ? password : null);
  if (fault !== null) return claimAnswer(call, link, 422, { name, fault });
  const credential =
    answer === ""
      ? await newPassword(call, token, password)
      : await readNewPasskey(call, { purpose: `claim ${token}`, answer });
  if (credential === "gone") return goneAnswer(words);
  if (credential === null) return claimAnswer(call, link, 422, { name, fault: "passkey" });
  const outcome = await claim(store, { token, name, credential }, services.randomBytes);
  if (outcome.kind === "in") return { kind: "in", person: outcome.person, to: "/" };
  if (outcome.kind === "gone") return goneAnswer(words);
  return claimAnswer(call, link, 422, { name, fault: outcome.kind === "passkey_taken" ? "passkey" : outcome.kind });
}

/** Hashes a new password. Hashing is queued, so skip it if the link has been spent by then. */
async function newPassword(
  { store, services }: OpenCall,
  token: string,
  password: string,
): Promise<NewCredential | "gone"> {
  const hash = await services.passwords.hash(password, async () => (await lookAtLink(store, token)) !== null);
  return hash === null ? "gone" : { kind: "password", hash };
}

export function NewPasswordField({ words, fault }: { words: ConsoleWords; fault: string | undefined }) {
  const bounds = { password_short: MIN_PASSWORD_LENGTH, password_long: MAX_PASSWORD_LENGTH } as const;
  const error =
    fault === "password_short" || fault === "password_long"
      ? words.say(`login.fault.${fault}`, { count: bounds[fault] })
      : undefined;
  return (
    <Field
      name="password"
      type="password"
      label={words.say("login.newPassword")}
      required={true}
      error={error}
      hint={words.say("login.passwordHint", { count: MIN_PASSWORD_LENGTH })}
      autocomplete="new-password"
    />
  );
}
