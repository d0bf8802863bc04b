/** @jsxImportSource preact */
import { GoodwordError } from "../../errors.ts";
import { admitTestMail } from "../../owner/admit_test_mail.ts";
import { listNotices, sendTestNotice } from "../../owner/notices.ts";
import { Badge, Facts, Form, Moment, Notice, NotSet, Section, Table } from "../components.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";

export const noticesModule: ConsoleModule = {
  pages: [{ path: "/notices", show: (context) => noticesPage(context) }],
  acts: [
    {
      path: "/notices/test",
      act: "notices",
      run: async (context) => {
        const { store, means, now, person, words } = context;
        if (!(await admitTestMail(store, { by: person.name, perDay: means.config.invitations.mailPerDay }))) {
          const fault = words.say("invitations.testsFull");
          return { kind: "again", status: 422, page: await noticesPage(context, { fault }) };
        }
        try {
          const tested = await sendTestNotice(store, means.config, { access: means, now });
          return { kind: "page", page: await noticesPage(context, { tested }) };
        } catch (error) {
          // A missing setting.
          if (!(error instanceof GoodwordError)) throw error;
          return { kind: "again", status: 422, page: await noticesPage(context, { fault: error.message }) };
        }
      },
    },
  ],
};

interface Tried {
  readonly tested?: Awaited<ReturnType<typeof sendTestNotice>>;
  readonly fault?: string;
}

async function noticesPage(context: ConsoleContext, { tested = [], fault }: Tried = {}): Promise<ConsolePage> {
  const { words, means, person } = context;
  const { mail, webhook } = means.config.notices;
  const isOff = mail === null && webhook === null;
  const body = (
    <>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {tested.map(({ channel, isDelivered, outcome }) => (
        <Notice tone={isDelivered ? "good" : "bad"}>
          {words.say(isDelivered ? "notices.tested" : "notices.notTested", {
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
      {!isOff && person.role === "owner" && <Form action="/notices/test" submit={words.say("notices.test")} />}
      <Section title={words.say("notices.last")}>
        <Table
          caption={words.say("notices.last")}
          columns={[
            ...[words.say("import.when"), words.say("import.what")],
            ...[words.say("notices.way"), words.say("reviews.status")],
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
