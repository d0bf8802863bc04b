/** What an import would do, record by record. */
import {
  type DraftRedaction,
  describeProblem,
  type ImportProblem,
  type ImportReading,
  type InputQuestion,
  type ListedReading,
  type RecordPlace,
  type TableInterpretation,
} from "../import/mod.ts";
import {
  type Answers,
  answerIn,
  byKind,
  catchQuestions,
  type ImportFacts,
  type ImportPreview,
  importCounts,
  type NextStep,
  nextSteps,
  notesOf,
  type OfPreview,
  PREVIEW_KINDS,
  type PreviewEntry,
  type PreviewedReview,
  type PreviewKind,
  type ReadInNumbers,
  withAnswer,
} from "../owner/import_preview.ts";
import type { DoneImport } from "../owner/run_import.ts";
import { counted, groupedDigits, printable, shortened, sourceName } from "../review/mod.ts";
import type { ImportSummary } from "../store/import/mod.ts";
import { type CommandCall, type Outcome, table } from "./command.ts";

/** The first fault in one line: `reviews.json: reviews[7] (id "x"): rating is 6, expected 1 to 5 (and 2 more ...)`. */
export function refusedOutcome({ problems }: Pick<ImportReading, "problems">): Outcome {
  const [first] = problems;
  if (first === undefined) throw new Error("An import was refused without a problem");
  const more = problems.length - 1;
  const rest =
    more === 0 ? "" : ` (and ${counted(more, "more problem")}; --dry-run shows ${more === 1 ? "it" : "them"})`;
  const message = `${problemLine(first)}${rest}`;
  return {
    lines: [],
    faults: [message],
    data: { error: { code: "input_refused", message }, problems: problems.map(problemData) },
    exitCode: 1,
  };
}

function problemLine(problem: ImportProblem): string {
  return `${problem.at.file}: ${describeProblem(problem)}`;
}

function problemData({ at, field, value, message }: ImportProblem) {
  return { file: at.file, path: at.path, line: at.line, id: at.id, field, value, reason: message };
}

const MAX_SKIPPED_SHOWN = 20;

export function doneOutcome(reading: ReadInNumbers, done: DoneImport, rejects: string | null): Outcome {
  const { summary, revision, isReanalyzed } = done;
  const notes = notesOf(reading, summary);
  const skipped = reading.problems.slice(0, MAX_SKIPPED_SHOWN).map((problem) => `Skipped: ${problemLine(problem)}`);
  const more = reading.problems.length - skipped.length;
  return {
    lines: [
      `${summarise(summary, reading)}; revision ${revision}`,
      ...skipped,
      ...(more > 0 ? [`... and ${counted(more, "more problem")}`] : []),
      ...(rejects === null ? [] : [rejects]),
      ...notes,
      ...(isReanalyzed ? [] : [UNANALYZED]),
      ...hintsAfter(summary),
    ],
    data: {
      revision,
      ...importCounts(summary, reading),
      business_changed: summary.businessChanged,
      replaced_sample: summary.replacesSample,
      analysed: isReanalyzed,
      notes,
      problems: reading.problems.map(problemData),
    },
  };
}

const UNANALYZED =
  "Existing reviews could not be re-analysed now; the server or the next import will do so before publishing them.";

function summarise(summary: ImportSummary, reading: ReadInNumbers): string {
  const counts = importCounts(summary, reading);
  const always = (["new", "changed", "unchanged"] as const).map((kind) => `${groupedDigits(counts[kind])} ${kind}`);
  const sometimes: readonly [number, string][] = [
    [counts.gone, "gone at the source"],
    [counts.removed, "removed"],
    [counts.duplicate, "duplicate"],
    [counts.withheld, "withheld"],
    [counts.joined, "joined"],
    [counts.suppressed, "skipped because they were removed earlier"],
    [counts.refused, "refused"],
  ];
  const business = summary.businessChanged && summary.base.revision > 0 ? ["business changed"] : [];
  return [
    ...always,
    ...business,
    ...sometimes.flatMap(([number, word]) => (number > 0 ? [`${groupedDigits(number)} ${word}`] : [])),
  ].join(", ");
}

const NEXT: Readonly<Record<NextStep, readonly string[]>> = {
  sample_replaced: ["Your reviews replaced the sample data."],
  name_business: ["Your business has no name yet: run goodword init, then import the business.json it writes."],
  verify: [
    "To publish unverified reviews, match them with your job list (goodword jobs add JOBS.csv), or import again with",
    '--verified-by METHOD: operator_attested, if you vouch for all of them, which is shown as "Confirmed only by the business".',
  ],
};

function hintsAfter(summary: ImportSummary): string[] {
  return nextSteps(summary).flatMap((step) => NEXT[step]);
}

/** A table for each file of another tool; formats with rules of their own are only named. */
export function explainOutcome({ understood, format, notes }: ImportReading): Outcome {
  const lines = understood.flatMap((each, index) => (index === 0 ? linesOf(each) : ["", ...linesOf(each)]));
  return {
    lines: lines.length > 0 ? lines : [`Read as ${format}, which has no columns to explain`],
    data: { explain: true, format, files: understood.map(dataOf), notes },
  };
}

function linesOf(understanding: TableInterpretation): string[] {
  const { file, kind, encoding, tool, source, rows, columns, dates, ratings } = understanding;
  const facts = [kind, encoding, tool === null ? null : `as written by ${tool}`, `${groupedDigits(rows)} records`];
  return [
    `${file}: ${facts.filter((fact) => fact !== null).join(", ")}`,
    ...columnLines(columns),
    `  source: ${[source.name, source.why].filter((word) => word !== "").join(", ")}`,
    `  dates: ${dates}`,
    `  ratings: ${ratings}`,
  ];
}

export function columnLines(columns: TableInterpretation["columns"]): string[] {
  const rows = columns.map(({ column, became, why, example }) => [`  ${column}`, became ?? "-", why, example ?? ""]);
  return table([["  column", "became", "why", "first value"], ...rows], 44);
}

function dataOf({ hints, source, columns: shown, ...understanding }: TableInterpretation) {
  const columns = shown.map(({ values: _values, ...column }) => column);
  return {
    ...understanding,
    columns,
    source: { ...source, name: source.name === "" ? null : source.name },
    said: hints,
  };
}

/** Entries per kind shown to people; --json contains all. */
export const MAX_SHOWN = 20;

interface Entry {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

class Group {
  count = 0;
  readonly shown: string[] = [];
  readonly #all: Entry["data"][] = [];

  constructor(private readonly isWhole: boolean) {}

  add(entry: PreviewEntry): void {
    this.count++;
    if (this.isWhole) this.#all.push(shown(entry).data);
    else if (this.shown.length < MAX_SHOWN) this.shown.push(shown(entry).text);
  }

  toJSON(): Entry["data"][] {
    return this.#all;
  }
}

/** The effects of an import by kind: all of them, or the first of each. */
export class DryRun {
  readonly #groups: Readonly<Record<PreviewKind, Group>>;

  constructor(isWhole: boolean) {
    this.#groups = Object.fromEntries(PREVIEW_KINDS.map((kind) => [kind, new Group(isWhole)])) as Record<
      PreviewKind,
      Group
    >;
  }

  add(entry: PreviewEntry): void {
    this.#groups[entry.kind].add(entry);
  }

  /** The outcome of a dry run; exit code 1 if the import would be refused. */
  outcome(reading: ListedReading, look: ImportPreview, { isRefused }: { readonly isRefused: boolean }): Outcome {
    const { summary, facts } = look;
    const groups = this.#groups;
    const notes = notesOf(reading, summary);
    return {
      lines: [
        ...PREVIEW_KINDS.flatMap((kind) => shownGroup(kind, groups[kind])),
        ...(facts === null ? [] : factLines(facts)),
        summarise(summary, reading),
        ...notes,
        ...hintsAfter(summary),
        isRefused
          ? "The import would be refused: fix the records above, or skip them with --skip-invalid"
          : "Dry run: nothing was changed",
      ],
      data: {
        dry_run: true,
        revision: summary.base.revision,
        ...importCounts(summary, reading),
        business_changed: summary.businessChanged,
        would_replace_sample: summary.replacesSample,
        ...factData(facts),
        notes,
        records: groups,
      },
      ...(isRefused && { exitCode: 1 as const }),
    };
  }
}

function factLines({ sources, first, last, counts, samples }: ImportFacts): string[] {
  const bySource = Object.entries(sources).map(([source, count]) => `${sourceName(source)} ${groupedDigits(count)}`);
  const line = (about: string, what: keyof typeof counts) =>
    `${about}: ${groupedDigits(counts[what])}${counts[what] > 0 ? `, such as ${shownValue(samples[what])}` : ""}`;
  return [
    `Sources: ${bySource.join(", ")}`,
    `Days: ${first} to ${last}`,
    line("Texts", "text"),
    line("Replies", "reply"),
    line("Hidden by their source", "hidden"),
  ];
}

function factData(facts: ImportFacts | null) {
  const { text: texts = 0, reply: replies = 0, hidden: hidden_at_source = 0 } = facts?.counts ?? {};
  const samples = Object.entries(facts?.samples ?? {}).map(([what, sample]) => [what, shownValue(sample)]);
  return {
    sources: facts?.sources ?? {},
    days: facts && { first: facts.first, last: facts.last },
    texts,
    replies,
    hidden_at_source,
    samples: Object.fromEntries(samples),
  };
}

function shownGroup(kind: PreviewKind, { count, shown }: Group): string[] {
  if (count === 0 || kind === "unchanged") return [];
  const more = count - shown.length;
  return [
    `${kind}:`,
    ...shown.map((text) => `  ${text}`),
    ...(more > 0 ? [`  ... and ${groupedDigits(more)} more; --json lists all`] : []),
  ];
}

const SHOWN: OfPreview<Entry> = {
  new: ({ at, review }) => placed(at, shownReview(review), { id: review.id, date: review.date, rating: review.rating }),
  changed: ({ at, id, changes }) => {
    const text = changes.map(({ field, from, to }) => `${field} ${shownValue(from)} -> ${shownValue(to)}`).join("; ");
    return placed(at, text, { id, changes });
  },
  unchanged: ({ at, review }) => placed(at, `${review.date}, ${review.rating} of 5`, {}),
  gone: ({ review }) => SHOWN.removed({ kind: "removed", review }),
  removed: ({ review }) => ({ text: shownReview(review), data: { id: review.id } }),
  duplicate: ({ at, same }) => placed(at, `the same as ${shownPlace(same)}`, { same: placeData(same) }),
  withheld: ({ at, review: { id, withheld } }) => placed(at, String(withheld), { id, reason: withheld }),
  joined: ({ review: { id, source }, copyOf }) => ({
    text: `${id} (${source}) is a copy of ${copyOf}; see goodword split`,
    data: { id, copy_of: copyOf },
  }),
  "kept out": ({ at, id }) => placed(at, `${id} was removed; see goodword restore`, { id }),
  refused: ({ problem }) => ({ text: problemLine(problem), data: problemData(problem) }),
  masked: ({ at, review, redaction: { field, kind, before } }) => {
    const becomes = kind === "name" ? `becomes ${shownValue(review.authorName)}` : OUTCOMES[kind];
    return placed(at, `${field}: ${MASKED[kind]} ${shownValue(before)} ${becomes}`, { field, kind, before });
  },
};

function shown(entry: PreviewEntry): Entry {
  return byKind(SHOWN, entry);
}

function placed(at: RecordPlace | undefined, text: string, data: Entry["data"]): Entry {
  return { text: `${shownPlace(at)}: ${text}`, data: { ...placeData(at), ...data } };
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
  bidi_control: "is removed",
};

export function shownReview({ id, date, rating, text }: PreviewedReview): string {
  return `${id}, ${date}, ${rating} of 5, ${shownValue(text)}`;
}

const MAX_SHOWN_LENGTH = 60;

function shownValue(value: unknown): string {
  return shortened(JSON.stringify(value ?? null), MAX_SHOWN_LENGTH);
}

function shownPlace(at: RecordPlace | undefined): string {
  if (at === undefined) return "business";
  return `${at.file}: ${at.path}${at.line === undefined ? "" : ` at line ${at.line}`}`;
}

function placeData(at: RecordPlace | undefined) {
  return at === undefined ? {} : { file: at.file, path: at.path, line: at.line };
}

// Asks the person at the terminal about what files do not contain.

/** No file needs more rounds of questions; more means that answers are not applied. */
const MAX_ROUNDS = 8;

/** Runs a command that may need answers, and runs it again with each answer. */
export async function withPrompts<Given extends object>(
  call: CommandCall,
  given: Given,
  run: (given: Given & Answers) => Promise<Outcome>,
): Promise<Outcome> {
  const { ask } = call.context;
  let answers: Given & Answers = given;
  for (let round = 0; ; round++) {
    const tried = await catchQuestions(() => run(answers));
    if (tried.kind === "done") return tried.value;
    if (ask === null || call.isSilent || round === MAX_ROUNDS) throw tried.error;
    call.context.warn(`${printable(tried.error.message)}\n`);
    for (const question of tried.questions) {
      const answer = await answerTo(question, call, ask);
      if (answer === null) throw tried.error;
      answers = withAnswer(answers, question, answer);
    }
  }
}

type Ask = NonNullable<CommandCall["context"]["ask"]>;

const MAX_EXAMPLES = 30;

async function answerTo(wanted: InputQuestion, call: CommandCall, ask: Ask): Promise<string | null> {
  const { question, examples = [], choices, proposed } = wanted;
  for (const example of examples.slice(0, MAX_EXAMPLES)) call.context.warn(`  ${printable(example)}\n`);
  const offered = choices !== undefined && examples.length === 0 ? ` (${choices.slice(0, 12).join(", ")})` : "";
  const suggestion = proposed === null || proposed === undefined ? "" : ` [${proposed}]`;
  for (;;) {
    const typed = (await ask(`${printable(`${question}${offered}${suggestion}`)} `)).trim();
    const meant = typed === "" ? (proposed ?? "") : typed;
    if (meant === "") return null;
    const answer = answerIn(wanted, meant);
    if (answer !== null) return answer;
    if (choices !== undefined) call.context.warn(`  ${printable(meant)} is not one of the choices\n`);
  }
}
