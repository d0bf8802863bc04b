/** @jsxImportSource preact */
import type { NoticeChannel } from "../../notices/mod.ts";
import { listNotices, testNotices } from "../../owner/notices.ts";
import { Badge, Facts, Moment, Notice, NotSet, Section, Table } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";

export const noticesModule: ConsoleModule = {
  pages: [{ path: "/notices", show: (context) => noticesPage(context) }],
  acts: [formRow(testNotices, { page: noticesPage, show: (context, { data }) => noticesPage(context, data) })],
};

type Tested = readonly { readonly channel: NoticeChannel; readonly delivered: boolean; readonly outcome: string }[];

async function noticesPage(context: ConsoleContext, tested: Tested = []): Promise<ConsolePage> {
  const { words, services, person } = context;
  const { mail, webhook } = services.config.notices;
  const isOff = mail === null && webhook === null;
  const body = (
    <>
      {tested.map(({ channel, delivered, outcome }) => (
        <Notice tone={delivered ? "good" : "bad"}>
          {words.say(delivered ? "notices.tested" : "notices.notTested", {
            way: words.say(`notices.by.${channel}`),
            outcome,
          })}
        </Notice>
      ))}
      {isOff ? (
        <NotSet title={words.say("notices.off")} href="/settings/notices" words={words} />
      ) : (
        <>
          <p>{words.say("notices.lead")}</p>
          <Facts
            rows={[
              [words.say("notices.by.mail"), mail ?? words.say("notices.notSet")],
              // The rest of the URL may contain a key.
              [words.say("notices.by.webhook"), webhook ? new URL(webhook.url).host : words.say("notices.notSet")],
            ]}
          />
        </>
      )}
      {!isOff && person.role === "owner" && (
        <ActForm context={context} act={testNotices} submit={words.say("notices.test")} />
      )}
      <Section title={words.say("notices.last")}>
        <Table
          caption={words.say("notices.last")}
          columns={[
            words.say("import.when"),
            words.say("import.what"),
            words.say("notices.way"),
            words.say("reviews.status"),
          ]}
          rows={(await listNotices(context.store)).map(({ at, notice, channel, state, outcome }) => [
            <Moment at={at} words={words} />,
            words.say(`notices.type.${notice.type}`),
            words.say(`notices.by.${channel}`),
            <>
              <Badge tone={TONES[state]}>{words.say(`notices.state.${state}`)}</Badge>
              {state !== "delivered" && outcome !== null && ` ${outcome}`}
            </>,
          ])}
          empty={<p>{words.say("notices.none")}</p>}
        />
      </Section>
    </>
  );
  return { title: words.say("frame.nav.notices"), section: "notices", body };
}

const TONES = { delivered: "good", waiting: "plain", given_up: "bad" } as const;
