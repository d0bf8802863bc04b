/** What an import would do, record by record, and what it comes to; nothing is changed. */
import {
  type DraftRedaction,
  type DraftReview,
  HintWanted,
  type IdUse,
  type ImportHints,
  type ImportOptions,
  type ImportProblem,
  type ImportReading,
  type ImportRecord,
  type ListedReading,
  type RecordPlace,
  type Scale,
  type Wanted,
} from "../import/mod.ts";
import { isCalendarDate, reviewIdOf, UNNAMED_BUSINESS } from "../review/mod.ts";
import type { JoinableReview, Store, StoredReview } from "../store/mod.ts";
import {
  type ImportPreview,
  type ImportRequest,
  type ImportSummary,
  isNewJoin,
  type PlannedChange,
  type PreviewedPage,
  previewImport,
} from "../store/planning/mod.ts";

/** The kinds of entries, in the order in which they are shown. A review may stand under several. */
export const LOOK_KINDS = [
  ...(["new", "changed", "unchanged", "removed", "duplicate", "withheld", "joined", "kept out", "refused"] as const),
  "masked",
] as const;
export type LookKind = (typeof LOOK_KINDS)[number];

/** Where a record stands; undefined where it is the business. */
interface Placed {
  readonly at: RecordPlace | undefined;
}

/** One thing that an import would do. */
export type LookEntry =
  | ({ readonly kind: "new"; readonly review: StoredReview } & Placed)
  | ({ readonly kind: "changed"; readonly id: string; readonly changes: readonly FieldChange[] } & Placed)
  | ({ readonly kind: "unchanged"; readonly review: DraftReview } & Placed)
  | { readonly kind: "removed"; readonly review: StoredReview }
  | { readonly kind: "duplicate"; readonly at: RecordPlace; readonly same: RecordPlace }
  | ({ readonly kind: "withheld"; readonly review: StoredReview } & Placed)
  /** The review begins to be a copy of another. */
  | { readonly kind: "joined"; readonly review: JoinableReview; readonly copyOf: string }
  /** It was removed under the id, and stays so. */
  | ({ readonly kind: "kept out"; readonly id: string } & Placed)
  | { readonly kind: "refused"; readonly problem: ImportProblem }
  | ({ readonly kind: "masked"; readonly redaction: DraftRedaction; readonly review: DraftReview } & Placed);

/** A field that would change. */
interface FieldChange {
  readonly field: PlannedChange["fields"][number];
  readonly from: unknown;
  readonly to: unknown;
}

/** What an import would come to. */
export interface ImportLook {
  readonly summary: ImportSummary;
  readonly facts: ImportFacts | null;
  /** Whether copies at several sources are found by the import itself alone. */
  readonly areCopiesUnknown: boolean;
}

/** What a person would check: whether days, sources and words are what they should be. */
export interface ImportFacts {
  /** How many reviews are of each source. */
  readonly sources: Readonly<Record<string, number>>;
  readonly first: string;
  readonly last: string;
  readonly counts: Readonly<Record<Sampled, number>>;
  readonly samples: Readonly<Partial<Record<Sampled, string>>>;
}

type Sampled = "text" | "reply" | "hidden";

/** Plans an import against the store as it stands, and hands over what it would do, in the order of the records. */
export async function lookAtImport(
  store: Store,
  { reading, request }: { readonly reading: ListedReading; readonly request: ImportRequest },
  visit: (entry: LookEntry) => void,
): Promise<ImportLook> {
  const look = new Look(reading, visit);
  return look.finish(await previewImport(store, request, (page, preview) => look.visit(page, preview)));
}

class Look {
  readonly #reading: ListedReading;
  readonly #tell: (entry: LookEntry) => void;
  readonly #pages: Iterator<readonly ImportRecord[]>;
  readonly #facts = new Facts();
  #suppressed: ReadonlyMap<number, string> | null = null;
  #added = 0;
  #changed = 0;
  #withheld = 0;
  #unverified = 0;

  constructor(reading: ListedReading, tell: (entry: LookEntry) => void) {
    this.#reading = reading;
    this.#tell = tell;
    this.#pages = reading.records.pages()[Symbol.iterator]();
  }

  /** Takes the pages in the order of the records. */
  visit({ first, added, changed }: PreviewedPage, { suppressed }: Pick<ImportPreview, "suppressed">): void {
    const records = this.#pages.next().value as readonly ImportRecord[];
    this.#suppressed ??= new Map(suppressed.map(({ number, id }) => [number, id]));
    const places = placesOf(new Map(records.map(({ at, review }) => [review, at])), changed);
    this.#added += added.length;
    this.#changed += changed.length;
    for (const review of added) this.#tell({ kind: "new", review, at: places.get(review.id) });
    for (const { before, after, fields } of changed) {
      const changes = fields.map((field) =>
        field === "mentions"
          ? { field, from: before.givenMentions, to: after.givenMentions }
          : { field, from: before[field], to: after[field] },
      );
      this.#tell({ kind: "changed", id: after.id, changes, at: places.get(after.id) });
    }
    for (const review of [...added, ...changed.map(({ after }) => after)]) {
      if (review.withheld === null) continue;
      this.#withheld++;
      if (review.withheld === "unverified") this.#unverified++;
      this.#tell({ kind: "withheld", review, at: places.get(review.id) });
    }
    const written = new Set<unknown>([...added.map(({ id }) => id), ...changed.map(({ draft }) => draft)]);
    for (const [offset, record] of records.entries()) {
      const { at, review } = record;
      this.#facts.note(record);
      const id = this.#suppressed.get(first + offset);
      if (id !== undefined) this.#tell({ kind: "kept out", id, at });
      else if (!written.has(review) && !written.has(reviewIdOf(review))) this.#tell({ kind: "unchanged", review, at });
      for (const redaction of review.redactions) this.#tell({ kind: "masked", redaction, review, at });
    }
  }

  finish(preview: ImportPreview): ImportLook {
    const { duplicates, problems } = this.#reading;
    const joins = (preview.joins ?? []).filter(isNewJoin);
    for (const review of preview.removed) this.#tell({ kind: "removed", review });
    for (const { at, same } of duplicates) this.#tell({ kind: "duplicate", at, same });
    for (const { before, copyOf } of joins) {
      this.#tell({ kind: "joined", review: before, copyOf: copyOf ?? "" });
    }
    for (const problem of problems) this.#tell({ kind: "refused", problem });
    const summary: ImportSummary = {
      ...preview,
      added: this.#added,
      changed: this.#changed,
      removed: preview.removed.length,
      withheld: this.#withheld,
      unverified: this.#unverified,
      joined: joins.length,
      suppressed: preview.suppressed.length,
    };
    return { summary, facts: this.#facts.found, areCopiesUnknown: preview.joins === null };
  }
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

  get found(): ImportFacts | null {
    if (this.#days === null) return null;
    const [first, last] = this.#days;
    return { sources: Object.fromEntries(this.#sources), first, last, counts: this.#counts, samples: this.#samples };
  }
}

/** What is reported of a reading besides its records. */
export type ReadInNumbers = Pick<ImportReading, "duplicates" | "problems" | "notes">;

/** How many records ended in which way. */
export function importCounts(summary: ImportSummary, { duplicates, problems }: ReadInNumbers) {
  const { added, changed, unchanged, removed, withheld, joined, suppressed } = summary;
  // A record may have several faults.
  const refused = new Set(problems.map(({ at }) => `${at.file}\0${at.path}`)).size;
  return {
    new: added,
    ...{ changed, unchanged, removed },
    duplicate: duplicates.length,
    ...{ withheld, joined, suppressed, refused },
  };
}

/** What the owner may want to know or to do next. */
export type NextStep = "sample_replaced" | "name_business" | "verify";

export function nextSteps({ replacesSample, business, unverified }: ImportSummary): NextStep[] {
  const steps: readonly (readonly [NextStep, boolean])[] = [
    ["sample_replaced", replacesSample],
    ["name_business", business.profile.name === UNNAMED_BUSINESS],
    ["verify", unverified > 0],
  ];
  return steps.flatMap(([step, isDue]) => (isDue ? [step] : []));
}

/** What the owner should know of an import, one sentence each. */
export function notesOf({ notes }: Pick<ReadInNumbers, "notes">, summary: ImportSummary): readonly string[] {
  const unverified = noteOnUnverified(summary);
  return unverified === null ? notes : [...notes, unverified];
}

/** What is withheld of the reviews that an import writes, for lack of a verification; null for nothing. */
function noteOnUnverified({ added, changed, unverified }: ImportSummary): string | null {
  if (unverified === 0) return null;
  const [some, all] = [unverified, added + changed].map((count) => count.toLocaleString("en-US"));
  const reviews = added + changed === 1 ? "The review" : `${some} of ${all} new or changed reviews`;
  const words = unverified === 1 ? "has no verification: it is" : "have no verification: they are";
  return `${reviews} ${words} kept and counted, but not published`;
}

/** Where each review that would be written stands in the files, by its id. */
function placesOf(
  byDraft: ReadonlyMap<DraftReview, RecordPlace>,
  changed: readonly PlannedChange[],
): ReadonlyMap<string, RecordPlace> {
  const places = new Map([...byDraft].map(([draft, at]) => [reviewIdOf(draft), at]));
  for (const { draft, after } of changed) {
    const place = byDraft.get(draft);
    if (place !== undefined) places.set(after.id, place);
  }
  return places;
}

// What files do not say and their owner is asked for: questions as values, and what an answer adds to how files are read.

/** Work that is done, or what has to be answered first. Nothing was changed then. */
type Asked<T> =
  | { readonly kind: "done"; readonly value: T }
  /** `error` refuses the files to whoever is not there to answer. */
  | { readonly kind: "asked"; readonly questions: readonly Wanted[]; readonly error: HintWanted };

/** Does what may need more words of the owner. */
export async function orAsked<T>(work: () => T | Promise<T>): Promise<Asked<T>> {
  try {
    return { kind: "done", value: await work() };
  } catch (error) {
    if (!(error instanceof HintWanted)) throw error;
    return { kind: "asked", questions: error.wants, error };
  }
}

/** What owners answer of reviews, and of jobs: how the files are to be read. */
export interface Answers {
  /** Column by role; "" where the file has none. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly source?: string;
  readonly asOf?: ImportOptions["asOf"];
  readonly dateFormat?: string;
  readonly scale?: Scale;
  readonly location?: string;
  readonly ids?: IdUse;
  readonly encoding?: string;
  /** Of jobs: what values of a status mean, and what a yes in a column of consent means, by value and by column. */
  readonly statuses?: Readonly<Record<string, string>>;
  readonly consents?: Readonly<Record<string, string>>;
  /** Of reviews: whether they are shown or hidden by values of a moderation column. */
  readonly moderation?: Readonly<Record<string, string>>;
}

/** What is meant by what was said; "" for a column that the file does not have, null for what is no answer. */
export function answerIn({ option, choices }: Wanted, said: string): string | null {
  const answer = said.trim();
  if (answer === "") return null;
  if (answer === NO_COLUMN && option === "column") return "";
  if (option === "as-of" && !isCalendarDate(answer)) return null;
  if (choices === undefined) return answer;
  return choices.find((choice) => choice.toLowerCase() === answer.toLowerCase()) ?? null;
}

/** Said of a column that the file does not have. */
export const NO_COLUMN = "-";

/** What was answered before, with one answer more. */
export function withAnswer<Before extends Answers | { readonly columns?: ImportHints["columns"] }>(
  before: Before,
  wanted: Pick<Wanted, "option" | "role" | "about">,
  answer: string,
): Before & Answers {
  return { ...before, ...added(before as Answers, wanted, answer) };
}

function added(
  { columns, statuses, consents, moderation }: Answers,
  { option, role, about }: Pick<Wanted, "option" | "role" | "about">,
  answer: string,
): Answers {
  if (option === "status") return { statuses: { ...statuses, [about?.value ?? ""]: answer } };
  if (option === "consent") return { consents: { ...consents, [about?.column ?? ""]: answer } };
  if (option === "moderation") return { moderation: { ...moderation, [about?.value ?? ""]: answer } };
  if (option !== "column") return { [ANSWERED[option]]: answer };
  if (role === "hidden" && answer !== "") {
    const at = answer.lastIndexOf("=");
    return { columns: { ...columns, [answer.slice(at + 1)]: answer.slice(0, at) } };
  }
  return role === undefined ? {} : { columns: { ...columns, [role]: answer } };
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
  Record<Exclude<Wanted["option"], "column" | "status" | "consent" | "moderation">, keyof Answers>
>;
