/** @jsxImportSource preact */

import { DAY_MS } from "../../durations.ts";
import type { Letter } from "../../invitations/mod.ts";
import { type ConsoleWords, LANGUAGE_NAMES, LANGUAGES, type Language } from "../../languages/mod.ts";
import { type Greeting, greet } from "../../owner/invitations_greeting.ts";
import { type JobWithState, listJobs } from "../../owner/job_list.ts";
import { mailRefusal } from "../../owner/mail_server.ts";
import { previewInvitation, readGreetings, testInvitation } from "../../owner/preview_invitation.ts";
import { type MailState, readMailState } from "../../owner/send_messages.ts";
import type { SenderFinding } from "../../owner/sender_domain.ts";
import { exportCards, exportLinks } from "../../owner/write_links.ts";
import { Badge, ButtonLink, Empty, Facts, Notice, NotSet, Section, Table, type Tone } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { AddressForm } from "./settings_checks.tsx";

export const invitationsModule: ConsoleModule = {
  pages: [{ path: "/invitations", show: (context) => invitationsPage(context) }],
  acts: [
    formRow(greet, { page, to: ({ query }) => `/invitations?${query}` }),
    formRow(testInvitation, { page, show: (context, { data }) => invitationsPage(context, data) }),
    formRow(exportLinks, { page }),
    formRow(exportCards, { page }),
  ],
};

interface Sample {
  readonly accepted: boolean;
  readonly answer: string | null;
  readonly standing: readonly SenderFinding[];
  readonly address: string;
}

function page(context: ConsoleContext): Promise<ConsolePage> {
  return invitationsPage(context);
}

function languageIn(given: unknown): Language | undefined {
  return LANGUAGES.find((each) => each === given);
}

async function invitationsPage(context: ConsoleContext, sample?: Sample): Promise<ConsolePage> {
  const { words, store, services, person, query } = context;
  const { config } = services;
  const { mode } = config.invitations;
  const language = languageIn(query.get("language")) ?? languageIn(words.language) ?? "en";
  const greeting = { language, text: (await readGreetings(store))[language] ?? null };
  const listed = (await listJobs(store, config.invitations)).filter(({ status }) => status === "listed");
  const mayChange = person.role === "owner";
  return {
    title: words.say("frame.nav.invitations"),
    section: "invitations",
    body: (
      <>
        {sample && sampleSent(words, sample)}
        {mode === "off" ? (
          <NotSet title={words.say("invitations.off")} href="/settings/invitations" words={words} />
        ) : (
          mailStatePart(context, await readMailState(store, config))
        )}
        {mode !== "off" && nextPart(words, listed)}
        {mode !== "off" && mayChange && linksPart(context, listed.length)}
        {mode === "mail" && mayChange && (
          <AddressForm
            context={context}
            act={testInvitation}
            title={words.say("invitations.test")}
            fixed={{ language }}
          />
        )}
        {greetingPart(context, greeting, language)}
        {previewPart(words, language, await previewInvitation(store, { config, language, now: context.now }))}
      </>
    ),
  };
}

function mailStatePart({ words, services }: ConsoleContext, { obstacles, outbox }: MailState) {
  const { mode, mailFrom, inviteAfterMs, remindAfterMs, expiresAfterMs } = services.config.invitations;
  const isMail = mode === "mail";
  const days = (ms: number) =>
    new Intl.NumberFormat(words.locale, { style: "unit", unit: "day", unitDisplay: "long" }).format(
      Math.round(ms / DAY_MS),
    );
  return (
    <>
      <Notice tone="good">{words.say(isMail ? "invitations.mail" : "invitations.byLinks")}</Notice>
      {obstacles
        .filter((obstacle) => isMail || obstacle === "sample")
        .map((obstacle) => (
          <ObstacleNotice words={words} obstacle={obstacle} />
        ))}
      {isMail && outbox.pause !== null && (
        <Notice tone="bad">{words.say("invitations.paused", { code: outbox.pause.code })}</Notice>
      )}
      <Facts
        rows={[
          [words.say("invitations.after"), days(inviteAfterMs)],
          [words.say("invitations.remind"), days(remindAfterMs)],
          [words.say("settings.name.INVITATION_EXPIRES"), days(expiresAfterMs)],
          ...(isMail
            ? ([
                [words.say("settings.name.MAIL_FROM"), mailFrom ?? ""],
                [words.say("invitations.waiting"), words.number(outbox.waiting)],
                [words.say("invitations.accepted"), words.number(outbox.acceptedToday)],
                [words.say("invitations.undeliverable"), words.number(outbox.undeliverable)],
              ] as const)
            : []),
        ]}
      />
    </>
  );
}

const WAYS_OUT = {
  sample: ["/import", "frame.nav.import"],
  no_address: ["/profile", "frame.nav.profile"],
  not_https: ["/settings/address", "settings.part.address"],
} as const satisfies Readonly<Record<MailState["obstacles"][number], readonly [string, string]>>;

/** Why nothing is sent, or less than could be, with the page that changes it. */
export function ObstacleNotice({ words, obstacle }: { words: ConsoleWords; obstacle: keyof typeof WAYS_OUT }) {
  const [href, label] = WAYS_OUT[obstacle];
  return (
    <Notice tone={obstacle === "no_address" ? "bad" : "waiting"}>
      {words.say(`invitations.obstacle.${obstacle}`)} <a href={href}>{words.say(label)}</a>
    </Notice>
  );
}

const MAX_NEXT = 10;

/** The customer, the day and the work of a job. */
export function jobCells(
  { customerName, email, telephone, finished, service }: JobWithState["job"],
  words: ConsoleWords,
) {
  const customer = customerName ?? email ?? telephone ?? words.say("jobs.erased");
  return [customer, words.date(finished), service ?? ""];
}

function nextPart(words: ConsoleWords, listed: readonly JobWithState[]) {
  const title = words.say("invitations.next");
  const empty = (
    <Empty title={words.say("invitations.nextNone")}>
      <ButtonLink quiet href="/jobs">
        {words.say("jobs.addList")}
      </ButtonLink>
    </Empty>
  );
  const first = listed.toReversed().slice(0, MAX_NEXT);
  const columns = [words.say("jobs.customer"), words.say("jobs.finished"), words.say("jobs.service")];
  const rows = first.map(({ job }) => jobCells(job, words));
  return (
    <Section title={title}>
      <Table caption={title} columns={columns} rows={rows} empty={empty} />
      {listed.length > first.length && (
        <ButtonLink quiet href="/jobs?stage=open">
          {words.say("jobs.all")} ({words.number(listed.length)})
        </ButtonLink>
      )}
    </Section>
  );
}

function linksPart(context: ConsoleContext, count: number) {
  const { words } = context;
  const form = { context, submit: words.say("invitations.tableNow"), confirm: true };
  return (
    <Section title={words.say("invitations.links")} lead={words.say("invitations.linksHint")}>
      <ActForm {...form} act={exportLinks} label={words.say("invitations.table")}>
        <p>{words.say("invitations.linkOf", { count })}</p>
      </ActForm>
      <ActForm {...form} act={exportCards} label={words.say("invitations.cards")}>
        <p>{words.say("invitations.linkOf", { count })}</p>
      </ActForm>
    </Section>
  );
}

function greetingPart(context: ConsoleContext, greeting: Greeting, language: Language) {
  const { words, person } = context;
  return (
    <Section title={words.say("invitations.greeting")} lead={words.say("invitations.greetingHint")}>
      <nav class="tabs" aria-label={words.say("profile.language")}>
        {LANGUAGES.map((each) => (
          <a href={`/invitations?language=${each}`} lang={each} aria-current={each === language ? "page" : undefined}>
            {LANGUAGE_NAMES[each]}
          </a>
        ))}
      </nav>
      {person.role === "owner" && (
        <ActForm
          context={context}
          act={greet}
          of={greeting}
          submit={words.say("invitations.save")}
          values={{ text: greeting.text }}
          fixed={{ language }}
        />
      )}
    </Section>
  );
}

function previewPart(words: ConsoleWords, language: Language, letter: Letter | null) {
  return (
    <Section title={words.say("profile.look")}>
      {letter === null ? (
        <p>{words.say("invitations.previewMissing")}</p>
      ) : (
        <div lang={language}>
          <p>
            <strong>{letter.subject}</strong>
          </p>
          <pre class="message">{letter.text}</pre>
        </div>
      )}
    </Section>
  );
}

const LEVELS = {
  fine: ["good", "check.ok"],
  advice: ["waiting", "check.advice"],
  wrong: ["bad", "check.wrong"],
  unknown: ["plain", "invitations.level.unknown"],
} as const satisfies Readonly<Record<Sample["standing"][number]["level"], readonly [Tone, string]>>;

function sampleSent(words: ConsoleWords, { accepted, answer, standing, address }: Sample) {
  return (
    <>
      {accepted || answer === null ? (
        <Notice tone="good">{words.say("invitations.sent")}</Notice>
      ) : (
        <Notice tone="bad">{mailRefusal(words, answer, address)}</Notice>
      )}
      <Section title={words.say("invitations.standing")}>
        <Facts
          rows={standing.map(({ about, level, message }) => {
            const [tone, label] = LEVELS[level];
            const value = (
              <>
                <Badge tone={tone}>{words.say(label)}</Badge> <span lang="en">{message}</span>
              </>
            );
            return [about, value] as const;
          })}
        />
      </Section>
    </>
  );
}
