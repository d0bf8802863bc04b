/** @jsxImportSource preact */

import type { ConsoleWords } from "../../languages/mod.ts";
import { endSubscription } from "../../owner/hub_remove.ts";
import type { SubscriptionRecord } from "../../store/mod.ts";
import { BackLink, Badge, ButtonLink, Empty, Facts, Moment, Section, Table } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";

export const subscribersModule: ConsoleModule = {
  pages: [
    { path: "/subscribers", show: listPage },
    { path: "/subscribers/:id", show: subscriberPage },
  ],
  acts: [formRow(endSubscription, { page: subscriberPage, to: "/subscribers" })],
};

async function listPage({ store, words }: ConsoleContext): Promise<ConsolePage> {
  const records = await store.subscribers.list();
  const body =
    records.length === 0 ? (
      <Empty title={words.say("subscribers.none")} advice={words.say("subscribers.noneAdvice")}>
        <ButtonLink href="/share" quiet>
          {words.say("frame.nav.share")}
        </ButtonLink>
      </Empty>
    ) : (
      <>
        <p>{words.say("subscribers.lead", { count: records.length })}</p>
        <Table
          caption={words.say("frame.nav.subscribers")}
          columns={[words.say("subscribers.who"), words.say("subscribers.feed"), words.say("subscribers.last")]}
          rows={records.map((record) => [
            <a href={`/subscribers/${record.id}`}>{hostOf(record.callback)}</a>,
            pathOf(record.topic),
            <State record={record} words={words} />,
          ])}
        />
      </>
    );
  return { title: words.say("frame.nav.subscribers"), section: "subscribers", body };
}

function State({ record: { failures, attemptedAt }, words }: { record: SubscriptionRecord; words: ConsoleWords }) {
  if (failures > 0) return <Badge tone="bad">{words.say("subscribers.failing", { count: failures })}</Badge>;
  if (attemptedAt === 0) return <Badge>{words.say("subscribers.waiting")}</Badge>;
  return <Badge tone="good">{words.say("subscribers.delivered")}</Badge>;
}

async function subscriberPage(context: ConsoleContext): Promise<ConsolePage | null> {
  const { store, words, person, parameters } = context;
  const record = (await store.subscribers.list()).find(({ id }) => String(id) === parameters.id);
  if (record === undefined) return null;
  const { callback, topic, createdAt, leaseUntil, attemptedAt, lastOutcome, hasSecret } = record;
  const body = (
    <>
      <BackLink href="/subscribers">{words.say("frame.nav.subscribers")}</BackLink>
      <Facts
        rows={[
          [words.say("subscribers.last"), <State record={record} words={words} />],
          [words.say("subscribers.attempted"), attemptedAt === 0 ? "–" : <Moment at={attemptedAt} words={words} />],
          [words.say("subscribers.outcome"), lastOutcome ?? "–"],
          [words.say("profile.group.address"), <bdi>{callback}</bdi>],
          [words.say("subscribers.feed"), <bdi>{topic}</bdi>],
          [words.say("subscribers.signed"), words.say(hasSecret ? "subscribers.yes" : "subscribers.no")],
          [words.shared.say("about.since"), <Moment at={createdAt} words={words} />],
          [words.say("subscribers.until"), <Moment at={leaseUntil} words={words} />],
        ]}
      />
      {person.role === "owner" && (
        <Section title={words.say("subscribers.end")} lead={words.say("subscribers.endLead")}>
          <ActForm context={context} act={endSubscription} of={record} submit={words.say("subscribers.end")} danger />
        </Section>
      )}
    </>
  );
  return { title: hostOf(callback), section: "subscribers", body };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}
