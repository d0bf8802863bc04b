/** @jsxImportSource preact */
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import {
  isUnreached,
  JOB_STAGES,
  type JobStage,
  type JobStatus,
  MANUAL_CHANNELS,
  TOKEN_GRANTS,
} from "../../invitations/mod.ts";
import type { ConsoleWords } from "../../languages/mod.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../languages/mod.ts";
import { addJob, type WrittenJob } from "../../owner/add_jobs.ts";
import { type JobPage, type JobWithState, pageOfJobs } from "../../owner/job_list.ts";
import { askCustomer, askedLink } from "../../owner/jobs_ask.ts";
import { forget } from "../../owner/jobs_forget.ts";
import { skip } from "../../owner/jobs_skip.ts";
import { createToken, listJobsTokens, revokeToken } from "../../owner/jobs_token.ts";
import { obstacleOf } from "../../owner/send_messages.ts";
import { linkPartsOf } from "../../owner/write_links.ts";
import { codeSource } from "../../pages/mod.ts";
import {
  BackLink,
  Badge,
  ButtonLink,
  CodeBlock,
  Empty,
  Field,
  Form,
  Moment,
  Notice,
  Pager,
  pageIn,
  Section,
  Select,
  Table,
  type Tone,
} from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, NoticeKey, SentForm } from "../page.ts";
import { Choose, UploadsWaiting } from "./import.tsx";
import { jobCells, ObstacleNotice } from "./invitations.tsx";
import { uploadRows } from "./upload.tsx";

const uploads = uploadRows("jobs", (context, error) => jobsPage(context, { error }));

const LISTED = { page: jobsPage, to: "/jobs" };

export const jobsModule: ConsoleModule = {
  pages: [
    { path: "/jobs", show: (context) => jobsPage(context) },
    { path: "/jobs/:id/ask", ownersOnly: true, show: askPage },
    ...uploads.pages,
  ],
  acts: [
    ...uploads.acts,
    { path: "/jobs", act: "add_jobs", run: add },
    formRow(createToken, { page: jobsPage, show: (context, { data }) => jobsPage(context, { token: data.token }) }),
    formRow(askCustomer, { page: jobsPage, to: (_, { data }) => `/jobs/${data.id}/ask?by=${data.by}` }),
    formRow(skip, LISTED),
    formRow(forget, LISTED),
    formRow(revokeToken, LISTED),
  ],
};

const JOBS_OF_PAGE = 50;

const FIELDS = {
  customer_name: "text",
  finished: "date",
  email: "email",
  telephone: "tel",
  service: "text",
  technician: "text",
  reference: "text",
} as const satisfies Record<Exclude<keyof WrittenJob, "language">, string>;
const TYPED = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

const NOTICES: Readonly<Record<"added" | "corrected" | "unchanged", NoticeKey>> = {
  added: "done.jobAdded",
  corrected: "done.jobCorrected",
  unchanged: "done.jobKnown",
};

async function add(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const fields = [...TYPED, "language"].map((field) => [field, form.text(field).trim()]);
  const written = Object.fromEntries(fields) as WrittenJob;
  const outcome = await addJob(context.store, written, { now: context.now, randomBytes: context.services.randomBytes });
  if (outcome.kind !== "refused") return { kind: "done", to: "/jobs", notice: NOTICES[outcome.kind] };
  return { kind: "again", status: 422, page: await jobsPage(context, { written, issues: outcome.issues }) };
}

interface FormState {
  readonly error?: string;
  readonly written?: WrittenJob;
  readonly issues?: readonly string[];
  readonly token?: string;
}

async function jobsPage(context: ConsoleContext, form: FormState = {}): Promise<ConsolePage> {
  const { words, store, services, person, business, query } = context;
  const policy = services.config.invitations;
  const stage = JOB_STAGES.find((each) => each === query.get("stage")) ?? null;
  const wanted = { stage, page: pageIn(query), size: JOBS_OF_PAGE };
  const { jobs, stages, page, pages } = await pageOfJobs(store, policy, wanted);
  const mayChange = person.role === "owner";
  const isSample = business === null || business.is_sample;
  const lacksAddress = policy.mode === "mail" && obstacleOf(business) === "no_address";
  return {
    title: words.say("frame.nav.jobs"),
    section: "jobs",
    script: "import",
    body: (
      <>
        {form.token !== undefined && (
          <Notice tone="good">
            <p>{words.say("jobs.tokenShown")}</p>
            <pre>
              <code class="secret">{form.token}</code>
            </pre>
          </Notice>
        )}
        <p>{words.say("jobs.lead")}</p>
        {isSample ? (
          <ObstacleNotice words={words} obstacle="sample" />
        ) : lacksAddress ? (
          <ObstacleNotice words={words} obstacle="no_address" />
        ) : (
          policy.mode === "off" && (
            <Notice tone="waiting">
              {words.say("invitations.off")}. <a href="/settings/invitations">{words.say("settings.turnOn")}</a>
            </Notice>
          )
        )}
        {stageTabs(words, stages, stage)}
        {jobTable(context, jobs, mayChange)}
        <Pager
          words={words}
          page={page}
          pages={pages}
          href={(to: number) => `/jobs?${stage ? `stage=${stage}&` : ""}page=${to}`}
        />
        {mayChange && (
          <>
            <UploadsWaiting context={context} kind="jobs" />
            <Section title={words.say("jobs.addList")}>
              <Choose kind="jobs" words={words} error={form.error} lead={words.say("jobs.addListHint")} />
            </Section>
            <Section title={words.say("jobs.addOne")}>{jobForm(words, form)}</Section>
            {await accessPart(context)}
          </>
        )}
      </>
    ),
  };
}

function stageTabs(words: ConsoleWords, stages: JobPage["stages"], stage: JobStage | null) {
  const present = JOB_STAGES.filter((each) => stages[each] > 0 || each === stage);
  if (present.length === 0) return null;
  const label = (each: JobStage) =>
    each === "open"
      ? [words.say("jobs.status.listed"), words.say("jobs.status.not_invited")].join(" · ")
      : words.say(`jobs.status.${each}`);
  const link = (to: JobStage | null, text: string, count: number) => (
    <a href={to === null ? "/jobs" : `/jobs?stage=${to}`} aria-current={to === stage ? "page" : undefined}>
      {text} ({words.number(count)})
    </a>
  );
  const all = Object.values(stages).reduce((sum, count) => sum + count, 0);
  return (
    <nav class="tabs" aria-label={words.say("reviews.status")}>
      {link(null, words.say("jobs.all"), all)}
      {present.map((each) => link(each, label(each), stages[each]))}
    </nav>
  );
}

const TONES: Readonly<Record<JobStatus, Tone>> = {
  listed: "waiting",
  invited: "plain",
  reminded: "plain",
  answered: "good",
  expired: "plain",
  not_invited: "plain",
};

function jobTable(context: ConsoleContext, jobs: readonly JobWithState[], mayChange: boolean) {
  const { words } = context;
  const columns = [
    words.say("jobs.customer"),
    words.say("jobs.finished"),
    words.say("jobs.service"),
    words.say("reviews.status"),
    ...(mayChange ? [words.say("jobs.do")] : []),
  ];
  const rows = jobs.map((each) => [
    ...jobCells(each.job, words),
    <>
      <Badge tone={TONES[each.status]}>{words.say(`jobs.status.${each.status}`)}</Badge>{" "}
      {each.reason !== null && words.shared.say(`record.reason.${each.reason}`)}
      {each.job.skippedNote && <span class="quiet"> {each.job.skippedNote}</span>}
    </>,
    ...(mayChange ? [jobActs(context, each)] : []),
  ]);
  const empty = <Empty title={words.say("jobs.none")} advice={words.say("jobs.noneHint")} />;
  return <Table caption={words.say("frame.nav.jobs")} columns={columns} rows={rows} empty={empty} />;
}

function jobActs(context: ConsoleContext, of: JobWithState) {
  const { words } = context;
  const [way] = of.ways;
  return (
    <div class="row-acts">
      {of.invitation === null || isUnreached(of)
        ? of.ways.map((by) => (
            <ActForm context={context} act={askCustomer} of={of} fixed={{ by }} submit={words.say(`jobs.ask.${by}`)} />
          ))
        : way !== undefined && <a href={`/jobs/${of.job.id}/ask?by=${way}`}>{words.say("jobs.askAgain")}</a>}
      {of.invitation === null && of.reason !== "by_owner" && (
        <ActForm context={context} act={skip} of={of} submit={words.say("jobs.skipNow")} confirm>
          <p>{words.say("jobs.skipMeans")}</p>
        </ActForm>
      )}
      {of.job.forgottenAt === null && (
        <ActForm context={context} act={forget} of={of} submit={words.say("jobs.forgetNow")} confirm>
          <p>{words.say("jobs.forgetMeans")}</p>
        </ActForm>
      )}
    </div>
  );
}

async function askPage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { words, store, business, parameters, query } = context;
  const by = MANUAL_CHANNELS.find((each) => each === query.get("by")) ?? "copy";
  const given = await askedLink(store, parameters.id ?? "", { ...linkPartsOf(context.services), by });
  if (given === null) return null;
  const { url, until, message, telephone } = given;
  const number = telephone === null ? null : telephoneLinks(telephone, business?.address?.country ?? null);
  const name = given.customer_name ?? telephone ?? words.say("jobs.customer");
  const copied = (label: string, text: string) => (
    <Section title={label}>
      <pre class="snippet">
        <code class="secret" data-copy={label}>
          {text}
        </code>
      </pre>
    </Section>
  );
  return {
    title: words.say("jobs.askTitle", { customer: name }),
    section: "jobs",
    script: "copy",
    body: (
      <>
        <BackLink href="/jobs">{words.say("frame.nav.jobs")}</BackLink>
        {by === "code" && (
          <figure class="scan">
            <img src={codeSource(url)} alt={url} />
            <figcaption>{words.say("jobs.askCode")}</figcaption>
          </figure>
        )}
        {by === "sms" && number !== null && (
          <p>
            <ButtonLink href={number.sms(message)}>{words.say("jobs.askOpen.sms")}</ButtonLink>
          </p>
        )}
        {by === "whatsapp" &&
          (number?.whatsapp ? (
            <p>
              <ButtonLink href={number.whatsapp(message)}>{words.say("jobs.askOpen.whatsapp")}</ButtonLink>
            </p>
          ) : (
            <Notice tone="waiting">{words.say("jobs.askNoNumber")}</Notice>
          ))}
        {by !== "code" && copied(words.say("jobs.askMessage"), message)}
        {copied(words.say("jobs.askLink"), url)}
        <p class="quiet">{words.say("jobs.askCounted", { date: words.date(until) })}</p>
      </>
    ),
  };
}

/** URLs that open a message to a phone number; WhatsApp needs an international number. */
function telephoneLinks(telephone: string, country: string | null) {
  const parsed = parsePhoneNumberFromString(telephone, (country ?? undefined) as CountryCode | undefined);
  const international = parsed?.isValid() ? parsed.number : null;
  const dialled = international ?? telephone.replace(/[^+\d]/g, "");
  return {
    // The only form that both iOS and Android understand.
    sms: (message: string) => `sms:${dialled}?&body=${encodeURIComponent(message)}`,
    whatsapp:
      international === null
        ? null
        : (message: string) => `https://wa.me/${international.slice(1)}?text=${encodeURIComponent(message)}`,
  };
}

function jobForm(words: ConsoleWords, { written, issues = [] }: FormState) {
  const languages = LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const);
  return (
    <Form action="/jobs" submit={words.say("jobs.add")}>
      {issues.length > 0 && (
        <Notice tone="bad">
          {words.say("jobs.cannot")} <span lang="en">{issues.join(", ")}</span>
        </Notice>
      )}
      {TYPED.map((name) => (
        <Field
          name={name}
          type={FIELDS[name]}
          value={written?.[name] ?? ""}
          maxLength={254}
          label={words.say(name === "customer_name" ? "jobs.customer" : `jobs.${name}`)}
        />
      ))}
      <Select
        name="language"
        label={words.say("jobs.language")}
        value={written?.language ?? ""}
        options={[["", "–"], ...languages]}
      />
    </Form>
  );
}

async function accessPart(context: ConsoleContext) {
  const { store, words, services } = context;
  const tokens = await listJobsTokens(store);
  const columns = [
    words.say("jobs.token"),
    words.say("jobs.tokenMay"),
    words.say("jobs.tokenVerifies"),
    words.shared.say("about.since"),
    words.say("jobs.do"),
  ];
  const rows = tokens.map((of) => [
    of.name,
    words.say(`frame.nav.${of.may}`),
    of.may === "reviews" && words.shared.say(`method.${of.verifiedBy}`),
    <Moment at={of.createdAt} words={words} />,
    of.revokedAt === null ? (
      <ActForm
        context={context}
        act={revokeToken}
        of={of}
        submit={words.say("jobs.tokenRevokeNow", { name: of.name })}
        confirm
      >
        <p>{words.say("jobs.tokenRevokeMeans")}</p>
      </ActForm>
    ) : (
      words.say("jobs.tokenRevoked")
    ),
  ]);
  return (
    <Section title={words.say("jobs.doors")} lead={words.say("jobs.doorsHint")}>
      <CodeBlock>
        {TOKEN_GRANTS.map((may) => `POST ${services.consoleUrl}/api/${may}\n`).join("")}
        {"Authorization: Bearer TOKEN"}
      </CodeBlock>
      {rows.length > 0 && <Table caption={words.say("jobs.doors")} columns={columns} rows={rows} />}
      <ActForm context={context} act={createToken} submit={words.say("jobs.tokenCreate")} />
    </Section>
  );
}
