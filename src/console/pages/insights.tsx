/** @jsxImportSource preact */

import { reviewPath } from "../../http/paths.ts";
import { messageIfAny } from "../../languages/mod.ts";
import {
  auditExpressions,
  explainJudgements,
  mutedPhrases,
  overrides,
  suggestTechnicians,
} from "../../owner/insights.ts";
import { BackLink, ButtonLink, Empty, Section, Table } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";

export const insightsModule: ConsoleModule = {
  pages: [
    { path: "/insights", show: insightsPage },
    { path: "/insights/check", show: checkPage },
    { path: "/insights/:id", show: reviewPage },
  ],
  acts: [formRow(overrides, { page: insightsPage, to: "/insights" })],
};

async function insightsPage(context: ConsoleContext): Promise<ConsolePage> {
  const { store, words, person } = context;
  const muted = await mutedPhrases(store);
  const isOwner = person.role === "owner";
  const body = (
    <>
      <p>{words.say("insights.lead")}</p>
      <Section title={words.say("insights.check")} lead={words.say("insights.checkLead")}>
        <ButtonLink href="/insights/check" quiet>
          {words.say("insights.checkNow")}
        </ButtonLink>
      </Section>
      <Section title={words.say("insights.muted")}>
        <Table
          caption={words.say("insights.muted")}
          columns={[words.say("insights.phrase"), words.say("jobs.do")]}
          rows={muted.map((phrase) => [
            phrase,
            isOwner ? (
              <ActForm
                context={context}
                act={overrides}
                fixed={{ phrases: phrase, unmute: "yes" }}
                submit={words.say("insights.unmute")}
              />
            ) : (
              "–"
            ),
          ])}
          empty={<Empty title={words.say("insights.mutedNone")} advice={words.say("insights.mutedLead")} />}
        />
        {isOwner && (
          <ActForm context={context} act={overrides} fixed={{ mute: "yes" }} submit={words.say("insights.mute")} />
        )}
      </Section>
    </>
  );
  return { title: words.say("frame.nav.insights"), section: "insights", body };
}

/** Analyses all reviews again, which may take seconds, so only on request. */
async function checkPage(context: ConsoleContext): Promise<ConsolePage> {
  const { store, words, person } = context;
  const found = await auditExpressions(store);
  const names = await suggestTechnicians(store);
  const body = (
    <>
      <BackLink href="/insights">{words.say("frame.nav.insights")}</BackLink>
      <Section title={words.say("insights.contradicted")}>
        <Table
          caption={words.say("insights.contradicted")}
          columns={[
            words.say("insights.phrase"),
            words.shared.say("aspects.aspect"),
            words.say("reviews.rating"),
            words.say("insights.examples"),
            words.say("jobs.do"),
          ]}
          rows={found.map(({ phrase, aspect, side, against, borne_out, review_ids }) => [
            phrase,
            words.labelled(words.shared.say(`aspect.${aspect}`), words.say(`insights.side.${side}`)),
            words.say("insights.figure", { against, borne: borne_out }),
            review_ids.slice(0, 3).map((id) => <ReviewLink id={id} />),
            person.role === "owner" ? (
              <ActForm
                context={context}
                act={overrides}
                fixed={{ phrases: phrase, mute: "yes" }}
                submit={words.say("insights.mute")}
              />
            ) : (
              "–"
            ),
          ])}
          empty={
            <Empty title={words.say("insights.contradictedNone")} advice={words.say("insights.contradictedNoneLead")} />
          }
        />
      </Section>
      {names.length > 0 && (
        <Section title={words.say("insights.names")} lead={words.say("insights.namesLead")}>
          <Table
            caption={words.say("insights.names")}
            columns={[words.say("profile.name"), words.shared.say("frame.reviews"), words.say("insights.examples")]}
            rows={names.map(({ name, review_count, review_ids }) => [
              name,
              words.number(review_count),
              review_ids.slice(0, 3).map((id) => <ReviewLink id={id} />),
            ])}
          />
          <ButtonLink href="/profile" quiet>
            {words.say("frame.nav.profile")}
          </ButtonLink>
        </Section>
      )}
    </>
  );
  return { title: words.say("insights.check"), section: "insights", body };
}

function ReviewLink({ id }: { readonly id: string }) {
  return (
    <>
      <a href={`/insights/${encodeURIComponent(id)}`}>{id}</a>{" "}
    </>
  );
}

async function reviewPage({ store, words, parameters }: ConsoleContext): Promise<ConsolePage | null> {
  const id = parameters.id ?? "";
  const explained = await explainJudgements(store, id);
  if (explained === null) return null;
  const { votes, opinions, entities } = explained;
  const body = (
    <>
      <BackLink href={reviewPath(id)}>{words.say("insights.toReview")}</BackLink>
      <Section title={words.say("insights.votes")}>
        <Table
          caption={words.say("insights.votes")}
          columns={[words.shared.say("aspects.aspect"), words.say("insights.judgement"), words.say("reviews.text")]}
          rows={votes.map(({ aspect, sentiment, quote }) => [
            words.shared.say(`aspect.${aspect}`),
            messageIfAny(words, `insights.vote.${sentiment}`) ?? words.say("insights.vote.unclear"),
            <q>{quote}</q>,
          ])}
          empty={<Empty title={words.say("insights.votesNone")} advice={words.say("insights.votesNoneLead")} />}
        />
      </Section>
      {opinions.length > 0 && (
        <Section title={words.say("insights.words")}>
          <p>{opinions.map(({ words: opinion, valence }) => `${opinion} (${words.rating(valence)})`).join(" · ")}</p>
        </Section>
      )}
      {entities.length > 0 && (
        <Section title={words.say("insights.mentions")}>
          <p>{entities.map(({ words: mention, id: entity }) => `${mention} → ${entity}`).join(" · ")}</p>
        </Section>
      )}
    </>
  );
  return { title: words.say("insights.why", { id }), section: "insights", body };
}
