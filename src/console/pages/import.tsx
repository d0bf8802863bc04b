/** @jsxImportSource preact */
/**
 * Reviews come in here: files are chosen, earlier imports are undone.
 *
 * @module
 */

import type { ConsoleWords } from "../../languages/mod.ts";
import { importsOf, undoImport } from "../../owner/undo_import.ts";
import { ButtonLink, Confirm, Empty, FileField, Form, Moment, Notice, Section, Table } from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import { listUploads, pathOfUpload, UPLOAD_PATHS, type UploadKind } from "../uploads.ts";
import { uploadRows } from "./upload.tsx";

const uploads = uploadRows("reviews", (context, error) => importPage(context, { error }));

export const importModule: ConsoleModule = {
  pages: [{ path: "/import", show: (context) => importPage(context) }, ...uploads.pages],
  acts: [...uploads.acts, { path: undoPath(":revision"), act: "undo_import", run: undo }],
};

/** Imports that are listed. */
const MOST_IMPORTS = 10;

async function undo(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { store, parameters, words } = context;
  const revision = /^\d{1,9}$/.test(parameters.revision ?? "") ? Number(parameters.revision) : -1;
  const outcome = await undoImport(store, { revision, leaveOvertaken: form.text("leave") === "yes" });
  switch (outcome.kind) {
    case "undone":
      return { kind: "done", to: "/import", notice: "done.undone" };
    case "unknown":
    case "no_import":
      return { kind: "missing" };
    case "overtaken": {
      const overtaken = { revision, count: outcome.ids.length };
      return { kind: "again", status: 409, page: await importPage(context, { overtaken }) };
    }
    case "undone_before":
    case "nothing_left":
      return { kind: "again", status: 409, page: await importPage(context, { fault: words.say("import.cannotUndo") }) };
  }
}

interface Said {
  /** What is wrong with the files. */
  readonly error?: string;
  readonly fault?: string;
  /** An import of which reviews were changed since. */
  readonly overtaken?: { readonly revision: number; readonly count: number };
}

async function importPage(context: ConsoleContext, { error, fault, overtaken }: Said = {}): Promise<ConsolePage> {
  const { words, store, person } = context;
  const imports = await importsOf(store, MOST_IMPORTS);
  const mayChange = person.role === "owner";
  const columns = [words.say("import.when"), words.say("import.what"), words.say("import.by")];
  const rows = imports.map(({ revision, at, by, added, changed, isUndone }) => [
    <Moment {...{ at, words }} />,
    <>
      {words.say("import.counts", { new: added, changed })} {isUndone && words.say("import.undone")}
    </>,
    by ?? "",
    ...(mayChange
      ? [
          !isUndone && (
            <Confirm action={undoPath(revision)} submit={words.say("import.undoNow")}>
              <p>{words.say("import.undoMeans")}</p>
            </Confirm>
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
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        {overtaken && (
          <Notice tone="waiting">
            <p>{words.say("import.overtaken", { count: overtaken.count })}</p>
            <Form action={undoPath(overtaken.revision)} submit={words.say("import.undoRest")} danger>
              <input type="hidden" name="leave" value="yes" />
            </Form>
          </Notice>
        )}
        {mayChange && <Choose kind="reviews" words={words} error={error} lead={words.say("import.lead")} />}
        {mayChange && <UploadsWaiting {...{ context, kind: "reviews" }} />}
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

function undoPath(revision: number | string): string {
  return `/import/revisions/${revision}/undo`;
}

interface ChooseProps {
  readonly kind: UploadKind;
  readonly words: ConsoleWords;
  readonly error: string | undefined;
  readonly lead: string;
}

/** Where files are chosen, or dropped. */
export function Choose({ kind, words, error, lead }: ChooseProps) {
  return (
    <>
      <p>{lead}</p>
      <Form action={UPLOAD_PATHS[kind]} files submit={words.say("import.send")}>
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

/** Files that wait for somebody's decision. */
export function UploadsWaiting({ context, kind }: { readonly context: ConsoleContext; readonly kind: UploadKind }) {
  const { words, means, now } = context;
  const waiting = listUploads(means.uploads, now).filter((each) => each.kind === kind && each.state.kind !== "done");
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
          </li>
        ))}
      </ul>
    </Section>
  );
}
