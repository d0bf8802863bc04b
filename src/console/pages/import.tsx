/** @jsxImportSource preact */

import type { ConsoleWords } from "../../languages/mod.ts";
import { importsOf, undo } from "../../owner/undo.ts";
import { ButtonLink, Empty, FileField, Form, Moment, Section, Table } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { listUploads, pathOfUpload, UPLOAD_PATHS, type UploadKind } from "../uploads.ts";
import { DiscardForm, uploadRows } from "./upload.tsx";

const uploads = uploadRows("reviews", (context, error) => importPage(context, error));

export const importModule: ConsoleModule = {
  pages: [{ path: "/import", show: (context) => importPage(context) }, ...uploads.pages],
  acts: [...uploads.acts, formRow(undo, { page: importPage, to: "/import" })],
};

const MAX_IMPORTS = 10;

async function importPage(context: ConsoleContext, error?: string): Promise<ConsolePage> {
  const { words, store, person, refused } = context;
  const isOvertaken = refused?.refusal.code === "import.overtaken";
  const imports = await importsOf(store, MAX_IMPORTS);
  const mayChange = person.role === "owner";
  const columns = [words.say("import.when"), words.say("import.what"), words.say("import.by")];
  const rows = imports.map(({ revision, at, by, added, changed, gone, isUndone }) => [
    <Moment at={at} words={words} />,
    <>
      {words.say("import.counts", { new: added, changed })}
      {gone > 0 && `. ${words.say("import.kind.gone")}: ${gone}`} {isUndone && words.say("import.undone")}
    </>,
    by ?? "",
    ...(mayChange
      ? [
          !isUndone && (
            <ActForm context={context} act={undo} of={{ revision }} submit={words.say("import.undoNow")} confirm>
              <p>{words.say("import.undoMeans")}</p>
            </ActForm>
          ),
        ]
      : []),
  ]);
  return {
    title: words.say("import.title"),
    section: "import",
    script: "import",
    body: (
      <>
        {isOvertaken && (
          <ActForm
            context={context}
            act={undo}
            of={{ revision: Number(refused.id) }}
            fixed={{ force: "yes" }}
            submit={words.say("import.undoRest")}
            danger
          />
        )}
        {mayChange && <Choose kind="reviews" words={words} error={error} lead={words.say("import.lead")} />}
        {mayChange && <UploadsWaiting context={context} kind="reviews" />}
        {mayChange && (
          <p>
            <a href="/jobs#create-name">{words.say("import.programs")}</a>
          </p>
        )}
        <Section title={words.say("import.past")}>
          <Table
            caption={words.say("import.past")}
            columns={mayChange ? [...columns, words.say("jobs.do")] : columns}
            rows={rows}
            empty={<Empty title={words.say("import.pastNone")} advice={words.say("import.pastNoneHint")} />}
          />
        </Section>
      </>
    ),
  };
}

interface ChooseProps {
  readonly kind: UploadKind;
  readonly words: ConsoleWords;
  readonly error: string | undefined;
  readonly lead: string;
}

export function Choose({ kind, words, error, lead }: ChooseProps) {
  return (
    <>
      <p>{lead}</p>
      <Form action={UPLOAD_PATHS[kind]} files submit={words.say("profile.look")}>
        <FileField
          name="files"
          multiple
          required
          label={words.say("import.files")}
          hint={kind === "jobs" ? undefined : words.say("import.filesHint")}
          error={error}
          accept=".csv,.tsv,.xlsx,.json,.ndjson,.jsonl,.zip,.html,.htm,.txt"
        />
        <input type="hidden" name="time_zone" value="" />
      </Form>
    </>
  );
}

export function UploadsWaiting({ context, kind }: { readonly context: ConsoleContext; readonly kind: UploadKind }) {
  const { words, services, now } = context;
  const waiting = listUploads(services.uploads, now).filter((each) => each.kind === kind && each.state.kind !== "done");
  if (waiting.length === 0) return null;
  return (
    <Section title={words.say("import.waiting")}>
      <ul class="list">
        {waiting.map((upload) => (
          <li>
            <ButtonLink quiet href={pathOfUpload(upload)}>
              {words.list(upload.files.map(({ name }) => name))}
            </ButtonLink>
            <span>
              {words.say(`import.${upload.state.kind}`)} · {upload.by}
            </span>
            {upload.state.kind !== "working" && <DiscardForm upload={upload} words={words} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
