/** @jsxImportSource preact */
/** How reviews are verified, and near misses with jobs: the owner says whether they are the same person. */
import type { ConsoleWords } from "../../languages/mod.ts";
import { confirmKeptJob, type KeptNearMiss, matchKeptJobs, ruleOutKeptJob } from "../../owner/verify_by_jobs.ts";
import type { Doubt, VerificationMethod } from "../../review/mod.ts";
import { readStatistics } from "../../store/mod.ts";
import { ButtonLink, Empty, Facts, Form, Notice, Section, Table } from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import { ReviewText } from "./review_views.tsx";

export const verificationModule: ConsoleModule = {
  pages: [{ path: "/verification", show: (context) => verificationPage(context) }],
  acts: [
    {
      path: "/verification/check",
      act: "verify_by_jobs",
      run: async ({ store, means, now, business }) => {
        if (business === null) return { kind: "missing" };
        await matchKeptJobs(store, { now, randomBytes: means.randomBytes, isDry: false });
        return { kind: "done", to: "/verification", notice: "done.matched" };
      },
    },
    { path: "/verification/:review/:job/other", act: "verify_by_jobs", run: ruleOut },
    { path: "/verification/:review/:job", act: "verify_by_jobs", run: confirm },
  ],
};

/** The near miss of the path, as the form has seen it. */
function seenIn({ parameters: { review = "", job = "" } }: ConsoleContext, form: SentForm) {
  return { reviewId: review, jobId: job, expected: form.text("state") };
}

async function confirm(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, means, now, person, words, business } = context;
  if (business === null) return { kind: "missing" };
  const match = { by: person.name, now, randomBytes: means.randomBytes };
  const outcome = await confirmKeptJob(store, { ...seenIn(context, form), ...match });
  switch (outcome.kind) {
    case "confirmed":
      return { kind: "done", to: "/verification", notice: "done.attested" };
    case "changed":
      return { kind: "again", status: 409, page: await verificationPage(context, words.say("frame.changed")) };
    case "refused":
      return { kind: "again", status: 422, page: await verificationPage(context, words.say("verification.refused")) };
    default:
      return { kind: "missing" };
  }
}

async function ruleOut(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  if (context.business === null) return { kind: "missing" };
  const { kind } = await ruleOutKeptJob(context.store, seenIn(context, form));
  if (kind === "ruled_out" || kind === "same") return { kind: "done", to: "/verification", notice: "done.ruledOut" };
  if (kind !== "changed") return { kind: "missing" };
  return { kind: "again", status: 409, page: await verificationPage(context, context.words.say("frame.changed")) };
}

/** Near misses that are shown at once; the next come up when these are settled. */
const SHOWN = 20;

async function verificationPage(context: ConsoleContext, notice?: string): Promise<ConsolePage> {
  const { store, words, means, now, business, person } = context;
  const title = words.say("frame.nav.verification");
  if (business === null) {
    const body = (
      <Empty title={words.say("reviews.none")}>
        <ButtonLink href="/import">{words.say("import.title")}</ButtonLink>
      </Empty>
    );
    return { title, section: "verification", body };
  }
  const { nearMisses, waiting } = await matchKeptJobs(store, { now, randomBytes: means.randomBytes, isDry: true });
  const { rating } = await readStatistics(store);
  const body = (
    <>
      {notice !== undefined && <Notice tone="waiting">{notice}</Notice>}
      <p>{words.say("verification.lead")}</p>
      {waiting > 0 && (
        <p>
          {words.say("verification.waiting", { count: waiting })}.{" "}
          <a href="/reviews?withheld=unverified">{words.say("verification.see")}</a>
        </p>
      )}
      {nearMisses.length === 0 && (
        <Empty title={words.say("verification.none")} advice={words.say("verification.noneAdvice")}>
          <ButtonLink href="/jobs" quiet>
            {words.say("verification.jobs")}
          </ButtonLink>
        </Empty>
      )}
      {nearMisses.slice(0, SHOWN).map((miss) => missPart(miss, context))}
      <Section title={words.say("verification.grades")}>
        <Table
          caption={words.say("verification.grades")}
          columns={[words.say("verification.grade"), words.say("frame.nav.reviews")]}
          rows={Object.entries(rating.by_verification).map(([method, { review_count: count }]) => [
            words.shared.say(`method.${method as VerificationMethod}`),
            words.number(count),
          ])}
        />
        {person.role === "owner" && <Form action="/verification/check" submit={words.say("verification.check")} />}
      </Section>
    </>
  );
  return { title, section: "verification", body };
}

function missPart({ review, job, doubt, state }: KeptNearMiss, { words, person }: ConsoleContext) {
  const path = `/verification/${encodeURIComponent(review.id)}/${encodeURIComponent(job.id)}`;
  const done = [job.service, job.technician].filter((each) => each !== null).join(", ");
  return (
    <Section title={doubtInWords(words, doubt)}>
      <ReviewText review={review} words={words} />
      <Facts
        rows={[
          [
            words.say("verification.job"),
            <>
              <bdi>{job.customerName}</bdi>, {words.date(job.finished)}
              {done !== "" && (
                <>
                  , <bdi>{done}</bdi>
                </>
              )}
            </>,
          ],
        ]}
      />
      {person.role === "owner" && (
        <div class="row-acts">
          <Form action={path} submit={words.say("verification.confirm")} state={state} />
          <Form action={`${path}/other`} submit={words.say("verification.ruleOut")} state={state} />
        </div>
      )}
    </Section>
  );
}

function doubtInWords(words: ConsoleWords, doubt: Doubt): string {
  switch (doubt.kind) {
    case "too_early":
    case "too_late":
      return words.say(`verification.doubt.${doubt.kind}`, { count: doubt.days });
    case "several_customers":
      return words.say("verification.doubt.several_customers", { count: doubt.count });
    case "other_technician":
    case "other_service":
      return words.say("verification.doubt.other", { names: words.list(doubt.names) });
    default:
      return words.say(`verification.doubt.${doubt.kind}`);
  }
}
