/** @jsxImportSource preact */

import { GoodwordError } from "../../errors.ts";
import type { Letter } from "../../invitations/mod.ts";
import { type ConsoleWords, LANGUAGE_NAMES, LANGUAGES, type Language } from "../../languages/mod.ts";
import { type JobWithState, listJobs } from "../../owner/job_list.ts";
import { previewInvitation, readGreetings, saveGreeting, sendSample } from "../../owner/preview_invitation.ts";
import { type MailState, readMailState } from "../../owner/send_messages.ts";
import { mailRefusal } from "../../owner/send_test_mail.ts";
import { cardsOf, giveLinks, linkLines } from "../../owner/write_links.ts";
import { renderInvitationCards } from "../../pages/mod.ts";
import {
  Badge,
  ButtonLink,
  Confirm,
  Empty,
  Facts,
  Form,
  Notice,
  NotSet,
  Section,
  Table,
  TextArea,
  type Tone,
} from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import { AddressForm, sentToAddress } from "./settings_checks.tsx";

export const invitationsModule: ConsoleModule = {
  pages: [{ path: "/invitations", show: (context) => invitationsPage(context) }],
  acts: [
    { path: "/invitations/greeting", act: "preview_invitation", run: greet },
    { path: "/invitations/test", act: "preview_invitation", run: sendTest },
    { path: "/invitations/links", act: "write_links", run: (context) => exportLinks(context, "link") },
    { path: "/invitations/cards", act: "write_links", run: (context) => exportLinks(context, "card") },
  ],
};

type Sample = Awaited<ReturnType<typeof sendSample>>;

interface FormState {
  readonly language?: Language | undefined;
  readonly typed?: string;
  readonly greetingFault?: string;
  /** The greeting that another owner has saved since; null if they removed theirs. */
  readonly greetingNow?: string | null;
  readonly address?: string;
  readonly addressFault?: string;
  readonly fault?: string;
  readonly sample?: Sample;
}

function languageIn(given: string | null): Language | undefined {
  return LANGUAGES.find((each) => each === given);
}

async function greet(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, words } = context;
  const language = languageIn(form.text("language"));
  if (language === undefined) return { kind: "missing" };
  const typed = form.text("greeting").replace(/\s+/g, " ").trim();
  const text = typed === "" ? null : typed;
  const saved = await saveGreeting(store, language, { text, expected: form.text("state") || null });
  if (saved.kind === "saved") return { kind: "done", to: `/invitations?language=${language}`, notice: "done.saved" };
  const isFaulty = saved.kind === "faulty";
  const wrong = isFaulty ? { greetingFault: words.say("invitations.greetingFault") } : { greetingNow: saved.now };
  const page = await invitationsPage(context, { language, typed, ...wrong });
  return { kind: "again", status: isFaulty ? 422 : 409, page };
}

async function sendTest(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, now, means } = context;
  const { config, mail } = means;
  const [address, language] = [form.text("address").trim(), languageIn(form.text("language"))];
  const sample = await sentToAddress(context, form, (to) => sendSample(store, to, { config, mail, language, now }));
  if (typeof sample !== "string") {
    return { kind: "page", page: await invitationsPage(context, { language, address, sample }) };
  }
  const page = await invitationsPage(context, { language, address, addressFault: sample });
  return { kind: "again", status: 422, page };
}

/** Exports links as a file, which marks their customers as asked. */
async function exportLinks(context: ConsoleContext, channel: "link" | "card"): Promise<ActAnswer> {
  const { store, means, words } = context;
  const { invitations: policy, baseUrl } = means.config;
  let body = "";
  try {
    await giveLinks(store, { policy, database: means.database, baseUrl, channel }, async (links, business) => {
      const title = words.say("invitations.cardsTitle", { business: business.name, count: links.length });
      body =
        channel === "link"
          ? linkLines(links, business).join("")
          : renderInvitationCards(title, cardsOf(links, business));
    });
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return { kind: "again", status: 422, page: await invitationsPage(context, { fault: error.message }) };
  }
  const file =
    channel === "link"
      ? { name: "links.csv", mediaType: "text/csv; charset=utf-8" }
      : { name: "cards.html", mediaType: "text/html; charset=utf-8" };
  return { kind: "file", file: { ...file, body } };
}

async function invitationsPage(context: ConsoleContext, form: FormState = {}): Promise<ConsolePage> {
  const { words, store, means, person, query } = context;
  const { config } = means;
  const { mode } = config.invitations;
  const language = form.language ?? languageIn(query.get("language")) ?? languageIn(words.language) ?? "en";
  const greeting = (await readGreetings(store))[language] ?? "";
  const listed = (await listJobs(store, config.invitations)).filter(({ status }) => status === "listed");
  const mayChange = person.role === "owner";
  return {
    title: words.say("frame.nav.invitations"),
    section: "invitations",
    body: (
      <>
        {form.fault !== undefined && (
          <Notice tone="bad">
            <span lang="en">{form.fault}</span>
          </Notice>
        )}
        {form.sample && sampleSent(words, form.sample, form.address ?? "")}
        {mode === "off" ? (
          <NotSet title={words.say("invitations.off")} href="/settings/invitations" words={words} />
        ) : (
          mailStatePart(context, await readMailState(store, config))
        )}
        {mode !== "off" && nextPart(words, listed)}
        {mode !== "off" && mayChange && linksPart(words, listed.length)}
        {mode === "mail" && mayChange && (
          <AddressForm context={context} kind="invitation" address={form.address ?? ""} error={form.addressFault}>
            <input type="hidden" name="language" value={language} />
          </AddressForm>
        )}
        {greetingPart(context, { language, greeting, form })}
        {previewPart(words, language, await previewOf(context, language))}
      </>
    ),
  };
}

async function previewOf({ store, means, now }: ConsoleContext, language: Language): Promise<Letter | null> {
  try {
    return await previewInvitation(store, { config: means.config, language, now });
  } catch (error) {
    if (error instanceof GoodwordError && error.code === "input_refused") return null;
    throw error;
  }
}

function mailStatePart({ words, means }: ConsoleContext, { obstacles, outbox }: MailState) {
  const { mode, mailFrom, inviteAfterMs, remindAfterMs, expiresAfterMs } = means.config.invitations;
  const isMail = mode === "mail";
  const days = (ms: number) =>
    new Intl.NumberFormat(words.locale, { style: "unit", unit: "day", unitDisplay: "long" }).format(
      Math.round(ms / 86_400_000),
    );
  return (
    <>
      <Notice tone="good">{words.say(isMail ? "invitations.mail" : "invitations.byLinks")}</Notice>
      {obstacles
        .filter((obstacle) => isMail || obstacle === "sample")
        .map((obstacle) => (
          <Notice tone={obstacle === "not_https" ? "waiting" : "bad"}>
            {words.say(`invitations.obstacle.${obstacle}`)}
          </Notice>
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

const MOST_NEXT = 10;

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
  const first = listed.toReversed().slice(0, MOST_NEXT);
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

function linksPart(words: ConsoleWords, count: number) {
  const kinds = [["links", "invitations.table"] as const, ["cards", "invitations.cards"] as const];
  return (
    <Section title={words.say("invitations.links")} lead={words.say("invitations.linksHint")}>
      {kinds.map(([kind, label]) => (
        <Confirm label={words.say(label)} action={`/invitations/${kind}`} submit={words.say("invitations.tableNow")}>
          <p>{words.say("invitations.linkOf", { count })}</p>
        </Confirm>
      ))}
    </Section>
  );
}

interface ShownGreeting {
  readonly language: Language;
  readonly greeting: string;
  readonly form: FormState;
}

function greetingPart({ words, person }: ConsoleContext, { language, greeting, form }: ShownGreeting) {
  return (
    <Section title={words.say("invitations.greeting")} lead={words.say("invitations.greetingHint")}>
      <nav class="tabs" aria-label={words.say("profile.language")}>
        {LANGUAGES.map((each) => (
          <a href={`/invitations?language=${each}`} lang={each} aria-current={each === language ? "page" : undefined}>
            {LANGUAGE_NAMES[each]}
          </a>
        ))}
      </nav>
      {form.greetingNow !== undefined && (
        <Notice tone="waiting">
          <p>{words.say("frame.changed")}</p>
          <p lang={language}>{form.greetingNow ?? words.say("import.nothingThere")}</p>
        </Notice>
      )}
      {person.role === "owner" && (
        <Form action="/invitations/greeting" submit={words.say("invitations.save")}>
          <input type="hidden" name="language" value={language} />
          <input type="hidden" name="state" value={greeting} />
          <TextArea
            {...{
              name: "greeting",
              label: words.labelled(words.say("invitations.greeting"), LANGUAGE_NAMES[language]),
            }}
            {...{ value: form.typed ?? greeting, rows: 3, error: form.greetingFault, maxLength: 500 }}
          />
        </Form>
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
          <pre class="letter">{letter.text}</pre>
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

function sampleSent(words: ConsoleWords, { answer, standing }: Sample, address: string) {
  return (
    <>
      {answer.kind === "accepted" ? (
        <Notice tone="good">{words.say("invitations.sent")}</Notice>
      ) : (
        <Notice tone="bad">{`${words.say(mailRefusal(answer.code), { address })} (${answer.code})`}</Notice>
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
