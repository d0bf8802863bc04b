/** @jsxImportSource preact */

import type { ComponentChildren } from "preact";
import type { ConsoleWords } from "../../languages/mod.ts";
import { withChosenColumns } from "../../owner/choose_columns.ts";
import { answerBefore, answerIn, withAnswer } from "../../owner/import_preview.ts";
import { isBusinessKnown } from "../../owner/import_reviews.ts";
import { isTimeZone, MAX_BUSINESS_NAME_LENGTH } from "../../review/mod.ts";
import { ButtonLink, Form, Notice, StateField } from "../components.tsx";
import type { ActAnswer, ActRow, ConsoleContext, ConsolePage, PageRow, SentForm } from "../page.ts";
import {
  advanceUpload,
  discardUpload,
  folderOf,
  hasPlace,
  pathOfUpload,
  readProgress,
  readRefused,
  readUpload,
  receiveUpload,
  UPLOAD_PATHS,
  type Upload,
  type UploadChange,
  type UploadKind,
  type UploadState,
} from "../uploads.ts";
import { rolesFor, soleTable } from "./column_choice.tsx";
import {
  type GivenDecision,
  ImportCounts,
  JobFigures,
  jobsPreviewed,
  Notes,
  reviewsPreviewed,
} from "./preview_views.tsx";
import { questionField } from "./upload_questions.tsx";

const ACTS: Readonly<Record<UploadKind, string>> = { reviews: "import_reviews", jobs: "add_jobs" };
const MAX_BYTES = 512 << 20;

/** The rows of a kind; `page` is where its files are chosen, with what was wrong. */
export function uploadRows(kind: UploadKind, choose: Choose) {
  const path = UPLOAD_PATHS[kind];
  const act = ACTS[kind];
  const pages: PageRow[] = [
    { path: `${path}/:id`, ownersOnly: true, show: async (context) => uploadPage(context, readOf(context)) },
  ];
  const acts: ActRow[] = [
    { path, act, maxBytes: MAX_BYTES, run: (context, form) => receive(context, form, { kind, choose }) },
    { path: `${path}/:id/answers`, act: "import_preview", run: whileIt(["asked"], answer) },
    { path: `${path}/:id/columns`, act: "import_preview", run: whileIt(["looked"], chooseColumns) },
    { path: `${path}/:id/full`, act: "import_preview", run: whileIt(["looked"], callFull) },
    { path: `${path}/:id/restart`, act: "import_preview", run: whileIt(["asked", "looked", "refused"], restart) },
    { path: `${path}/:id/go`, act, run: whileIt(["looked"], carryOut) },
    { path: `${path}/:id/discard`, act, run: discard },
    { path: `${path}/:id/refused`, act: "refused_records", run: saveRefused },
  ];
  return { pages, acts };
}

type Choose = (context: ConsoleContext, error: string) => Promise<ConsolePage>;

function readOf({ services, parameters }: ConsoleContext): Upload | null {
  return readUpload(services.uploads, parameters.id ?? "");
}

async function receive(
  context: ConsoleContext,
  form: SentForm,
  { kind, choose }: { readonly kind: UploadKind; readonly choose: Choose },
): Promise<ActAnswer> {
  const { store, services, words, now, person } = context;
  const again = async (error: string): Promise<ActAnswer> => {
    return { kind: "again", status: 422, page: await choose(context, error) };
  };
  const files = form.files("files");
  if (files.length === 0) return again(words.say("import.none"));
  if (!hasPlace(services.uploads, now)) return again(words.say("import.full"));
  const id = Buffer.from(services.randomBytes(16)).toString("hex");
  const zone = form.text("time_zone");
  const business = (await isBusinessKnown(store))
    ? undefined
    : { language: words.language, ...(isTimeZone(zone) && { time_zone: zone }) };
  receiveUpload(services.uploads, { id, kind, by: person.name, at: now, business }, files);
  services.begin(folderOf(services.uploads, id));
  return { kind: "done", to: pathOfUpload({ kind, id }) };
}

type Step = (context: ConsoleContext, upload: Upload, form: SentForm) => Promise<ActAnswer>;

/** A step that is taken only from where the person was when the form was shown. */
function whileIt(states: readonly Upload["state"]["kind"][], step: Step): ActRow["run"] {
  return async (context, form) => {
    const upload = readOf(context);
    if (upload === null) return { kind: "again", status: 409, page: await uploadPage(context, null) };
    if (states.includes(upload.state.kind) && form.text("state") === String(upload.turn))
      return step(context, upload, form);
    return { kind: "again", status: 409, page: await uploadPage(context, upload, { isOvertaken: true }) };
  };
}

async function answer(context: ConsoleContext, upload: Upload, form: SentForm): Promise<ActAnswer> {
  if (upload.state.kind !== "asked") return { kind: "missing" };
  let { answers } = upload;
  const unanswered = new Set<number>();
  for (const [index, question] of upload.state.questions.entries()) {
    const column = form.text(`answer-${index}-column`);
    const answer = answerIn(question, form.text(`answer-${index}`));
    if (question.columns?.includes(column)) answers = withAnswer(answers, { ...question, option: "column" }, column);
    else if (answer === null) unanswered.add(index);
    else answers = withAnswer(answers, question, answer);
  }
  if (unanswered.size > 0) {
    const typed = upload.state.questions.map((_, index) => form.text(`answer-${index}`));
    return { kind: "again", status: 422, page: await uploadPage(context, upload, { typed, unanswered }) };
  }
  return goOn(context, upload, { answers, state: { kind: "looking" } });
}

async function chooseColumns(context: ConsoleContext, upload: Upload, form: SentForm): Promise<ActAnswer> {
  const { state } = upload;
  const table = state.kind === "looked" ? soleTable(state.look) : null;
  if (table === null) return { kind: "missing" };
  const chosenColumns = table.columns.map((verdict, index) => {
    const role = form.text(`column-${index}`);
    return rolesFor(upload.kind, verdict).some((each) => each === role) ? role : (verdict.became ?? "");
  });
  const answers = withChosenColumns(upload.answers, table.columns, chosenColumns);
  if (answers === null) {
    return { kind: "again", status: 422, page: await uploadPage(context, upload, { chosenColumns }) };
  }
  return goOn(context, upload, { answers, state: { kind: "looking" } });
}

async function callFull(context: ConsoleContext, upload: Upload, form: SentForm): Promise<ActAnswer> {
  const answers = { ...upload.answers, isFull: form.text("full") === "yes" };
  return goOn(context, upload, { answers, state: { kind: "looking" } });
}

async function restart(context: ConsoleContext, upload: Upload): Promise<ActAnswer> {
  return goOn(context, upload, { answers: {}, former: upload.answers, state: { kind: "looking" } });
}

async function carryOut(context: ConsoleContext, upload: Upload, form: SentForm): Promise<ActAnswer> {
  const { state } = upload;
  if (state.kind !== "looked") return { kind: "missing" };
  const look = state.look.kind === "reviews" ? state.look : null;
  const name = form.text("name").trim();
  const decision = { vouches: form.text("vouches") === "yes", skipsInvalid: form.text("skips") === "yes" };
  const nameFault = look?.name == null ? undefined : whatIsWrongWithName(name, context.words);
  const isUnread = look !== null && look.counts.refused > 0 && !decision.skipsInvalid;
  if (nameFault !== undefined || isUnread) {
    const given = { ...decision, name, nameFault, isUnread };
    return { kind: "again", status: 422, page: await uploadPage(context, upload, { given }) };
  }
  return goOn(context, upload, {
    decision,
    business: look?.name == null ? upload.business : { ...upload.business, name },
    state: { kind: "working", revision: look?.revision ?? null },
  });
}

function whatIsWrongWithName(name: string, words: ConsoleWords): string | undefined {
  if (name === "") return words.say("import.nameMissing");
  const most = MAX_BUSINESS_NAME_LENGTH;
  return name.length > most ? words.say("profile.wrong.text", { most }) : undefined;
}

/** Continues an upload: if two people do so at once, one succeeds. */
async function goOn(context: ConsoleContext, upload: Upload, change: UploadChange): Promise<ActAnswer> {
  const { uploads, begin } = context.services;
  const next = advanceUpload(uploads, upload, change);
  if (next === null) {
    return { kind: "again", status: 409, page: await uploadPage(context, readOf(context), { isOvertaken: true }) };
  }
  begin(folderOf(uploads, upload.id));
  return { kind: "done", to: pathOfUpload(upload) };
}

async function discard(context: ConsoleContext): Promise<ActAnswer> {
  const upload = readOf(context);
  if (upload === null) return { kind: "missing" };
  if (upload.state.kind === "working") {
    return { kind: "again", status: 409, page: await uploadPage(context, upload, { isOvertaken: true }) };
  }
  discardUpload(context.services.uploads, upload.id);
  return { kind: "done", to: upload.kind === "jobs" ? "/jobs" : "/import", notice: "done.discarded" };
}

async function saveRefused(context: ConsoleContext): Promise<ActAnswer> {
  const body = readRefused(context.services.uploads, context.parameters.id ?? "");
  if (body === null || readOf(context) === null) return { kind: "missing" };
  const name = /^\s*[{[]/.test(body) ? "refused.json" : "refused.csv";
  return { kind: "file", file: { name, mediaType: "text/plain; charset=utf-8", body } };
}

interface Shown {
  readonly isOvertaken?: boolean;
  readonly typed?: readonly string[];
  readonly unanswered?: ReadonlySet<number>;
  readonly given?: GivenDecision;
  /** Chosen columns, two of which have the same meaning. */
  readonly chosenColumns?: readonly string[];
}

async function uploadPage(context: ConsoleContext, upload: Upload | null, shown: Shown = {}): Promise<ConsolePage> {
  const { words } = context;
  if (upload === null) {
    const body = (
      <>
        <p>{words.say("import.goneHint")}</p>
        <ButtonLink href="/import">{words.say("import.again")}</ButtonLink>
      </>
    );
    return { title: words.say("import.gone"), section: "import", body };
  }
  const isWaiting = upload.state.kind === "looking" || upload.state.kind === "working";
  return {
    title: titleOf(upload, words),
    section: upload.kind === "jobs" ? "jobs" : "import",
    body: (
      <>
        {shown.isOvertaken && <Notice tone="waiting">{words.say("import.quicker")}</Notice>}
        <p class="quiet">{words.list(upload.files.map(({ name }) => name))}</p>
        {statePart(context, upload, shown)}
      </>
    ),
    ...(isWaiting && { refreshSeconds: 2, script: "import" as const }),
  };
}

function titleOf({ kind, state }: Upload, words: ConsoleWords): string {
  if (state.kind === "done" && kind === "jobs") return words.say("jobs.done");
  return words.say(`import.${state.kind}`);
}

type StateParts = {
  readonly [Kind in UploadState["kind"]]: (
    context: ConsoleContext,
    of: { readonly upload: Upload; readonly state: Extract<UploadState, { kind: Kind }>; readonly shown: Shown },
  ) => ComponentChildren;
};

const STATE_PARTS: StateParts = {
  looking: (context, { upload }) => waitingPart(context, upload),
  working: (context, { upload }) => waitingPart(context, upload),
  asked: ({ words }, { upload, state, shown }) => {
    const [only, second] = upload.files;
    // A ZIP is one file that holds several.
    const isElsewhere = (file?: string) => file !== undefined && (second !== undefined || file !== only?.name);
    return (
      <>
        <p>{words.say("import.askedLead")}</p>
        {state.questions.some(({ option, file }) => option === "column" && isElsewhere(file)) && (
          <p>{words.say("import.columnsOfSeveral")}</p>
        )}
        <Form
          action={`${pathOfUpload(upload)}/answers`}
          submit={words.say("import.answer")}
          state={String(upload.turn)}
        >
          {state.questions.map((question, index) => [
            isElsewhere(question.file) && <p class="quiet">{question.file}</p>,
            questionField(words, question, {
              name: `answer-${index}`,
              value: shown.typed?.[index] ?? answerBefore(upload.former ?? {}, question) ?? question.proposed ?? "",
              column: upload.former?.columns?.[question.role ?? ""] ?? "",
              error: shown.unanswered?.has(index) ? words.say("import.answerMissing") : undefined,
            }),
          ])}
        </Form>
      </>
    );
  },
  refused: ({ words }, { upload, state }) => (
    <>
      <p>{words.say("import.refusedHint")}</p>
      <Notice tone="bad">
        <span lang="en">{state.message}</span>
      </Notice>
      {chooseAgain(upload, words)}
    </>
  ),
  failed: ({ words }, { upload }) => (
    <>
      <p>{words.say("import.failedHint")}</p>
      {chooseAgain(upload, words)}
    </>
  ),
  looked: (context, { upload, state: { look, isAgain }, shown }) => (
    <>
      {isAgain && <Notice tone="waiting">{context.words.say("import.lookedAgain")}</Notice>}
      {look.kind === "reviews"
        ? reviewsPreviewed(context, { upload, look, ...shown })
        : jobsPreviewed(context.words, { upload, look, ...shown })}
    </>
  ),
  done: ({ words, services }, { state: { done } }) =>
    done.kind === "jobs" ? (
      <>
        <JobFigures words={words} look={done} />
        {done.isSample && <p>{words.say("invitations.obstacle.sample")}</p>}
        <ButtonLink href="/jobs">{words.say("jobs.see")}</ButtonLink>
      </>
    ) : (
      <>
        <ImportCounts words={words} counts={done.counts} />
        {done.counts.gone > 0 && <a href="/reviews?gone=yes">{words.say("import.seeGone")}</a>}
        {done.next.map((step) => (
          <p>{words.say(`import.next.${step}`)}</p>
        ))}
        <p class="actions">
          <ButtonLink href={`${services.baseUrl}/`}>{words.say("import.see")}</ButtonLink>
          <ButtonLink quiet href="/import">
            {words.say("import.more")}
          </ButtonLink>
        </p>
        <Notes words={words} notes={done.notes} />
      </>
    ),
};

function statePart(context: ConsoleContext, upload: Upload, shown: Shown) {
  const { state } = upload;
  // The part of a kind takes the state of this kind, which the compiler does not see.
  const part = STATE_PARTS[state.kind] as (context: ConsoleContext, of: object) => ComponentChildren;
  return (
    <>
      {part(context, { upload, state, shown })}
      {state.kind !== "working" && state.kind !== "done" && leaveForms(upload, context.words)}
    </>
  );
}

function chooseAgain({ kind }: Upload, words: ConsoleWords) {
  return (
    <p>
      <ButtonLink href={kind === "jobs" ? "/jobs" : "/import"}>{words.say("import.again")}</ButtonLink>
    </p>
  );
}

function waitingPart({ words, services }: ConsoleContext, upload: Upload) {
  const progress = upload.state.kind === "working" ? readProgress(services.uploads, upload.id) : null;
  return (
    <div data-progress>
      {progress === null ? (
        <progress aria-label={titleOf(upload, words)} />
      ) : (
        <p role="status">
          <progress aria-label={words.say(`import.step.${progress.name}`)} value={progress.done} max={progress.total} />{" "}
          {words.say(`import.step.${progress.name}`)}: {words.say("import.progress", progress)}
        </p>
      )}
      <p>{words.say("import.wait")}</p>
    </div>
  );
}

function leaveForms(upload: Upload, words: ConsoleWords) {
  return (
    <>
      {Object.keys(upload.answers).length > 0 && upload.state.kind !== "looking" && (
        <form method="post" action={`${pathOfUpload(upload)}/restart`}>
          <StateField value={String(upload.turn)} />
          <button type="submit" class="quiet-button">
            {words.say("import.restart")}
          </button>
        </form>
      )}
      <DiscardForm upload={upload} words={words} />
    </>
  );
}

export function DiscardForm({ upload, words }: { readonly upload: Upload; readonly words: ConsoleWords }) {
  return (
    <form method="post" action={`${pathOfUpload(upload)}/discard`}>
      <button type="submit" class="quiet-button">
        {words.say("import.discard")}
      </button>
    </form>
  );
}
