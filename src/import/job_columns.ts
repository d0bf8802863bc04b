/** Decides what the columns of a list of jobs mean, and asks the owner about unclear ones before any row is used. */
import { GoodwordError } from "../errors.ts";
import { foldName, listed, shortened } from "../review/mod.ts";
import { assignByName, type NamedColumns, vocabularyOf } from "./columns/assign.ts";
import { foldPath } from "./columns/column_words.ts";
import { withoutZone } from "./columns/dates.ts";
import { JOB_COLUMNS, JOB_STATES, type JobColumn, type JobState } from "./columns/job_words.ts";
import { type ConsentKind, consentKindOf, mentionsRefusal, readConsent } from "./consent.ts";
import {
  areNegative,
  combineStates,
  foldStatus,
  hasOutcomes,
  isOfDocuments,
  isStatusId,
  maybePlace,
  maybeReport,
  readStatus,
  readYesOrNo,
  type StatusKind,
  type StatusWords,
  statusKindOf,
} from "./job_status.ts";
import { type InputQuestion, NeedsInput } from "./problem.ts";

/** An owner's answers about a list, which are remembered for the next one. */
export interface JobHints {
  /** Column by role; "" for a role without a column. */
  readonly columns?: Readonly<Partial<Record<JobColumn, string>>> | undefined;
  readonly dateFormat?: string | undefined;
  /** The encoding of the list, which is not remembered. */
  readonly encoding?: string | undefined;
  readonly statuses?: Readonly<Record<string, string>> | undefined;
  readonly consents?: Readonly<Record<string, string>> | undefined;
}

/** Remembered answers. The meanings of values for a job are by the {@link statusKey} of their column. */
export interface RememberedJobHints extends Omit<JobHints, "statuses"> {
  readonly statuses?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

export interface JobAnswers extends JobHints {
  /** Earlier answers, used if they fit the list. */
  readonly remembered?: RememberedJobHints;
}

export const STATUS_ANSWERS = ["finished", "not-finished", "cancelled"] as const;
export const CONSENT_ANSWERS = ["may-contact", "may-not-contact", "something-else"] as const;

export const JOB_VOCABULARY = vocabularyOf<JobColumn>(JOB_COLUMNS);
const ALIASES: Readonly<Record<string, JobColumn>> = {
  finished: "date",
  customer_name: "customer",
  reference: "invoice",
  may_contact: "mayContact",
  may_not_contact: "mayNotContact",
  cancelled: "status",
};
export const JOB_ROLES: readonly string[] = [...JOB_VOCABULARY.keys(), ...Object.keys(ALIASES)];

export function jobRoleOf(name: string): JobColumn | undefined {
  return ALIASES[name] ?? [...JOB_VOCABULARY.keys()].find((role) => role.toLowerCase() === name.toLowerCase());
}

/** A column's name with "#" as "number", and without the objects that merely wrap a job. */
export function plainJobColumn(column: string): string {
  return column.replaceAll("#", " number").replace(/^(?:(?:job|payload|event|body|object|data)\.)+/i, "");
}

type Row = readonly string[];

interface StatusColumn {
  readonly index: number;
  readonly name: string;
  readonly kind: StatusKind;
}

export interface ConsentColumn {
  readonly index: number;
  readonly name: string;
  readonly kind: ConsentKind;
  readonly isAnswered?: boolean;
}

export interface JobColumns extends NamedColumns<JobColumn> {
  readonly statuses: readonly StatusColumn[];
  readonly consents: readonly ConsentColumn[];
}

const SHARED_ROLES: ReadonlySet<JobColumn> = new Set(["status", "mayContact", "mayNotContact"]);

/** The columns of a list by names, values and the owner's answers. @throws {GoodwordError} input_refused for a column that does not exist */
export function jobColumnsOf(header: readonly string[], sample: readonly Row[], options: JobAnswers): JobColumns {
  const { columns: stated = {}, remembered, consents } = options;
  const answers = { ...statedColumns(header, remembered?.columns, false), ...statedColumns(header, stated, true) };
  const known = Object.fromEntries(Object.entries(answers).filter(([role]) => !SHARED_ROLES.has(role as JobColumn)));
  // An earlier list without a role answers a question about this one, but hides no column of it.
  const lacking = new Set(rolesWithout(stated));
  const named = assignByName(header, JOB_VOCABULARY, {
    sample,
    known,
    without: new Set([...SHARED_ROLES, ...lacking]),
    folded: header.map((name) => foldPath(withoutZone(name))),
  });
  const taken = new Set(Object.values(named.roles).map(({ index }) => index));
  const statuses = lacking.has("status")
    ? []
    : statusColumnsOf(header, sample, { taken, stated: answers.status?.index, named: named.roles });
  for (const { index, kind } of statuses) if (kind !== "type" && kind !== "title") taken.add(index);
  const isSilent = lacking.has("mayContact") || lacking.has("mayNotContact");
  const statedKinds = new Map<number, ConsentKind>();
  if (answers.mayContact !== undefined) statedKinds.set(answers.mayContact.index, "allows");
  if (answers.mayNotContact !== undefined) statedKinds.set(answers.mayNotContact.index, "forbids");
  const meanings = new Map(
    Object.entries({ ...remembered?.consents, ...consents }).map(([name, meaning]) => [foldName(name), meaning]),
  );
  const consentColumns = header.flatMap((name, index): ConsentColumn[] => {
    const statedKind = statedKinds.get(index);
    if (taken.has(index) && statedKind === undefined) return [];
    const meaning = meanings.get(foldName(name));
    if (meaning === "something-else") return [];
    const answer = meaning === "may-contact" ? "allows" : meaning === "may-not-contact" ? "forbids" : statedKind;
    const own = consentKindOf(name);
    // Notes contain no yes or no. After the owner's answer, the refusals among them count.
    const isNotes =
      own === null && statedKind === undefined && sample.some((cells) => mentionsRefusal(cells[index] ?? ""));
    if (isNotes) return isSilent ? [] : [{ index, name, kind: answer === undefined ? "mentions" : "notes" }];
    const kind = answer ?? (isSilent ? null : own);
    return kind === null ? [] : [{ index, name, kind, isAnswered: answer !== undefined }];
  });
  const rivals = named.rivals.filter(({ index }) => !taken.has(index));
  return { ...named, rivals, statuses, consents: consentColumns };
}

function rolesWithout(columns: Readonly<Record<string, string | undefined>>): JobColumn[] {
  return Object.entries(columns).flatMap(([role, name]) => (name === "" ? (jobRoleOf(role) ?? []) : []));
}

interface StatusContext {
  readonly taken: ReadonlySet<number>;
  readonly stated: number | undefined;
  readonly named: NamedColumns<JobColumn>["roles"];
}

function statusColumnsOf(
  header: readonly string[],
  sample: readonly Row[],
  { taken, stated, named }: StatusContext,
): StatusColumn[] {
  const titles = new Set([named.service?.index, named.customer?.index]);
  const cellsOf = (index: number) => sample.map((cells) => cells[index] ?? "");
  const isKnown = (index: number) =>
    cellsOf(index).some((cell) => !["unknown", null].includes(readStatus("status", cell, new Map())));
  const found = header.flatMap((name, index): StatusColumn[] => {
    const kind = statusKindOf(name);
    if (index === stated) return [{ index, name, kind: kind === null || kind === "type" ? "status" : kind }];
    const isTitle = titles.has(index) || (!taken.has(index) && hasOutcomes(name, cellsOf(index)));
    if (isTitle && kind !== "type") return [{ index, name, kind: "title" }];
    if (kind === null || (taken.has(index) && kind !== "type")) return [];
    if (kind === "amount" && areNegative(cellsOf(index))) return [];
    if (kind === "type" && isOfDocuments(cellsOf(index))) {
      return [{ index, name, kind: "document_type" }];
    }
    const isInWords = kind === "status" || kind === "visit" || kind === "document" || kind === "quote";
    if (isInWords && (stated !== undefined || (maybePlace(name) && !isKnown(index)))) return [];
    if (maybeReport(name) && !isOfFewWords(cellsOf(index))) return [];
    return [{ index, name, kind }];
  });
  const inWords = new Set(found.flatMap(({ name, kind }) => (isStatusId(name) ? [] : [kind])));
  return found.filter(({ index, name, kind }) => index === stated || !isStatusId(name) || !inWords.has(kind));
}

function isOfFewWords(cells: readonly string[]): boolean {
  const values = new Set(cells.filter((cell) => cell !== "").map(foldStatus));
  return values.size <= MAX_ASKED && cells.every((cell) => cell.length <= 40);
}

/** Under which answers about the values of a column are remembered: "Sent" means one thing in a list of jobs, another among invoices. */
export function statusKey(column: string, header: readonly string[], { roles }: NamedColumns<JobColumn>): string {
  return [column, header[roles.date?.index ?? -1], header[roles.invoice?.index ?? -1]]
    .map((name) => foldName(name ?? ""))
    .join("/");
}

/** The owner's answers about the values of a column by its {@link statusKey}; new ones replace remembered ones. */
export function statusAnswersOf(key: string, { statuses, remembered }: JobAnswers): StatusWords {
  // Earlier releases remembered by the name alone.
  const before = { ...remembered?.statuses?.[key.replace(/\/.*/, "")], ...remembered?.statuses?.[key] };
  const entries = Object.entries({ ...before, ...statuses }).flatMap(([value, answer]) => {
    const state = JOB_STATES.find((each) => foldName(each) === foldName(answer));
    return state === undefined ? [] : [[foldStatus(value), state] as const];
  });
  return new Map(entries);
}

export interface SharedCells {
  readonly statuses: readonly string[];
  readonly consents: readonly string[];
}

interface UnknownValue {
  readonly column: string;
  readonly value: string;
}

/** The state of a job; null if it depends on the `unknown` values. */
interface RowStatus {
  readonly state: JobState | null;
  readonly unknown: readonly UnknownValue[];
}

const EMPTY = "(empty)";

/** Returns a function that reads the state of a job from its row. */
export function jobStatusReader(
  columns: readonly StatusColumn[],
  {
    found,
    answered,
    isPlanned,
  }: { readonly found: readonly SharedCells[]; readonly answered: readonly StatusWords[]; readonly isPlanned: boolean },
): (row: SharedCells) => RowStatus {
  const isPartly = columns.map(({ kind }, at) => {
    const filled = found.flatMap(({ statuses }) => statuses[at] || []);
    // If the column contains nothing but yes, an empty cell may mean no.
    if (kind === "finished") return filled.length > 0 && filled.every((cell) => readYesOrNo(cell) === true);
    return isPlanned && (kind === "status" || kind === "visit") && filled.length > 0;
  });
  return ({ statuses }) => {
    const read = columns.map(({ kind, name: column }, at) => {
      const cell = statuses[at] ?? "";
      const value = cell === "" && isPartly[at] === true ? EMPTY : cell;
      return { kind, column, value, state: readStatus(kind, value, answered[at] ?? new Map()) };
    });
    const state = combineStates(read);
    if (state !== "unknown") return { state, unknown: [] };
    return { state: null, unknown: read.filter((each) => each.state === "unknown") };
  };
}

const DOCUMENTED: ReadonlySet<string> = new Set([
  ...(JOB_VOCABULARY.get("mayContact") ?? []),
  ...(JOB_VOCABULARY.get("mayNotContact") ?? []),
]);

/**
 * Marks columns as unsure whose filled cells are mostly neither yes nor no, so they are not what their name suggests. A column
 * such as "Do not service" that has nothing but no forbids nothing, whatever it is about.
 */
export function understoodConsents(
  columns: readonly ConsentColumn[],
  found: readonly SharedCells[],
): readonly ConsentColumn[] {
  return columns.flatMap((column, at): ConsentColumn[] => {
    const { kind } = column;
    const values = found.flatMap(({ consents }) => consents[at] || []);
    const isProhibition = kind === "unsure" && /^(?:.*\.)?do ?not/i.test(column.name);
    if (isProhibition && values.every((value) => readYesOrNo(value) === false)) return [{ ...column, kind: "notes" }];
    const isCertain = column.isAnswered === true || DOCUMENTED.has(foldName(column.name));
    if ((kind !== "allows" && kind !== "forbids") || isCertain) return [column];
    const read = values.filter((value) => readConsent(kind, value) !== null);
    return [read.length * 2 >= values.length ? column : { ...column, kind: "unsure" }];
  });
}

interface JobsContext {
  readonly columns: JobColumns;
  readonly consents: readonly ConsentColumn[];
  readonly found: readonly SharedCells[];
  readonly statusOf: (row: SharedCells) => RowStatus;
}

const MAX_ASKED = 20;

/** @throws {NeedsInput} with a question about each unknown value and unclear column */
export function requireKnownJobs({ consents, found, statusOf }: JobsContext): void {
  const unknown = new Map<string, UnknownValue>();
  for (const each of found) {
    for (const value of statusOf(each).unknown) unknown.set(`${value.column}\0${foldStatus(value.value)}`, value);
  }
  const questions = [
    ...statusQuestions([...unknown.values()].slice(0, MAX_ASKED)),
    ...consentQuestions(consents, found),
  ];
  if (questions.length > 0) throw new NeedsInput(questions);
}

function statusQuestions(values: readonly UnknownValue[]): InputQuestion[] {
  const byColumn = Map.groupBy(values, ({ column }) => column);
  return [...byColumn].flatMap(([column, unknown]) =>
    unknown.map(({ value }, at): InputQuestion => {
      const named = listed(unknown.map((each) => quoted(each.value)));
      const message = `The column ${quoted(column)} has unknown values: ${named}; answer once with --status ${quoted(`${value}=${STATUS_ANSWERS[1]}`)}, ${STATUS_ANSWERS[0]} or ${STATUS_ANSWERS[2]}. Nothing was changed`;
      return {
        option: "status",
        about: { column, value },
        choices: STATUS_ANSWERS,
        message: at === 0 ? message : "",
        question: `What does ${quoted(value)} in the column ${quoted(column)} mean for a job?`,
      };
    }),
  );
}

function consentQuestions(columns: readonly ConsentColumn[], found: readonly SharedCells[]): InputQuestion[] {
  return columns.flatMap(({ kind, name: column }, at): InputQuestion[] => {
    const cells = [...new Set(found.flatMap(({ consents }) => consents[at] || []))];
    const values = (kind === "mentions" ? cells.filter(mentionsRefusal) : cells).slice(0, 5);
    if ((kind !== "unsure" && kind !== "mentions") || values.length === 0) return [];
    const shown = values.map((value) => quoted(shortened(value, 40))).join(", ");
    const isNotes = kind === "mentions";
    const may = isNotes
      ? `${CONSENT_ANSWERS[1]} if such notes ask you not to contact the customer`
      : `${CONSENT_ANSWERS[0]} if a yes allows messages, ${CONSENT_ANSWERS[1]} if anything except no forbids them`;
    const message = `The column ${quoted(column)} (${shown}) may show which customers do not want messages; answer once with --consent ${quoted(`${column}=MEANING`)}: ${may}, or ${CONSENT_ANSWERS[2]}. Nothing was changed`;
    const choices = isNotes ? CONSENT_ANSWERS.slice(1) : CONSENT_ANSWERS;
    const question = isNotes
      ? `Do notes in the column ${quoted(column)} (${shown}) ask you not to contact the customer?`
      : `What does the column ${quoted(column)} (${shown}) mean for messages to customers?`;
    return [{ option: "consent", about: { column, value: shown }, choices, message, question }];
  });
}

export const quoted = (text: string) => JSON.stringify(text);
/** The advice for an unattended import, in which no owner can answer. */
export const HOW_STATUS_IS_ANSWERED = `answer once with goodword jobs add --status "VALUE=${STATUS_ANSWERS[0]}", ${STATUS_ANSWERS[1]} or ${STATUS_ANSWERS[2]}`;

export const HOW_CONSENT_IS_ANSWERED = `answer once with goodword jobs add --consent "COLUMN=${CONSENT_ANSWERS[0]}", ${CONSENT_ANSWERS[1]} or ${CONSENT_ANSWERS[2]}`;

function statedColumns(header: readonly string[], columns: JobHints["columns"] = {}, isStated: boolean) {
  const folded = (name: string) =>
    plainJobColumn(name)
      .toLowerCase()
      .replace(/[\s_-]+/g, "");
  const stated = Object.entries(columns).flatMap(([given, name]) => {
    const role = jobRoleOf(given);
    if (role === undefined || name === "") return [];
    const index = header.findIndex((column) => folded(column) === folded(name));
    if (index >= 0) return [[role, { index, by: isStated ? "stated" : "remembered" }] as const];
    if (!isStated) return [];
    const message = `No column ${JSON.stringify(name)}; the columns are ${listed(header.map((each) => JSON.stringify(each)))}`;
    throw new GoodwordError("input_refused", `${message}. Nothing was changed`);
  });
  return Object.fromEntries(stated) as NamedColumns<JobColumn>["roles"];
}
