/** @jsxImportSource preact */

import { revoke } from "../../owner/console_revoke.ts";
import {
  type CredentialFault,
  credentialFault,
  type LinkRequest,
  type ListedPerson,
  listPeople,
  makeLink,
  saveCredential,
} from "../../owner/people.ts";
import { Badge, Checkbox, Field, Form, Moment, Notice, Section, Select, Table } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import { newPasskeyOptions, readNewPasskey } from "../passkeys.ts";
import { logIn } from "../sessions.ts";
import { NewPasswordField, PasskeyButton } from "./login.tsx";

export const peopleModule: ConsoleModule = {
  pages: [
    { path: "/people", ofAllOnly: true, show: async (context) => peoplePage(context, await everybody(context)) },
    { path: "/account", show: (context) => accountPage(context) },
  ],
  acts: [
    { path: "/people/link", act: "people", ofAllOnly: true, run: linkForNewPerson },
    { path: "/people/:id/link", act: "people", ofAllOnly: true, run: linkAgain },
    formRow(revoke, {
      page: async (context) => peoplePage(context, await everybody(context)),
      to: "/people",
      ofAllOnly: true,
    }),
    { path: "/account/password", act: "people", forReaders: true, run: changePassword },
    { path: "/account/passkeys", act: "people", forReaders: true, run: addPasskey },
    { path: "/account/passkeys/:id/remove", act: "people", forReaders: true, run: removePasskey },
    { path: "/account/sessions/:digest/end", act: "people", forReaders: true, run: endOwnSession },
  ],
};

async function everybody({ store, services }: ConsoleContext): Promise<readonly ListedPerson[]> {
  if (services.scope === null) return listPeople(store);
  await using list = await services.scope.openList();
  return await listPeople(store, await list.list());
}

interface MadeLink {
  readonly link: string;
  readonly expiresAt: number;
}

function peoplePage(context: ConsoleContext, people: readonly ListedPerson[], made?: MadeLink): ConsolePage {
  const { words, person } = context;
  const isOwner = person.role === "owner";
  const ROLES = ["owner", "reader"] as const;
  return {
    title: words.say("frame.nav.people"),
    section: "people",
    body: (
      <>
        {made !== undefined && (
          <Notice tone="good">
            <p>{words.say("people.link", { until: words.moment(made.expiresAt, words.timeZone) })}</p>
            <p>
              <code class="secret">{made.link}</code>
            </p>
          </Notice>
        )}
        <Table
          caption={words.say("frame.nav.people")}
          columns={(["profile.name", "people.role", "people.seen", "people.act"] as const).map((key) => words.say(key))}
          rows={people.map((each) => [
            <>
              <b dir="auto">{each.name}</b>
              {each.businesses !== null && <p class="dim">{each.businesses.join(", ")}</p>}
            </>,
            <Badge tone={each.role === "owner" ? "good" : "plain"}>{words.say(`people.role.${each.role}`)}</Badge>,
            each.seenAt === null ? words.say("people.notIn") : <Moment at={each.seenAt} words={words} />,
            isOwner && each.id !== person.id ? <PersonActs context={context} person={each} /> : "",
          ])}
        />
        {isOwner && (
          <Section title={words.say("people.add")}>
            <Form action="/people/link" submit={words.say("people.makeLink")}>
              <Select
                name="role"
                label={words.say("people.role")}
                value="reader"
                hint={words.say("people.roleHint")}
                options={ROLES.map((role) => [role, words.say(`people.role.${role}`)])}
              />
            </Form>
          </Section>
        )}
      </>
    ),
  };
}

function PersonActs({ context, person }: { context: ConsoleContext; person: ListedPerson }) {
  const { words } = context;
  const path = `/people/${person.id}`;
  return (
    <div class="row-acts">
      <Form action={`${path}/link`} submit={words.say("people.letInAgain")} />
      <ActForm
        context={context}
        act={revoke}
        of={person}
        submit={words.say("people.revokeNow", { name: person.name })}
        confirm
      >
        <p>{words.say("people.revokeMeans", { name: person.name })}</p>
      </ActForm>
    </div>
  );
}

async function linkForNewPerson(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const role = form.text("role") === "owner" ? "owner" : "reader";
  return linkAnswer(context, { kind: "new", role, ...into(context) });
}

async function linkAgain(context: ConsoleContext): Promise<ActAnswer> {
  const person = (await listPeople(context.store)).find(({ id }) => id === context.parameters.id);
  if (person === undefined) return { kind: "missing" };
  return linkAnswer(context, { kind: "again", name: person.name, ...into(context) });
}

/** On the pages of one of many businesses, a link gives access to that one. */
function into({ services }: ConsoleContext): { readonly business?: string } {
  const business = services.scope?.identity ?? null;
  return business === null ? {} : { business };
}

async function linkAnswer(context: ConsoleContext, order: LinkRequest): Promise<ActAnswer> {
  const outcome = await makeLink(context.store, order, context.services.randomBytes);
  if (outcome.kind !== "made") return { kind: "missing" };
  const link = `${context.services.consoleUrl}/claim/${outcome.token}`;
  return { kind: "page", page: peoplePage(context, await everybody(context), { link, expiresAt: outcome.expiresAt }) };
}

type AccountFault = CredentialFault | "current" | "passkey" | "last" | "stale";

/** How long after a login passkeys may be changed, in milliseconds: a stolen cookie must not gain lasting access. */
const FRESH_MS = 600_000;

async function hasFreshSession({ store, visit, now }: ConsoleContext): Promise<boolean> {
  const open = await store.console.read((reads) => reads.session(visit.session));
  return open !== undefined && now - open.session.createdAt < FRESH_MS;
}

/** Logs a change of credentials in the history, which all owners see. */
function noteCredential({ store }: ConsoleContext, detail: Readonly<Record<string, string>>): Promise<unknown> {
  return store.reviews.write((writes) => writes.recordAct({ command: "people", lines: [{ detail }] }));
}

async function accountPage(context: ConsoleContext, fault?: AccountFault): Promise<ConsolePage> {
  const { store, words, person, visit } = context;
  const { kept, passkeys, sessions } = await store.console.read(async (reads) => ({
    kept: (await reads.people()).find(({ id }) => id === person.id),
    passkeys: await reads.passkeys(person.id),
    sessions: await reads.sessions(person.id),
  }));
  const isFresh = await hasFreshSession(context);
  const known = passkeys.map(({ id }) => id);
  const options = await newPasskeyOptions(askerOf(context), `account ${person.id}`, person, known);
  return {
    title: person.name,
    section: null,
    script: "passkeys",
    body: (
      <>
        {fault === "passkey" && <Notice tone="bad">{words.say("login.wrongPasskey")}</Notice>}
        {fault === "last" && <Notice tone="bad">{words.say("people.lastKey")}</Notice>}
        {fault === "stale" && <Notice tone="bad">{words.say("people.logInAgain")}</Notice>}
        <Section title={words.say("login.password")}>
          <Form action="/account/password" submit={words.say("people.savePassword")}>
            <input type="hidden" name="username" value={person.name} autocomplete="username" />
            {kept?.passwordHash && (
              <Field
                name="current"
                type="password"
                label={words.say("people.current")}
                required={true}
                error={fault === "current" ? words.say("people.currentWrong") : undefined}
                autocomplete="current-password"
              />
            )}
            <NewPasswordField words={words} fault={fault} />
            {passkeys.length > 0 && (
              <Checkbox name="passkeys" value="remove" label={words.say("people.removePasskeys")} />
            )}
          </Form>
        </Section>
        <Section title={words.say("people.passkeys")}>
          <p class="quiet">{words.say(isFresh ? "people.passkeysHint" : "people.logInAgain")}</p>
          <ul class="list">
            {passkeys.map(({ id, createdAt }) => (
              <li>
                <span>
                  {words.say("people.since")} <Moment at={createdAt} words={words} />
                </span>
                {isFresh && (
                  <Form
                    action={`/account/passkeys/${encodeURIComponent(id)}/remove`}
                    submit={words.say("people.remove")}
                  />
                )}
              </li>
            ))}
          </ul>
          {isFresh && options !== null && (
            <Form action="/account/passkeys">
              <input type="hidden" name="credential" value="" />
              <PasskeyButton words={words} what="create" options={options}>
                {words.say("people.addPasskey")}
              </PasskeyButton>
            </Form>
          )}
        </Section>
        <Section title={words.say("people.sessions")}>
          <ul class="list">
            {sessions.map(({ digest, device, usedAt }) => (
              <li>
                <span>
                  {deviceName(device)} · <Moment at={usedAt} words={words} />
                </span>
                {digest === visit.session ? (
                  <Badge tone="good">{words.say("people.thisOne")}</Badge>
                ) : (
                  <Form action={`/account/sessions/${digest}/end`} submit={words.say("frame.logout")} />
                )}
              </li>
            ))}
          </ul>
        </Section>
      </>
    ),
  };
}

function deviceName(device: string): string {
  const found = (names: Readonly<Record<string, string>>) => Object.keys(names).find((sign) => device.includes(sign));
  const browser = found(BROWSERS);
  const system = found(SYSTEMS);
  const named = [BROWSERS[browser ?? ""], SYSTEMS[system ?? ""]].filter((name) => name !== undefined);
  return named.join(", ") || device.slice(0, 40) || "?";
}

/** Names by what a User-Agent has; most have the signs of those below them as well. */
const BROWSERS: Readonly<Record<string, string>> = {
  "Edg/": "Edge",
  "OPR/": "Opera",
  "Firefox/": "Firefox",
  "Chrome/": "Chrome",
  "Safari/": "Safari",
};
const SYSTEMS: Readonly<Record<string, string>> = {
  Android: "Android",
  iPhone: "iOS",
  iPad: "iOS",
  Windows: "Windows",
  "Mac OS": "macOS",
  Linux: "Linux",
};

function askerOf(context: ConsoleContext) {
  return { ...context, origin: context.visit.origin };
}

async function again(context: ConsoleContext, fault: AccountFault): Promise<ActAnswer> {
  return { kind: "again", status: 422, page: await accountPage(context, fault) };
}

async function changePassword(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, services, person } = context;
  const password = form.text("password");
  const fault = credentialFault(null, password);
  if (fault !== null) return again(context, fault);
  const people = await store.console.read((reads) => reads.people());
  const kept = people.find(({ id }) => id === person.id);
  if (kept === undefined) return { kind: "missing" };
  if (kept.passwordHash !== null) {
    const given = { name: kept.name, password: form.text("current") };
    if ((await logIn(store.console, given, services.passwords)).kind !== "in") return again(context, "current");
  } else if (!(await hasFreshSession(context))) {
    return again(context, "stale");
  }
  const hash = await services.passwords.hash(password);
  if (hash === null) return { kind: "missing" };
  const isSaved = await store.console.write(async (writes) => {
    // Hashing takes a while, in which their access may have ended, or a link may have replaced the password.
    const open = await writes.session(context.visit.session);
    if (open === undefined) return false;
    await saveCredential(writes, open.person, { kind: "password", hash });
    // Logs out a thief of the old password, and ends open links that they made.
    await writes.deleteClaims();
    if (form.text("passkeys") === "remove") {
      for (const { id } of await writes.passkeys(person.id)) await writes.deletePasskey(id);
    }
    for (const { digest } of await writes.sessions(person.id)) {
      if (digest !== context.visit.session) await writes.deleteSession(digest);
    }
    return true;
  });
  if (!isSaved) return { kind: "missing" };
  await noteCredential(context, { password: "changed" });
  return { kind: "done", to: "/account", notice: "done.saved" };
}

async function addPasskey(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, person } = context;
  if (!(await hasFreshSession(context))) return again(context, "stale");
  const asked = { purpose: `account ${person.id}`, answer: form.text("credential") };
  const credential = await readNewPasskey(askerOf(context), asked);
  if (credential === null) return again(context, "passkey");
  const outcome = await store.console.write(async (writes) => {
    const kept = (await writes.people()).find(({ id }) => id === person.id);
    if (kept === undefined) return "missing";
    return (await saveCredential(writes, kept, credential)) ? "added" : "taken";
  });
  if (outcome === "missing") return { kind: "missing" };
  if (outcome === "taken") return again(context, "passkey");
  await noteCredential(context, { passkey: "added" });
  return { kind: "done", to: "/account", notice: "done.saved" };
}

async function removePasskey(context: ConsoleContext): Promise<ActAnswer> {
  const { store, person, parameters } = context;
  if (!(await hasFreshSession(context))) return again(context, "stale");
  const outcome = await store.console.write(async (writes) => {
    const own = await writes.passkeys(person.id);
    if (!own.some(({ id }) => id === parameters.id)) return "missing";
    const kept = (await writes.people()).find(({ id }) => id === person.id);
    // The last credential cannot be removed.
    if (own.length === 1 && kept?.passwordHash === null) return "last";
    await writes.deletePasskey(parameters.id ?? "");
    return "removed";
  });
  if (outcome === "missing") return { kind: "missing" };
  if (outcome === "last") return again(context, "last");
  await noteCredential(context, { passkey: "removed" });
  return { kind: "done", to: "/account", notice: "done.saved" };
}

async function endOwnSession(context: ConsoleContext): Promise<ActAnswer> {
  const { store, person, parameters } = context;
  const isOwn = await store.console.write(async (writes) => {
    const found = await writes.session(parameters.digest ?? "");
    if (found?.person.id !== person.id) return false;
    await writes.deleteSession(found.session.digest);
    return true;
  });
  return isOwn ? { kind: "done", to: "/account", notice: "done.ended" } : { kind: "missing" };
}
