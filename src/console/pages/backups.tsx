/** @jsxImportSource preact */
import { type BackupPlan, listBackups, readBackupHistory } from "../../owner/back_up.ts";
import { makeBackup } from "../../owner/backup.ts";
import { ButtonLink, CodeBlock, Empty, Moment, Notice, NotSet, Section, Table } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleFile, ConsoleModule, ConsolePage } from "../page.ts";

const MAKE = "/backups/make";

export const backupsModule: ConsoleModule = {
  pages: [
    { path: "/backups", show: backupsPage },
    // They hold customers' names and everybody's digests of passwords.
    { path: "/backups/:name", ownersOnly: true, noted: "backup download", show: download },
  ],
  acts: [formRow(makeBackup, { path: MAKE, page: backupsPage, to: "/backups" })],
};

export function BackupForm({ context }: { readonly context: ConsoleContext }) {
  return <ActForm context={context} act={makeBackup} path={MAKE} submit={context.words.say("backups.make")} />;
}

async function backupsPage(context: ConsoleContext): Promise<ConsolePage> {
  const { words, services, person } = context;
  const plan = services.config.backups;
  const body = (
    <>
      {plan === null ? offPart(context) : await keptIn(plan, context)}
      {plan !== null && person.role === "owner" && <BackupForm context={context} />}
      <Section title={words.say("backups.recover")} lead={words.say("backups.recoverLead")}>
        <CodeBlock>goodword recover --rehearse FILE</CodeBlock>
      </Section>
    </>
  );
  return { title: words.say("frame.nav.backups"), section: "backups", body };
}

/** With many businesses, the operator of the server chooses the folder of the backups. */
function offPart({ words, services }: ConsoleContext) {
  const title = words.say("backups.off");
  if (services.scope === null) return <NotSet title={title} href="/settings/backups" words={words} />;
  return <Empty title={title} advice={words.say("backups.offAdvice")} />;
}

async function keptIn(plan: BackupPlan, { store, words, person }: ConsoleContext) {
  const history = await readBackupHistory(store);
  const { failures = 0, reason } = history ?? {};
  const backups = listBackups(plan.folder);
  return (
    <>
      {failures > 0 && (
        <Notice tone="bad">{words.say("backups.failing", { count: failures, reason: reason ?? "" })}</Notice>
      )}
      <p>{words.say("backups.lead", { count: plan.keep, folder: plan.folder })}</p>
      <Table
        caption={words.say("frame.nav.backups")}
        columns={[words.say("backups.made"), words.say("backups.size"), words.say("backups.save")]}
        rows={backups.map(({ name, bytes, at }) => [
          <Moment at={at} words={words} />,
          `${words.number(Math.ceil(bytes / 1024))} KB`,
          person.role === "owner" ? (
            <ButtonLink href={`/backups/${name}`} quiet>
              {words.say("backups.download")}
            </ButtonLink>
          ) : (
            "–"
          ),
        ])}
        empty={<Empty title={words.say("backups.none")} advice={words.say("backups.noneAdvice")} />}
      />
    </>
  );
}

async function download({ parameters, services }: ConsoleContext): Promise<ConsoleFile | null> {
  const folder = services.config.backups?.folder;
  const found = folder === undefined ? undefined : listBackups(folder).find(({ name }) => name === parameters.name);
  if (found === undefined) return null;
  return { mediaType: "application/vnd.sqlite3", body: { path: found.path }, name: found.name };
}
