/** @jsxImportSource preact */
/**
 * Finished jobs: where each stands, one more, a list of them, and who else may add some.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import { JOB_STAGES, type JobStage, type JobStatus } from "../../invitations/mod.ts";
import type { ConsoleWords } from "../../languages/mod.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../languages/mod.ts";
import { addJob, type WrittenJob } from "../../owner/add_jobs.ts";
import { forgetJobs, type JobPage, pageOfJobs, type StandingJob, skipJob, stateOfJob } from "../../owner/job_list.ts";
import { createJobsToken, listJobsTokens, revokeJobsToken } from "../../owner/take_jobs.ts";
import {
  Badge,
  CodeBlock,
  Confirm,
  Empty,
  Field,
  Form,
  Moment,
  Notice,
  Pager,
  Section,
  Select,
  Table,
  type Tone,
} from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, NoticeKey, SentForm } from "../page.ts";
import { Choose, UploadsWaiting } from "./import.tsx";
import { uploadRows } from "./upload.tsx";

const uploads = uploadRows("jobs", (context, error) => jobsPage(context, { error }));

export const jobsModule: ConsoleModule = {
  pages: [{ path: "/jobs", show: (context) => jobsPage(context) }, ...uploads.pages],
  acts: [
    ...uploads.acts,
    { path: "/jobs", act: "add_jobs", run: add },
    { path: "/jobs/tokens", act: "take_jobs", run: createToken },
    { path: "/jobs/tokens/:name/revoke", act: "take_jobs", run: revokeToken },
    { path: "/jobs/:id/skip", act: "job_list", run: skip },
    { path: "/jobs/:id/forget", act: "job_list", run: forget },
  ],
};

const JOBS_OF_PAGE = 50;

/** What is typed of a job, by the type of its field; its language is chosen. */
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
  const outcome = await addJob(context.store, written, { now: context.now, randomBytes: context.means.randomBytes });
  if (outcome.kind !== "refused") return { kind: "done", to: "/jobs", notice: NOTICES[outcome.kind] };
  return { kind: "again", status: 422, page: await jobsPage(context, { written, issues: outcome.issues }) };
}

async function skip(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, parameters, words } = context;
  const note = form.text("note").trim();
  if (note === "") return again(context, 422, words.say("jobs.noteMissing"));
  return settled(context, "done.skipped", () => skipJob(store, parameters.id ?? "", note, form.text("state")));
}

function forget(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, parameters } = context;
  return settled(context, "done.forgotten", () => forgetJobs(store, [parameters.id ?? ""], form.text("state")));
}

async function settled(
  context: ConsoleContext,
  notice: NoticeKey,
  act: () => Promise<{ readonly kind: "done" | "changed" }>,
): Promise<ActAnswer> {
  try {
    const { kind } = await act();
    if (kind === "done") return { kind: "done", to: "/jobs", notice };
    return again(context, 409, context.words.say("frame.changed"));
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    if (error.code === "not_found") return { kind: "missing" };
    if (error.code !== "input_refused") throw error;
    return again(context, 409, context.words.say("jobs.invitedAlready"));
  }
}

async function again(context: ConsoleContext, status: 409 | 422, fault: string): Promise<ActAnswer> {
  return { kind: "again", status, page: await jobsPage(context, { fault }) };
}

async function createToken(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, words, means } = context;
  const tokenName = form.text("name").trim();
  try {
    const token = await createJobsToken(store, tokenName, {
      randomBytes: (count) => means.randomBytes(count),
      business: means.scope?.identity ?? null,
    });
    return { kind: "page", page: await jobsPage(context, { token }) };
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    const tokenFault = words.say(error.code === "usage" ? "jobs.tokenNameHint" : "jobs.tokenTaken");
    return { kind: "again", status: 422, page: await jobsPage(context, { tokenName, tokenFault }) };
  }
}

/** A token that was revoked and created again is another one. */
async function revokeToken(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, parameters, words } = context;
  const name = parameters.name ?? "";
  const known = (await listJobsTokens(store)).find((each) => each.name === name && each.revokedAt === null);
  if (known === undefined) return { kind: "missing" };
  if (String(known.createdAt) !== form.text("state")) return again(context, 409, words.say("frame.changed"));
  await revokeJobsToken(store, name);
  return { kind: "done", to: "/jobs", notice: "done.tokenRevoked" };
}

/** What was sent, and what is wrong with it. */
interface Said {
  /** Of a list. */
  readonly error?: string;
  /** Of a job of the list. */
  readonly fault?: string;
  readonly written?: WrittenJob;
  readonly issues?: readonly string[];
  readonly token?: string;
  readonly tokenName?: string;
  readonly tokenFault?: string;
}

async function jobsPage(context: ConsoleContext, said: Said = {}): Promise<ConsolePage> {
  const { words, store, means, person, business, query } = context;
  const policy = means.config.invitations;
  const stage = JOB_STAGES.find((each) => each === query.get("stage")) ?? null;
  const wanted = Math.max(1, Math.floor(Number(query.get("page"))) || 1);
  const { jobs, stages, page, pages } = await pageOfJobs(store, policy, { stage, page: wanted, size: JOBS_OF_PAGE });
  const mayChange = person.role === "owner";
  const isSample = business === null || business.is_sample;
  return {
    title: words.say("frame.nav.jobs"),
    section: "jobs",
    script: "import",
    body: (
      <>
        {said.fault !== undefined && <Notice tone="bad">{said.fault}</Notice>}
        {said.token !== undefined && (
          <Notice tone="good">
            <p>{words.say("jobs.tokenShown")}</p>
            <pre>
              <code class="secret">{said.token}</code>
            </pre>
          </Notice>
        )}
        <p>{words.say("jobs.lead")}</p>
        {isSample ? (
          <Notice tone="waiting">{words.say("invitations.obstacle.sample")}</Notice>
        ) : (
          policy.mode === "off" && <Notice tone="waiting">{words.say("invitations.off")}</Notice>
        )}
        {stageTabs(words, stages, stage)}
        {jobTable(words, jobs, mayChange)}
        <Pager {...{ words, page, pages, href: (to: number) => `/jobs?${stage ? `stage=${stage}&` : ""}page=${to}` }} />
        {mayChange && (
          <>
            <UploadsWaiting {...{ context, kind: "jobs" }} />
            <Section title={words.say("jobs.addList")}>
              <Choose {...{ kind: "jobs", words, error: said.error, lead: words.say("jobs.addListHint") }} />
            </Section>
            <Section title={words.say("jobs.addOne")}>{jobForm(words, said)}</Section>
            {await doorsPart(context, said)}
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
    <nav class="tabs" aria-label={words.say("jobs.state")}>
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

function jobTable(words: ConsoleWords, jobs: readonly StandingJob[], mayChange: boolean) {
  const columns = [
    ...[words.say("jobs.customer"), words.say("jobs.finished"), words.say("jobs.service"), words.say("jobs.state")],
    ...(mayChange ? [words.say("jobs.do")] : []),
  ];
  const rows = jobs.map((each) => [
    each.job.customerName ?? each.job.email ?? each.job.telephone ?? words.say("jobs.erased"),
    words.date(each.job.finished),
    each.job.service ?? "",
    <>
      <Badge tone={TONES[each.status]}>{words.say(`jobs.status.${each.status}`)}</Badge>{" "}
      {each.reason !== null && words.shared.say(`record.reason.${each.reason}`)}
      {each.job.skippedNote && <span class="quiet"> {each.job.skippedNote}</span>}
    </>,
    ...(mayChange ? [jobActs(words, each)] : []),
  ]);
  const empty = <Empty title={words.say("jobs.none")} advice={words.say("jobs.noneHint")} />;
  return <Table caption={words.say("frame.nav.jobs")} {...{ columns, rows, empty }} />;
}

function jobActs(words: ConsoleWords, each: StandingJob) {
  const { id, forgottenAt } = each.job;
  const state = stateOfJob(each);
  return (
    <div class="row-acts">
      {each.invitation === null && each.reason !== "by_owner" && (
        <Confirm action={`/jobs/${id}/skip`} submit={words.say("jobs.skipNow")} state={state}>
          <p>{words.say("jobs.skipMeans")}</p>
          <Field name="note" id={`note-${id}`} label={words.say("jobs.note")} maxLength={300} required />
        </Confirm>
      )}
      {forgottenAt === null && (
        <Confirm action={`/jobs/${id}/forget`} submit={words.say("jobs.forgetNow")} state={state}>
          <p>{words.say("jobs.forgetMeans")}</p>
        </Confirm>
      )}
    </div>
  );
}

function jobForm(words: ConsoleWords, { written, issues = [] }: Said) {
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
          {...{ name, type: FIELDS[name], value: written?.[name] ?? "", maxLength: 254 }}
          label={words.say(name === "customer_name" ? "jobs.customer" : `jobs.${name}`)}
        />
      ))}
      <Select
        {...{ name: "language", label: words.say("jobs.language"), value: written?.language ?? "" }}
        options={[["", "–"], ...languages]}
      />
    </Form>
  );
}

/** How other programs add jobs. */
async function doorsPart({ store, words, means }: ConsoleContext, { tokenName = "", tokenFault }: Said) {
  const tokens = await listJobsTokens(store);
  const columns = [words.say("jobs.token"), words.say("jobs.tokenSince"), words.say("jobs.do")];
  const rows = tokens.map(({ name, createdAt, revokedAt }) => [
    name,
    <Moment at={createdAt} words={words} />,
    revokedAt === null ? (
      <Confirm
        action={`/jobs/tokens/${encodeURIComponent(name)}/revoke`}
        submit={words.say("jobs.tokenRevokeNow", { name })}
        state={String(createdAt)}
      >
        <p>{words.say("jobs.tokenRevokeMeans")}</p>
      </Confirm>
    ) : (
      words.say("jobs.tokenRevoked")
    ),
  ]);
  return (
    <Section title={words.say("jobs.doors")} lead={words.say("jobs.doorsHint")}>
      <CodeBlock>{`POST ${means.consoleUrl}/api/jobs\nAuthorization: Bearer TOKEN`}</CodeBlock>
      {rows.length > 0 && <Table caption={words.say("jobs.doors")} columns={columns} rows={rows} />}
      <Form action="/jobs/tokens" submit={words.say("jobs.tokenCreate")}>
        <Field
          {...{ name: "name", label: words.say("jobs.tokenName"), hint: words.say("jobs.tokenNameHint") }}
          {...{ value: tokenName, error: tokenFault, required: true, maxLength: 64 }}
        />
      </Form>
    </Section>
  );
}
