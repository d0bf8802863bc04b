/** @jsxImportSource preact */

import { type ConsoleWords, messageIfAny, sourceLabel } from "../../languages/mod.ts";
import { PREVIEW_KINDS, type PreviewKind } from "../../owner/import_preview.ts";
import { MAX_BUSINESS_NAME_LENGTH } from "../../review/mod.ts";
import { Checkbox, Facts, Field, Form, Pager, pageIn, Section, StateField, Table } from "../components.tsx";
import type { ConsoleContext } from "../page.ts";
import { readPreviewRows } from "../preview_rows.ts";
import {
  folderOf,
  type JobsPreview,
  type PreviewRow,
  pathOfUpload,
  type ReviewsPreview,
  type Upload,
} from "../uploads.ts";
import { columnsPart } from "./column_choice.tsx";

export interface GivenDecision {
  readonly name: string;
  readonly vouches: boolean;
  readonly skipsInvalid: boolean;
  /** What is wrong with the name. */
  readonly nameFault: string | undefined;
  readonly isUnread: boolean;
}

interface Looked<Look> {
  readonly upload: Upload;
  readonly look: Look;
  readonly given?: GivenDecision | undefined;
  /** Roles of columns, of which two are the same. */
  readonly chosenColumns?: readonly string[] | undefined;
}

export function reviewsPreviewed(
  context: ConsoleContext,
  { upload, look, given, chosenColumns }: Looked<ReviewsPreview>,
) {
  const { words } = context;
  const { name, unverified } = look;
  const isIdle = look.isIdle && name === null;
  // The form below asks about the unverified reviews: whether they are published is still open.
  const counts = { ...look.counts, withheld: Math.max(0, look.counts.withheld - unverified) };
  return (
    <>
      <ImportCounts words={words} counts={counts} />
      {isIdle ? (
        <p>
          <strong>{words.say("import.idle")}</strong> {words.say("import.nothing")}
        </p>
      ) : (
        decisionForm(words, { upload, look, given })
      )}
      {look.facts && fullPart(words, { upload, look })}
      {look.facts && factsPart(words, look.facts)}
      <Notes words={words} notes={look.notes} />
      {columnsPart(words, { upload, look, chosenColumns })}
      {rowsPart(context, { upload, look })}
    </>
  );
}

function decisionForm(words: ConsoleWords, { upload, look, given }: Looked<ReviewsPreview>) {
  const { counts, name, unverified } = look;
  return (
    <Form action={`${pathOfUpload(upload)}/go`} submit={words.say("import.go")} state={String(upload.turn)}>
      {name !== null && (
        <Field
          name="name"
          label={words.say("import.name")}
          hint={words.say("import.nameHint")}
          value={given?.name ?? name}
          maxLength={MAX_BUSINESS_NAME_LENGTH}
          required
          error={given?.nameFault}
        />
      )}
      {unverified > 0 && (
        <>
          <Checkbox
            name="vouches"
            label={words.say("import.vouch", {
              count: unverified,
              mark: words.shared.say("method.operator_attested"),
            })}
            checked={given?.vouches ?? false}
          />
          <p class="quiet">{words.say("import.vouchHint")}</p>
        </>
      )}
      {counts.refused > 0 && (
        <>
          <Checkbox name="skips" label={words.say("import.skip", { count: counts.refused })} />
          {given?.isUnread && <p class="error">{words.say("import.skipMissing")}</p>}
        </>
      )}
    </Form>
  );
}

/** Whether the files have all reviews of their sources, which decides whether missing ones count as gone there. */
function fullPart(words: ConsoleWords, { upload, look: { isFull } }: Looked<ReviewsPreview>) {
  return (
    <form method="post" action={`${pathOfUpload(upload)}/full`}>
      <StateField value={String(upload.turn)} />
      <p>{words.say(isFull ? "import.full.isAll" : "import.full.ask")}</p>
      <input type="hidden" name="full" value={isFull ? "no" : "yes"} />
      <button type="submit" class="quiet-button">
        {words.say(isFull ? "import.full.some" : "import.full.all")}
      </button>
    </form>
  );
}

export function ImportCounts({ words, counts }: { words: ConsoleWords; counts: ReviewsPreview["counts"] }) {
  const shown = (["new", "changed", "unchanged", "gone", "withheld", "refused"] as const).filter(
    (kind, index) => index < 1 || counts[kind] > 0,
  );
  return <Facts rows={shown.map((kind) => [words.say(`import.kind.${kind}`), words.number(counts[kind])])} />;
}

function kindKey(kind: PreviewKind) {
  return kind === "kept out" ? "keptOut" : kind;
}

function rowsPart({ words, query, services }: ConsoleContext, { upload, look }: Looked<ReviewsPreview>) {
  const path = pathOfUpload(upload);
  const kinds = PREVIEW_KINDS.filter((kind) => look.pages[kind] !== undefined);
  const kind = kinds.find((each) => each === query.get("kind")) ?? kinds[0];
  if (kind === undefined) return null;
  const pages = look.pages[kind] ?? 1;
  const page = Math.min(pages, pageIn(query));
  const rows = readPreviewRows(folderOf(services.uploads, upload.id), kind, page);
  const hrefOf = (to: PreviewKind, at: number) => `${path}?kind=${encodeURIComponent(to)}&page=${at}`;
  const about = kindKey(kind);
  const explained = messageIfAny(words, `import.about.${about}`);
  const label = words.say(`import.kind.${about}`);
  return (
    <Section title={label}>
      <nav class="tabs" aria-label={words.say("import.looked")}>
        {kinds.map((each) => (
          <a href={hrefOf(each, 1)} aria-current={each === kind ? "page" : undefined}>
            {words.say(`import.kind.${kindKey(each)}`)}
          </a>
        ))}
      </nav>
      {explained && <p>{explained}</p>}
      {kind === "refused" && look.hasRefused && (
        <Form action={`${path}/refused`} submit={words.say("import.saveRefused")} />
      )}
      <Table {...tableOf(words, kind, rows)} caption={label} />
      <Pager words={words} page={page} pages={pages} href={(to: number) => hrefOf(kind, to)} />
    </Section>
  );
}

function tableOf(words: ConsoleWords, kind: PreviewKind, rows: readonly PreviewRow[]) {
  const columns = [words.say("import.where"), words.say("reviews.review"), words.shared.say("report.reason")];
  const cells = rows.map(({ place, review, changes = [], note, withheld }) => [
    <span class="quiet">{place ?? ""}</span>,
    <>
      {review && (
        <>
          <span>
            {words.shared.say("stars.of5", { count: review.rating })}, {words.date(review.date)}
            {review.author === null ? "" : `, ${review.author}`}
          </span>
          <span class="clipped" dir="auto">
            {review.text}
          </span>
        </>
      )}
      {changes.map(({ field, from, to }) => (
        <span>
          <code>{field}</code>: {words.say("import.from", { from: shown(words, from), to: shown(words, to) })}
        </span>
      ))}
    </>,
    withheld == null ? (
      <span lang={note ? "en" : undefined}>{note ?? ""}</span>
    ) : (
      words.shared.say(`reason.${withheld}`)
    ),
  ]);
  const isLast = kind === "withheld" || rows.some(({ note }) => note !== undefined);
  return isLast
    ? { columns, rows: cells }
    : { columns: columns.slice(0, 2), rows: cells.map((row) => row.slice(0, 2)) };
}

function shown(words: ConsoleWords, value: string): string {
  return value === "" ? words.say("import.nothingThere") : value;
}

function factsPart(words: ConsoleWords, facts: NonNullable<ReviewsPreview["facts"]>) {
  const { sources, first, last, counts, samples } = facts;
  const sites = Object.entries(sources).map(
    ([source, count]) => `${sourceLabel(words.shared, source)} ${words.number(count)}`,
  );
  const counted = (what: "text" | "reply" | "hidden") => (
    <>
      {words.number(counts[what])}
      {samples[what] && (
        <span class="clipped quiet" dir="auto">
          {words.say("import.ask.example", { value: samples[what] })}
        </span>
      )}
    </>
  );
  return (
    <Section title={words.say("import.facts")}>
      <Facts
        rows={[
          [words.say("import.sites"), words.list(sites)],
          [words.say("import.days"), words.dates(first, last)],
          [words.say("import.texts"), counted("text")],
          [words.say("import.replies"), counted("reply")],
          [words.say("import.hidden"), counted("hidden")],
        ]}
      />
    </Section>
  );
}

export function Notes({ words, notes }: { readonly words: ConsoleWords; readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Section title={words.say("import.notes")}>
      <ul lang="en">
        {notes.map((note) => (
          <li>{note}</li>
        ))}
      </ul>
    </Section>
  );
}

export function jobsPreviewed(words: ConsoleWords, { upload, look, chosenColumns }: Looked<JobsPreview>) {
  return (
    <>
      <JobFigures words={words} look={look} />
      {look.lists.map(
        ({ file, unused }) =>
          unused.length > 0 && (
            <p class="quiet">
              {words.say("jobs.look.unused")} ({file}): <bdi>{words.list([...unused])}</bdi>
            </p>
          ),
      )}
      {look.isSample && <p>{words.say("invitations.obstacle.sample")}</p>}
      <Form action={`${pathOfUpload(upload)}/go`} submit={words.say("jobs.add")} state={String(upload.turn)} />
      <Notes words={words} notes={look.notes} />
      {columnsPart(words, { upload, look, chosenColumns })}
    </>
  );
}

export function JobFigures({
  words,
  look,
}: {
  readonly words: ConsoleWords;
  readonly look: Omit<JobsPreview, "lists">;
}) {
  const { added, corrected, unchanged, unfinished, cancelled, noMessages, refusedCount, refused, matches } = look;
  const counted = { added, corrected, unchanged, unfinished, cancelled, noMessages };
  const figures = { ...counted, refused: refusedCount, ...(matches ?? {}) };
  const shown = Object.entries(figures).filter(([what, count]) => what === "added" || count > 0);
  const rows = shown.map(([what, count]) => {
    return [words.say(`jobs.look.${what as keyof typeof figures}`), words.number(count)] as const;
  });
  return (
    <>
      <Facts rows={rows} />
      {refused.length > 0 && (
        <Table
          caption={words.say("jobs.look.refused")}
          columns={[words.say("import.where"), words.shared.say("report.reason")]}
          rows={refused.map(({ row, issues }) => [
            words.say("jobs.row", { row }),
            <span lang="en">{issues.join(", ")}</span>,
          ])}
        />
      )}
    </>
  );
}
