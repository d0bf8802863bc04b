/** Previews an import, record by record and in total, without changing anything. */
import {
  type DraftRedaction,
  type DraftReview,
  type IdUse,
  type ImportHints,
  type ImportOptions,
  type ImportProblem,
  type ImportReading,
  type ImportRecord,
  type InputQuestion,
  type ListedReading,
  NeedsInput,
  type RecordPlace,
  type Scale,
} from "../import/mod.ts";
import { counted, isCalendarDate, UNNAMED_BUSINESS } from "../review/mod.ts";
import {
  type ImportPlan,
  type ImportRequest,
  type ImportSummary,
  isNewJoin,
  planImport,
  summaryOf,
} from "../store/import/mod.ts";
import type { ChangedReview, JoinableReview, RecordChange, Store, StoredReview } from "../store/mod.ts";

/** The kinds of entries, in display order. A review may have several. */
export const PREVIEW_KINDS = [
  "new",
  "changed",
  "unchanged",
  "gone",
  "removed",
  "duplicate",
  "withheld",
  "joined",
  "kept out",
  "refused",
  "masked",
] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** The place of a record; undefined for the business. */
export interface Placed {
  readonly at: RecordPlace | undefined;
}

export type PreviewEntry =
  | ({ readonly kind: "new"; readonly review: PreviewedReview } & Placed)
  | ({ readonly kind: "changed"; readonly id: string; readonly changes: readonly FieldChange[] } & Placed)
  | ({ readonly kind: "unchanged"; readonly review: DraftReview } & Placed)
  /** Kept, but no longer at its source. */
  | { readonly kind: "gone"; readonly review: StoredReview }
  | { readonly kind: "removed"; readonly review: StoredReview }
  | { readonly kind: "duplicate"; readonly at: RecordPlace; readonly same: RecordPlace }
  | ({ readonly kind: "withheld"; readonly review: PreviewedReview } & Placed)
  /** The review becomes a copy of another. */
  | { readonly kind: "joined"; readonly review: JoinableReview; readonly copyOf: string }
  /** Removed under this id before, and not added again. */
  | ({ readonly kind: "kept out"; readonly id: string } & Placed)
  | { readonly kind: "refused"; readonly problem: ImportProblem }
  | ({ readonly kind: "masked"; readonly redaction: DraftRedaction; readonly review: DraftReview } & Placed);

/** A review as an import would store it. */
export type PreviewedReview = Pick<StoredReview, "id" | "date" | "rating" | "authorName" | "text" | "withheld">;

export type OfPreview<Made> = {
  readonly [Kind in PreviewKind]: (entry: Extract<PreviewEntry, { kind: Kind }>) => Made;
};

/** What the table makes of an entry. The function of a kind takes entries of this kind, which the compiler does not see. */
export function byKind<Made>(table: OfPreview<Made>, entry: PreviewEntry): Made {
  return table[entry.kind](entry as never);
}

interface FieldChange {
  readonly field: ChangedReview["fields"][number];
  readonly from: unknown;
  readonly to: unknown;
}

export type ImportPreview = Awaited<ReturnType<typeof previewImport>>;

export type ImportFacts = NonNullable<Facts["found"]>;

type Sampled = "text" | "reply" | "hidden";

export interface ReadImport {
  readonly reading: ListedReading;
  readonly request: ImportRequest;
}

/** Plans an import against the current store, and calls `visit` with each effect, in the order of the records. */
export async function previewImport(
  store: Store,
  { reading, request }: ReadImport,
  visit: (entry: PreviewEntry) => void,
) {
  using plan = await planImport(store, request);
  const facts = new Facts();
  let first = 0;
  for (const records of reading.records.pages()) {
    for (const record of records) facts.note(record);
    visitRecords(records, { first, changes: plan.changes.ofRecords(first, first + records.length) }, visit);
    first += records.length;
  }
  visitOthers(plan, reading, visit);
  return { summary: summaryOf(plan), facts: facts.found };
}

function visitRecords(
  records: readonly ImportRecord[],
  { first, changes }: { readonly first: number; readonly changes: readonly RecordChange[] },
  visit: (entry: PreviewEntry) => void,
): void {
  const byRecord = new Map(changes.map((change) => [change.record, change]));
  for (const [offset, { at, review }] of records.entries()) {
    const change = byRecord.get(first + offset);
    if (change === undefined) visit({ kind: "unchanged", review, at });
    else if (change.kind === "kept_out") visit({ kind: "kept out", id: change.id, at });
    else {
      const { id, withheld } = change;
      const after = change.kind === "changed" ? change.after : { ...review, id, withheld };
      if (change.kind === "changed") visit({ kind: "changed", id, changes: fieldChanges(change), at });
      else visit({ kind: "new", review: after, at });
      if (withheld !== null) visit({ kind: "withheld", review: after, at });
    }
    for (const redaction of review.redactions) visit({ kind: "masked", redaction, review, at });
  }
}

function fieldChanges({ before, after, fields }: ChangedReview): FieldChange[] {
  return fields.map((field) =>
    field === "mentions"
      ? { field, from: before.givenMentions, to: after.givenMentions }
      : { field, from: before[field], to: after[field] },
  );
}

function visitOthers(
  { changes }: ImportPlan,
  { duplicates, problems }: ListedReading,
  visit: (entry: PreviewEntry) => void,
): void {
  for (const kind of ["gone", "removed"] as const) {
    for (const review of changes.leftOut(kind)) visit({ kind, review });
  }
  for (const { at, same } of duplicates) visit({ kind: "duplicate", at, same });
  for (const joins of changes.joins()) {
    for (const { before, copyOf } of joins.filter(isNewJoin)) {
      visit({ kind: "joined", review: before, copyOf: copyOf ?? "" });
    }
  }
  for (const problem of problems) visit({ kind: "refused", problem });
}

class Facts {
  readonly #sources = new Map<string, number>();
  #days: readonly [first: string, last: string] | null = null;
  readonly #counts = { text: 0, reply: 0, hidden: 0 };
  readonly #samples: Partial<Record<Sampled, string>> = {};

  note({ at, review: { source, date, text, replyText, hiddenAtSource } }: ImportRecord): void {
    this.#sources.set(source, (this.#sources.get(source) ?? 0) + 1);
    const [first, last] = this.#days ?? [date, date];
    this.#days = [date < first ? date : first, date > last ? date : last];
    this.#count("text", text);
    this.#count("reply", replyText ?? "");
    if (hiddenAtSource === true) this.#count("hidden", text === "" ? at.path : text);
  }

  #count(what: Sampled, sample: string): void {
    if (sample === "") return;
    this.#counts[what]++;
    this.#samples[what] ??= sample;
  }

  /** What an owner can check at a glance, to see whether dates, sources and texts were read correctly. */
  get found() {
    if (this.#days === null) return null;
    const [first, last] = this.#days;
    return { sources: Object.fromEntries(this.#sources), first, last, counts: this.#counts, samples: this.#samples };
  }
}

export type ReadInNumbers = Pick<ImportReading, "duplicates" | "problems" | "notes">;

export function importCounts(summary: ImportSummary, { duplicates, problems }: ReadInNumbers) {
  const { added, changed, unchanged, gone, removed, withheld, joined, suppressed } = summary;
  // A record may have several faults.
  const refused = new Set(problems.map(({ at }) => `${at.file}\0${at.path}`)).size;
  return {
    new: added,
    changed,
    unchanged,
    gone,
    removed,
    duplicate: duplicates.length,
    withheld,
    joined,
    suppressed,
    refused,
  };
}

export type NextStep = "sample_replaced" | "name_business" | "verify";

export function nextSteps({ replacesSample, business, unverified }: ImportSummary): NextStep[] {
  const steps: readonly (readonly [NextStep, boolean])[] = [
    ["sample_replaced", replacesSample],
    ["name_business", business.profile.name === UNNAMED_BUSINESS],
    ["verify", unverified > 0],
  ];
  return steps.flatMap(([step, isDue]) => (isDue ? [step] : []));
}

export function notesOf({ notes }: Pick<ReadInNumbers, "notes">, summary: ImportSummary): readonly string[] {
  return [...notes, ...[noteOnGone(summary), noteOnUnverified(summary)].filter((note) => note !== null)];
}

function noteOnGone({ gone }: ImportSummary): string | null {
  if (gone === 0) return null;
  const reviews = counted(gone, "review is", "reviews are");
  return `${reviews} no longer at the source: ${gone === 1 ? "it is" : "they are"} kept and marked so. If the files are older than earlier ones, undo this import`;
}

function noteOnUnverified({ added, changed, unverified }: ImportSummary): string | null {
  if (unverified === 0) return null;
  const [some, all] = [unverified, added + changed].map((count) => count.toLocaleString("en-US"));
  const reviews = added + changed === 1 ? "The review" : `${some} of ${all} new or changed reviews`;
  const words = unverified === 1 ? "has no verification: it is" : "have no verification: they are";
  return `${reviews} ${words} kept and counted, but not published`;
}

// Questions about what files do not contain, and how an answer changes the reading of the files.

type Asked<T> =
  | { readonly kind: "done"; readonly value: T }
  /** `error` refuses the files in a program without a person to answer. */
  | { readonly kind: "asked"; readonly questions: readonly InputQuestion[]; readonly error: NeedsInput };

export async function catchQuestions<T>(work: () => T | Promise<T>): Promise<Asked<T>> {
  try {
    return { kind: "done", value: await work() };
  } catch (error) {
    if (!(error instanceof NeedsInput)) throw error;
    return { kind: "asked", questions: error.questions, error };
  }
}

export interface Answers {
  /** Column by role; "" if the file has none. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly source?: string;
  readonly asOf?: ImportOptions["asOf"];
  readonly dateFormat?: string;
  readonly scale?: Scale;
  readonly location?: string;
  readonly ids?: IdUse;
  readonly encoding?: string;
  /** Jobs: the meaning of status values, and of a yes in a column of consent, by value and by column. */
  readonly statuses?: Readonly<Record<string, string>>;
  readonly consents?: Readonly<Record<string, string>>;
  /** Reviews: whether they are shown or hidden, by value of a moderation column. */
  readonly moderation?: Readonly<Record<string, string>>;
  /** Reviews: whether the files have all reviews of their sources. */
  readonly isFull?: boolean;
}

/** Checks a typed answer. Returns "" for a missing column, null for an invalid answer. */
export function answerIn({ option, choices }: InputQuestion, typed: string): string | null {
  const answer = typed.trim();
  if (answer === "") return null;
  if (answer === NO_COLUMN && option === "column") return "";
  if (option === "as-of" && !isCalendarDate(answer)) return null;
  if (choices === undefined) return answer;
  return choices.find((choice) => choice.toLowerCase() === answer.toLowerCase()) ?? null;
}

/** The answer for a column that the file does not have. */
export const NO_COLUMN = "-";

export function withAnswer<Before extends Answers | { readonly columns?: ImportHints["columns"] }>(
  before: Before,
  wanted: Pick<InputQuestion, "option" | "role" | "about">,
  answer: string,
): Before & Answers {
  return { ...before, ...added(before as Answers, wanted, answer) };
}

function added(
  { columns, ...before }: Answers,
  { option, role, about }: Pick<InputQuestion, "option" | "role" | "about">,
  answer: string,
): Answers {
  if (isMapped(option)) {
    const { set, key } = BY_VALUE[option];
    return { [set]: { ...before[set], [about?.[key] ?? ""]: answer } };
  }
  if (option !== "column") return { [ANSWERED[option]]: answer };
  if (role === "hidden" && answer !== "") {
    const at = answer.lastIndexOf("=");
    return { columns: { ...columns, [answer.slice(at + 1)]: answer.slice(0, at) } };
  }
  return role === undefined ? {} : { columns: { ...columns, [role]: answer } };
}

export function answerBefore(answers: Answers, { option, role, about }: InputQuestion): string | undefined {
  if (isMapped(option)) return answers[BY_VALUE[option].set]?.[about?.[BY_VALUE[option].key] ?? ""];
  if (option !== "column") return answers[ANSWERED[option]];
  const named = answers.columns as Readonly<Record<string, string>> | undefined;
  if (role === "hidden") {
    const kind = ["shown", "hidden"].find((each) => named?.[each]);
    return kind === undefined ? undefined : `${named?.[kind]}=${kind}`;
  }
  const column = role === undefined ? undefined : named?.[role];
  return column === "" ? NO_COLUMN : column;
}

/** Questions about a value or column, whose answers are kept by it. */
const BY_VALUE = {
  status: { set: "statuses", key: "value" },
  consent: { set: "consents", key: "column" },
  moderation: { set: "moderation", key: "value" },
} as const;

function isMapped(option: InputQuestion["option"]): option is keyof typeof BY_VALUE {
  return option in BY_VALUE;
}

const ANSWERED = {
  source: "source",
  "as-of": "asOf",
  "date-format": "dateFormat",
  scale: "scale",
  location: "location",
  ids: "ids",
  encoding: "encoding",
} as const satisfies Readonly<
  Record<Exclude<InputQuestion["option"], "column" | keyof typeof BY_VALUE>, keyof Answers>
>;
