/**
 * What an import would do, record by record.
 *
 * @module
 */
import type {
  DraftRedaction,
  DraftReview,
  ImportReading,
  ImportRecord,
  ListedReading,
  RecordPlace,
} from "../import/mod.ts";
import { groupedDigits, reviewIdOf, shortened } from "../review/mod.ts";
import { type ChangedJoin, type ImportPlan, type PlannedChange, type StoredReview, summaryOf } from "../store/mod.ts";
import type { Outcome } from "./command.ts";
import { countsOf, hintsAfter, problemData, problemLine, summarise } from "./import_outcome.ts";

/** Entries of a kind that are shown to people; --json holds all. */
const MOST_SHOWN = 20;

/** Tells what would be done; exit code 1 when the import would be refused. */
export function dryRunOutcome(
  reading: ListedReading,
  plan: ImportPlan,
  { isRefused }: { isRefused: boolean },
): Outcome {
  const groups = groupsOf({ ...reading, records: [...reading.records.pages()].flat() }, plan);
  const summary = summaryOf(plan);
  const verdict = isRefused
    ? "The import would be refused: fix the records above, or skip them with --skip-invalid"
    : "Dry run: nothing was changed";
  return {
    lines: [
      ...groups.flatMap(shownGroup),
      `${summarise(summary, reading)}`,
      ...reading.notes,
      ...hintsAfter(summary),
      verdict,
    ],
    data: {
      dry_run: true,
      revision: plan.base.revision,
      ...countsOf(summary, reading),
      business_changed: plan.businessChanged,
      would_replace_sample: plan.replacesSample,
      notes: reading.notes,
      get records() {
        return Object.fromEntries(groups.map(({ kind, entries }) => [kind, entries().map(({ data }) => data)]));
      },
    },
    ...(isRefused && { exitCode: 1 as const }),
  };
}

interface Entry {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Entries of a kind; they are made when they are shown, since there may be a million. */
interface Group {
  readonly kind: string;
  readonly count: number;
  entries(most?: number): readonly Entry[];
}

function group<T>(kind: string, items: readonly T[], entryOf: (item: T) => Entry): Group {
  return { kind, count: items.length, entries: (most = items.length) => items.slice(0, most).map(entryOf) };
}

/** What stays as it is, is only counted. */
function shownGroup({ kind, count: all, entries }: Group): string[] {
  if (all === 0 || kind === "unchanged") return [];
  const more = all - MOST_SHOWN;
  return [
    `${kind}:`,
    ...entries(MOST_SHOWN).map(({ text }) => `  ${text}`),
    ...(more > 0 ? [`  ... and ${groupedDigits(more)} more; --json lists all`] : []),
  ];
}

function groupsOf(reading: ImportReading, plan: ImportPlan): Group[] {
  const byDraft = new Map(reading.records.map(({ at, review }) => [review, at]));
  const places = placesOf(byDraft, plan);
  const place = (review: StoredReview) => places.get(review.id);
  return [
    group("new", plan.added, (review) => newEntry(review, place(review))),
    group("changed", plan.changed, (change) => changedEntry(change, place(change.after))),
    group("unchanged", untouched(reading.records, plan), unchangedEntry),
    group("removed", plan.removed, (review) => ({ text: shownReview(review), data: { id: review.id } })),
    group("duplicate", reading.duplicates, ({ at, same }) => ({
      text: `${shownPlace(at)}: the same as ${shownPlace(same)}`,
      data: { ...placeData(at), same: placeData(same) },
    })),
    group("withheld", writtenBy(plan).filter(isWithheld), (review) => withheldEntry(review, place(review))),
    group("joined", plan.joins.filter(isJoined), ({ before, copyOf }) => ({
      text: `${before.id} (${before.source}) is a copy of ${copyOf}; see goodword split`,
      data: { id: before.id, copy_of: copyOf },
    })),
    group("kept out", plan.suppressed, ({ draft, id }) => {
      const at = byDraft.get(draft);
      return { text: `${shownPlace(at)}: ${id} was removed; see goodword restore`, data: { ...placeData(at), id } };
    }),
    group("refused", reading.problems, (problem) => ({ text: problemLine(problem), data: problemData(problem) })),
    group("masked", reading.records.flatMap(maskings), maskedEntry),
  ];
}

function isJoined({ before, copyOf }: ChangedJoin): boolean {
  return copyOf !== null && copyOf !== before.copyOf;
}

function isWithheld({ withheld }: StoredReview): boolean {
  return withheld !== null;
}

/** Where each review that would be written stands in the files, by its id. */
function placesOf(byDraft: ReadonlyMap<DraftReview, RecordPlace>, plan: ImportPlan): ReadonlyMap<string, RecordPlace> {
  const places = new Map([...byDraft].map(([draft, at]) => [reviewIdOf(draft), at]));
  for (const { draft, after } of plan.changed) {
    const place = byDraft.get(draft);
    if (place !== undefined) places.set(after.id, place);
  }
  return places;
}

function newEntry(review: StoredReview, at: RecordPlace | undefined): Entry {
  const { id, date, rating } = review;
  return { text: `${shownPlace(at)}: ${shownReview(review)}`, data: { ...placeData(at), id, date, rating } };
}

function changedEntry({ before, after, fields }: PlannedChange, at: RecordPlace | undefined): Entry {
  const changes = fields.map((field) => {
    if (field === "mentions") return { field, from: before.givenMentions, to: after.givenMentions };
    return { field, from: before[field], to: after[field] };
  });
  const shown = changes.map(({ field, from, to }) => `${field} ${shownValue(from)} -> ${shownValue(to)}`);
  return { text: `${shownPlace(at)}: ${shown.join("; ")}`, data: { ...placeData(at), id: after.id, changes } };
}

function untouched(records: readonly ImportRecord[], plan: ImportPlan): ImportRecord[] {
  const added = new Set(plan.added.map(({ id }) => id));
  const others = new Set([...plan.changed, ...plan.suppressed].map(({ draft }) => draft));
  return records.filter(({ review }) => !others.has(review) && !added.has(reviewIdOf(review)));
}

function unchangedEntry({ at, review }: ImportRecord): Entry {
  return { text: `${shownPlace(at)}: ${review.date}, ${review.rating} of 5`, data: placeData(at) };
}

function withheldEntry(review: StoredReview, at: RecordPlace | undefined): Entry {
  const { id, withheld } = review;
  return { text: `${shownPlace(at)}: ${withheld}`, data: { ...placeData(at), id, reason: withheld } };
}

const MASKED: Readonly<Record<DraftRedaction["kind"], string>> = {
  email: "e-mail address",
  telephone: "telephone number",
  name: "name",
  bidi_control: "bidirectional control",
};

const OUTCOMES: Readonly<Record<Exclude<DraftRedaction["kind"], "name">, string>> = {
  email: "is masked",
  telephone: "is masked",
  bidi_control: "is taken out",
};

interface Masking {
  readonly record: ImportRecord;
  readonly redaction: DraftRedaction;
}

function maskings(record: ImportRecord): Masking[] {
  return record.review.redactions.map((redaction) => ({ record, redaction }));
}

function maskedEntry({ record: { at, review }, redaction: { field, kind, before } }: Masking): Entry {
  const becomes = kind === "name" ? `becomes ${shownValue(review.authorName)}` : OUTCOMES[kind];
  return {
    text: `${shownPlace(at)}: ${field}: ${MASKED[kind]} ${shownValue(before)} ${becomes}`,
    data: { ...placeData(at), field, kind, before },
  };
}

function shownReview({ id, date, rating, text }: StoredReview): string {
  return `${id}, ${date}, ${rating} of 5, ${shownValue(text)}`;
}

const LONGEST_SHOWN = 60;

function shownValue(value: unknown): string {
  const shown = typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value ?? null);
  return shortened(shown, LONGEST_SHOWN);
}

function shownPlace(at: RecordPlace | undefined): string {
  if (at === undefined) return "business";
  return `${at.file}: ${at.path}${at.line === undefined ? "" : ` at line ${at.line}`}`;
}

function placeData(at: RecordPlace | undefined) {
  return at === undefined ? {} : { file: at.file, path: at.path, line: at.line };
}

/** The reviews that a plan adds or changes, as they would be kept. */
function writtenBy(plan: ImportPlan): StoredReview[] {
  return [...plan.added, ...plan.changed.map(({ after }) => after)];
}
