/**
 * What an import would do, record by record.
 *
 * @module
 */
import {
  type DraftRedaction,
  type DraftReview,
  type ImportRecord,
  type ListedReading,
  type RecordPlace,
  SpillList,
  type Spool,
} from "../import/mod.ts";
import { groupedDigits, reviewIdOf, shortened, sourceName } from "../review/mod.ts";
import type {
  ChangedJoin,
  ImportPreview,
  ImportSummary,
  PlannedChange,
  PreviewedPage,
  StoredReview,
} from "../store/mod.ts";
import type { Outcome } from "./command.ts";
import { countsOf, hintsAfter, problemData, problemLine, summarise } from "./import_outcome.ts";

/** Entries of a kind that are shown to people; --json holds all. */
const MOST_SHOWN = 20;

/** Under these names --json has the entries, in this order. */
const KINDS = [
  ...(["new", "changed", "unchanged", "removed", "duplicate", "withheld", "joined", "kept out", "refused"] as const),
  "masked",
] as const;
type Kind = (typeof KINDS)[number];

interface Entry {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What becomes of an entry that memory may not hold. */
interface Keeping {
  readonly spool: Spool;
  /** Whether all are asked for, and not the first. */
  readonly isWhole: boolean;
}

/** About what an entry takes in memory; little of a kind is held, since there are ten of them. */
const ENTRY_BYTES = 4096;

/** Entries of a kind. */
class Group {
  count = 0;
  readonly shown: string[] = [];
  readonly #isWhole: boolean;
  readonly #all: SpillList<Entry["data"]>;

  constructor({ spool, isWhole }: Keeping) {
    this.#isWhole = isWhole;
    this.#all = new SpillList({ spool, sizeOf: () => ENTRY_BYTES });
  }

  add(entryOf: () => Entry): void {
    this.count++;
    if (this.#isWhole) this.#all.add(entryOf().data);
    else if (this.shown.length < MOST_SHOWN) this.shown.push(entryOf().text);
  }

  *[Symbol.iterator](): Generator<Entry["data"]> {
    for (const page of this.#all.pages()) yield* page;
  }
}

/** Collects what an import would do with one page of records after the other. */
export class DryRun {
  readonly #groups: Readonly<Record<Kind, Group>>;
  readonly #reading: ListedReading;
  readonly #pages: Iterator<readonly ImportRecord[]>;
  readonly #facts = new Facts();
  #suppressed: ReadonlyMap<number, string> | null = null;
  #withheld = 0;
  #unverified = 0;

  constructor(reading: ListedReading, keeping: Keeping) {
    this.#reading = reading;
    this.#pages = reading.records.pages()[Symbol.iterator]();
    this.#groups = Object.fromEntries(KINDS.map((kind) => [kind, new Group(keeping)])) as Record<Kind, Group>;
  }

  /** Takes the pages in the order of the records. */
  visit({ first, added, changed }: PreviewedPage, { suppressed }: Pick<ImportPreview, "suppressed">): void {
    const records = this.#pages.next().value as readonly ImportRecord[];
    this.#suppressed ??= new Map(suppressed.map(({ number, id }) => [number, id]));
    const groups = this.#groups;
    const byDraft = new Map(records.map(({ at, review }) => [review, at]));
    const places = placesOf(byDraft, changed);
    for (const review of added) groups.new.add(() => newEntry(review, places.get(review.id)));
    for (const change of changed) groups.changed.add(() => changedEntry(change, places.get(change.after.id)));
    for (const review of [...added, ...changed.map(({ after }) => after)]) {
      if (review.withheld === null) continue;
      this.#withheld++;
      if (review.withheld === "unverified") this.#unverified++;
      groups.withheld.add(() => withheldEntry(review, places.get(review.id)));
    }
    const written = new Set<unknown>([...added.map(({ id }) => id), ...changed.map(({ draft }) => draft)]);
    for (const [offset, record] of records.entries()) {
      const { at, review } = record;
      this.#facts.note(record);
      const id = this.#suppressed.get(first + offset);
      if (id !== undefined) {
        const text = `${shownPlace(at)}: ${id} was removed; see goodword restore`;
        groups["kept out"].add(() => ({ text, data: { ...placeData(at), id } }));
      } else if (!written.has(review) && !written.has(reviewIdOf(review)))
        groups.unchanged.add(() => unchangedEntry(record));
      for (const redaction of review.redactions) groups.masked.add(() => maskedEntry({ record, redaction }));
    }
  }

  /** Tells what would be done; exit code 1 when the import would be refused. */
  outcome(preview: ImportPreview, { isRefused }: { readonly isRefused: boolean }): Outcome {
    const reading = this.#reading;
    const groups = this.#groups;
    const joins = (preview.joins ?? []).filter(isJoined);
    for (const review of preview.removed)
      groups.removed.add(() => ({ text: shownReview(review), data: { id: review.id } }));
    for (const { at, same } of reading.duplicates) {
      groups.duplicate.add(() => ({
        text: `${shownPlace(at)}: the same as ${shownPlace(same)}`,
        data: { ...placeData(at), same: placeData(same) },
      }));
    }
    for (const { before, copyOf } of joins) {
      const text = `${before.id} (${before.source}) is a copy of ${copyOf}; see goodword split`;
      groups.joined.add(() => ({ text, data: { id: before.id, copy_of: copyOf } }));
    }
    for (const problem of reading.problems) {
      groups.refused.add(() => ({ text: problemLine(problem), data: problemData(problem) }));
    }
    const summary: ImportSummary = {
      ...preview,
      added: groups.new.count,
      changed: groups.changed.count,
      removed: preview.removed.length,
      withheld: this.#withheld,
      unverified: this.#unverified,
      joined: joins.length,
      suppressed: preview.suppressed.length,
    };
    const notes = preview.joins === null ? [...reading.notes, COPIES_UNKNOWN] : reading.notes;
    return {
      lines: [
        ...KINDS.flatMap((kind) => shownGroup(kind, groups[kind])),
        ...this.#facts.lines,
        summarise(summary, reading),
        ...notes,
        ...hintsAfter(summary),
        isRefused
          ? "The import would be refused: fix the records above, or skip them with --skip-invalid"
          : "Dry run: nothing was changed",
      ],
      data: {
        dry_run: true,
        revision: preview.base.revision,
        ...countsOf(summary, reading),
        business_changed: preview.businessChanged,
        would_replace_sample: preview.replacesSample,
        ...this.#facts.data,
        notes,
        records: groups,
      },
      ...(isRefused && { exitCode: 1 as const }),
    };
  }
}

const COPIES_UNKNOWN = "Copies of one review at several sources are found by the import itself, in files of this size";

type Sampled = "text" | "reply" | "hidden";

/** What a person would check: whether days, sources and words are what they should be. */
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
    this.#samples[what] ??= shownValue(sample);
  }

  get lines(): string[] {
    if (this.#days === null) return [];
    const { text, reply, hidden } = this.#counts;
    const [first, last] = this.#days;
    const sources = [...this.#sources].map(([source, count]) => `${sourceName(source)} ${groupedDigits(count)}`);
    const like = (what: Sampled) => `, such as ${this.#samples[what]}`;
    return [
      `Sources: ${sources.join(", ")}`,
      `Days: ${first} to ${last}`,
      `Texts: ${groupedDigits(text)}${text > 0 ? like("text") : ""}`,
      `Replies: ${groupedDigits(reply)}${reply > 0 ? like("reply") : ""}`,
      `Hidden by their source: ${groupedDigits(hidden)}${hidden > 0 ? like("hidden") : ""}`,
    ];
  }

  get data() {
    const { text: texts, reply: replies, hidden: hidden_at_source } = this.#counts;
    const days = this.#days && { first: this.#days[0], last: this.#days[1] };
    return {
      sources: Object.fromEntries(this.#sources),
      days,
      texts,
      replies,
      hidden_at_source,
      samples: this.#samples,
    };
  }
}

/** What stays as it is, is only counted. */
function shownGroup(kind: Kind, { count, shown }: Group): string[] {
  if (count === 0 || kind === "unchanged") return [];
  const more = count - shown.length;
  return [
    `${kind}:`,
    ...shown.map((text) => `  ${text}`),
    ...(more > 0 ? [`  ... and ${groupedDigits(more)} more; --json lists all`] : []),
  ];
}

function isJoined({ before, copyOf }: ChangedJoin): boolean {
  return copyOf !== null && copyOf !== before.copyOf;
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
