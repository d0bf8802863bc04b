/** @jsxImportSource preact */
import { confirm, ruleOut } from "../../owner/near_miss.ts";
import { type KeptNearMiss, matchKeptJobs } from "../../owner/verify_by_jobs.ts";
import type { VerificationMethod } from "../../review/mod.ts";
import { readStatistics } from "../../store/mod.ts";
import { ButtonLink, Empty, Facts, Form, Section, Table } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import { describeDoubt } from "../near_miss_reasons.ts";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { ReviewText } from "./review_views.tsx";

export const verificationModule: ConsoleModule = {
  pages: [{ path: "/verification", show: verificationPage }],
  acts: [
    {
      path: "/verification/check",
      act: "verify_by_jobs",
      run: async ({ store, services, now, business }) => {
        if (business === null) return { kind: "missing" };
        await matchKeptJobs(store, { now, randomBytes: services.randomBytes, isDry: false });
        return { kind: "done", to: "/verification", notice: "done.matched" };
      },
    },
    formRow(confirm, { page: verificationPage, to: "/verification" }),
    formRow(ruleOut, { page: verificationPage, to: "/verification" }),
  ],
};

/** Near misses that are shown at once; the next come up when these are settled. */
const SHOWN = 20;

async function verificationPage(context: ConsoleContext): Promise<ConsolePage> {
  const { store, words, now, business, person } = context;
  const title = words.say("frame.nav.verification");
  if (business === null) {
    const body = (
      <Empty title={words.say("reviews.none")}>
        <ButtonLink href="/import">{words.say("import.title")}</ButtonLink>
      </Empty>
    );
    return { title, section: "verification", body };
  }
  const { nearMisses, waiting } = await matchKeptJobs(store, { now, isDry: true });
  const { rating } = await readStatistics(store);
  const body = (
    <>
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

function missPart(miss: KeptNearMiss, context: ConsoleContext) {
  const { review, job, doubt } = miss;
  const { words, person } = context;
  const done = [job.service, job.technician].filter((each) => each !== null).join(", ");
  return (
    <Section title={describeDoubt(words, doubt)}>
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
          <ActForm context={context} act={confirm} of={miss} submit={words.say("verification.confirm")} />
          <ActForm context={context} act={ruleOut} of={miss} submit={words.say("verification.ruleOut")} />
        </div>
      )}
    </Section>
  );
}
