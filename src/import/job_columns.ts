/**
 * What the columns of a list of jobs are, what its owner answered about them, and what has to be asked before anything is made
 * of its rows.
 */
import { GoodwordError } from "../errors.ts";
import { foldName, listed, shortened } from "../review/mod.ts";
import { assignByName, type NamedColumns, vocabularyOf } from "./columns/assign.ts";
import { JOB_COLUMNS, JOB_STATES, type JobColumn, type JobState } from "./columns/job_words.ts";
import { type ConsentKind, consentKindOf, mentionsRefusal, readConsent } from "./consent.ts";
import {
  combineStates,
  foldStatus,
  isOfDocuments,
  isStatusId,
  looksLikeStatus,
  maybePlace,
  maybeReport,
  readStatus,
  readYesOrNo,
  type StatusKind,
  type StatusWords,
  statusKindOf,
} from "./job_status.ts";
import { HintWanted, type Wanted } from "./problem.ts";

/** What an owner answered about a list; remembered for the next one. */
export interface JobHints {
  /** Column by role; "" where the list has none. */
  readonly columns?: Readonly<Partial<Record<JobColumn, string>>> | undefined;
  readonly dateFormat?: string | undefined;
  /** The encoding of the list, which is not remembered. */
  readonly encoding?: string | undefined;
  /** What values of a status mean: one of {@link STATUS_ANSWERS} by value. */
  readonly statuses?: Readonly<Record<string, string>> | undefined;
  /** What a yes in a column means for messages: one of {@link CONSENT_ANSWERS} by the column's name. */
  readonly consents?: Readonly<Record<string, string>> | undefined;
}

/** What is remembered: what a value means is remembered for the column that had it. */
export interface RememberedJobHints extends Omit<JobHints, "statuses"> {
  readonly statuses?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** Answers about a list, now and before. */
export interface JobAnswers extends JobHints {
  /** Earlier answers, used where they fit. */
  readonly remembered?: RememberedJobHints;
}

/** What a value of a status can mean. */
export const STATUS_ANSWERS = ["finished", "not-finished", "cancelled"] as const;
/** What a yes in a column of consent can mean. */
export const CONSENT_ANSWERS = ["may-contact", "may-not-contact", "something-else"] as const;

/** Folded names of columns by role. */
export const JOB_VOCABULARY = vocabularyOf<JobColumn>(JOB_COLUMNS);
/** Names of our own JSON and of the command line, beside the roles themselves. */
const ALIASES: Readonly<Record<string, JobColumn>> = {
  finished: "date",
  customer_name: "customer",
  reference: "invoice",
  may_contact: "mayContact",
  may_not_contact: "mayNotContact",
  cancelled: "status",
};
/** Names that `--column` takes. */
export const JOB_ROLES: readonly string[] = [...JOB_VOCABULARY.keys(), ...Object.keys(ALIASES)];

/** The role of a name of {@link JOB_ROLES}. */
export function jobRoleOf(name: string): JobColumn | undefined {
  return ALIASES[name] ?? [...JOB_VOCABULARY.keys()].find((role) => role.toLowerCase() === name.toLowerCase());
}

/** "Invoice #" is its number; "Customer #" is no name. What only wraps a job adds nothing to a field's name. */
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
  /** Whether it is of this kind by the owner's answer. */
  readonly isAnswered?: boolean;
}

/** What the columns of a list are. */
export interface JobColumns extends NamedColumns<JobColumn> {
  readonly statuses: readonly StatusColumn[];
  readonly consents: readonly ConsentColumn[];
}

/** Roles of which a list may have several columns. */
const SHARED_ROLES: ReadonlySet<JobColumn> = new Set(["status", "mayContact", "mayNotContact"]);

/** The columns of a list by their names and the values below, and by the answers of its owner. @throws {GoodwordError} input_refused */
export function jobColumnsOf(header: readonly string[], sample: readonly Row[], options: JobAnswers): JobColumns {
  const { columns: said = {}, remembered, consents } = options;
  const answers = { ...statedColumns(header, remembered?.columns, false), ...statedColumns(header, said, true) };
  const known = Object.fromEntries(Object.entries(answers).filter(([role]) => !SHARED_ROLES.has(role as JobColumn)));
  const lacking = new Set(rolesWithout({ ...remembered?.columns, ...said }));
  const named = assignByName(header, JOB_VOCABULARY, {
    sample,
    known,
    without: new Set([...SHARED_ROLES, ...lacking]),
  });
  const taken = new Set(Object.values(named.roles).map(({ index }) => index));
  const statuses = lacking.has("status")
    ? []
    : statusColumnsOf(header, sample, { taken, stated: answers.status?.index });
  for (const { index, kind } of statuses) if (kind !== "type") taken.add(index);
  const isSilent = lacking.has("mayContact") || lacking.has("mayNotContact");
  const statedKinds = new Map<number, ConsentKind>();
  if (answers.mayContact !== undefined) statedKinds.set(answers.mayContact.index, "allows");
  if (answers.mayNotContact !== undefined) statedKinds.set(answers.mayNotContact.index, "forbids");
  const meanings = new Map(
    Object.entries({ ...remembered?.consents, ...consents }).map(([name, meaning]) => [foldName(name), meaning]),
  );
  const consentColumns = header.flatMap((name, index): ConsentColumn[] => {
    const stated = statedKinds.get(index);
    if (taken.has(index) && stated === undefined) return [];
    const meaning = meanings.get(foldName(name));
    if (meaning === "something-else") return [];
    const answer = meaning === "may-contact" ? "allows" : meaning === "may-not-contact" ? "forbids" : stated;
    const own = consentKindOf(name);
    // Notes are no yes and no no: by the owner's answer the wishes among them count.
    const isNotes = own === null && stated === undefined && sample.some((cells) => mentionsRefusal(cells[index] ?? ""));
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

interface StatusQuestion {
  readonly taken: ReadonlySet<number>;
  /** The column that the owner named. */
  readonly stated: number | undefined;
}

function statusColumnsOf(
  header: readonly string[],
  sample: readonly Row[],
  { taken, stated }: StatusQuestion,
): StatusColumn[] {
  const isKnown = (index: number) =>
    sample.some((cells) => !["unknown", null].includes(readStatus("status", cells[index] ?? "", new Map())));
  const found = header.flatMap((name, index): StatusColumn[] => {
    const kind = statusKindOf(name);
    if (index === stated) return [{ index, name, kind: kind === null || kind === "type" ? "status" : kind }];
    if (kind === null || (taken.has(index) && kind !== "type")) return [];
    if (kind === "type" && isOfDocuments(sample.map((cells) => cells[index] ?? ""))) {
      return [{ index, name, kind: "document_type" }];
    }
    const isInWords = kind === "status" || kind === "visit" || kind === "document";
    if (isInWords && (stated !== undefined || (maybePlace(name) && !isKnown(index)))) return [];
    if (maybeReport(name) && !isOfFewWords(sample.map((cells) => cells[index] ?? ""))) return [];
    return [{ index, name, kind }];
  });
  const inWords = new Set(found.flatMap(({ name, kind }) => (isStatusId(name) ? [] : [kind])));
  return found.filter(({ index, name, kind }) => index === stated || !isStatusId(name) || !inWords.has(kind));
}

/** Whether the cells of a column are a few words each, of which there are not many. */
function isOfFewWords(cells: readonly string[]): boolean {
  const values = new Set(cells.filter((cell) => cell !== "").map(foldStatus));
  return values.size <= MOST_ASKED && cells.every((cell) => cell.length <= 40);
}

/** @throws {HintWanted} where no column has the status by its name, and the values of one are those of a status */
export function requireKnownStatus(
  header: readonly string[],
  columns: JobColumns,
  { sample, options }: { readonly sample: readonly Row[]; readonly options: JobAnswers },
): void {
  const answered = options.columns?.status ?? options.remembered?.columns?.status;
  if (answered !== undefined || columns.statuses.some(({ kind }) => kind === "status" || kind === "visit")) return;
  const read = new Set(
    [...Object.values(columns.roles), ...columns.statuses, ...columns.consents].map((each) => each.index),
  );
  const wants = header.flatMap((column, index): Wanted[] => {
    const cells = sample.map((row) => row[index] ?? "").filter((cell) => cell !== "");
    if (read.has(index) || !looksLikeStatus(column, cells)) return [];
    const shown = [...new Set(cells)].slice(0, 5).map((value) => quoted(shortened(value, 40)));
    return [
      {
        ...{ option: "column", role: "status", choices: header.filter((name) => name !== "") },
        about: { column, value: shown.join(", ") },
        question: `Which column is what became of each job? ${quoted(column)} has ${listed(shown)}`,
        message: `The column ${quoted(column)} has values of a status: ${listed(shown)}; answer once with --column ${quoted(`status=${column}`)} if it is what became of each job, or --column status= if it is not. Nothing was changed`,
        examples: header.map((name, at) => `${name}: ${firstValue(sample, at) ?? ""}`),
      },
    ];
  });
  if (wants.length > 0) throw new HintWanted(wants.slice(0, 1));
}

/** Answers about the values of a column: the latest first. */
export function statusAnswersOf(column: string, { statuses, remembered }: JobAnswers): StatusWords {
  const before = remembered?.statuses?.[foldName(column)];
  const entries = Object.entries({ ...before, ...statuses }).flatMap(([value, answer]) => {
    const state = JOB_STATES.find((each) => foldName(each) === foldName(answer));
    return state === undefined ? [] : [[foldStatus(value), state] as const];
  });
  return new Map(entries);
}

/** Cells of a row, in the order of the columns of the status and of consent. */
export interface SharedCells {
  readonly statuses: readonly string[];
  readonly consents: readonly string[];
}

interface UnknownValue {
  readonly column: string;
  readonly value: string;
}

/** The state of a job, and the values that it is not known by. */
interface RowStatus {
  readonly state: JobState | null;
  readonly unknown: readonly UnknownValue[];
}

/** An empty cell that has a meaning which has to be asked. */
const EMPTY = "(empty)";

/** Finds the state of a job in its row. */
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
    // Where only a yes is ever written, an empty cell may be the no.
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

/** Columns whose names leave no doubt: what they hold is a yes or a no, or wrong. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  ...(JOB_VOCABULARY.get("mayContact") ?? []),
  ...(JOB_VOCABULARY.get("mayNotContact") ?? []),
]);

/** A column whose filled cells are mostly no yes and no no is not what its name suggests. */
export function understoodConsents(
  columns: readonly ConsentColumn[],
  found: readonly SharedCells[],
): readonly ConsentColumn[] {
  return columns.flatMap((column, at): ConsentColumn[] => {
    const { kind } = column;
    const values = found.flatMap(({ consents }) => consents[at] || []);
    const isCertain = column.isAnswered === true || DOCUMENTED.has(foldName(column.name));
    if ((kind !== "allows" && kind !== "forbids") || isCertain) return [column];
    const read = values.filter((value) => readConsent(kind, value) !== null);
    return [read.length * 2 >= values.length ? column : { ...column, kind: "unsure" }];
  });
}

interface KnownQuestion {
  readonly columns: JobColumns;
  readonly consents: readonly ConsentColumn[];
  readonly found: readonly SharedCells[];
  readonly statusOf: (row: SharedCells) => RowStatus;
}

/** More questions than this are not put at once. */
const MOST_ASKED = 20;

/** @throws {HintWanted} with a question for each value and column that is not known */
export function requireKnownJobs({ consents, found, statusOf }: KnownQuestion): void {
  const unknown = new Map<string, UnknownValue>();
  for (const each of found) {
    for (const value of statusOf(each).unknown) unknown.set(`${value.column}\0${foldStatus(value.value)}`, value);
  }
  const wants = [...statusWants([...unknown.values()].slice(0, MOST_ASKED)), ...consentWants(consents, found)];
  if (wants.length > 0) throw new HintWanted(wants);
}

function statusWants(values: readonly UnknownValue[]): Wanted[] {
  const byColumn = Map.groupBy(values, ({ column }) => column);
  return [...byColumn].flatMap(([column, unknown]) =>
    unknown.map(({ value }, at): Wanted => {
      const named = listed(unknown.map((each) => quoted(each.value)));
      const message = `The column ${quoted(column)} has values that are not known: ${named}; answer once with --status ${quoted(`${value}=${STATUS_ANSWERS[1]}`)}, ${STATUS_ANSWERS[0]} or ${STATUS_ANSWERS[2]}. Nothing was changed`;
      return {
        ...{ option: "status", about: { column, value }, choices: STATUS_ANSWERS },
        message: at === 0 ? message : "",
        question: `What does ${quoted(value)} in the column ${quoted(column)} mean for a job?`,
      };
    }),
  );
}

function consentWants(columns: readonly ConsentColumn[], found: readonly SharedCells[]): Wanted[] {
  return columns.flatMap(({ kind, name: column }, at): Wanted[] => {
    const cells = [...new Set(found.flatMap(({ consents }) => consents[at] || []))];
    const values = (kind === "mentions" ? cells.filter(mentionsRefusal) : cells).slice(0, 5);
    if ((kind !== "unsure" && kind !== "mentions") || values.length === 0) return [];
    const shown = values.map((value) => quoted(shortened(value, 40))).join(", ");
    const isNotes = kind === "mentions";
    const may = isNotes
      ? `${CONSENT_ANSWERS[1]} if such notes ask for no messages`
      : `${CONSENT_ANSWERS[0]} if a yes allows messages, ${CONSENT_ANSWERS[1]} if a yes, or any entry but a no, forbids them`;
    const message = `The column ${quoted(column)} (${shown}) may show which customers do not want messages; answer once with --consent ${quoted(`${column}=MEANING`)}: ${may}, or ${CONSENT_ANSWERS[2]}. Nothing was changed`;
    const choices = isNotes ? CONSENT_ANSWERS.slice(1) : CONSENT_ANSWERS;
    const question = isNotes
      ? `Do notes in the column ${quoted(column)} (${shown}) ask for no messages?`
      : `What does the column ${quoted(column)} (${shown}) say about messages to customers?`;
    return [{ option: "consent", about: { column, value: shown }, choices, message, question }];
  });
}

const quoted = (text: string) => JSON.stringify(text);
/** What the issue of a row advises where no owner is there to answer. */
export const HOW_STATUS_IS_ANSWERED = `answer once with goodword jobs add --status "VALUE=${STATUS_ANSWERS[0]}", ${STATUS_ANSWERS[1]} or ${STATUS_ANSWERS[2]}`;

export const HOW_CONSENT_IS_ANSWERED = `answer once with goodword jobs add --consent "COLUMN=${CONSENT_ANSWERS[0]}", ${CONSENT_ANSWERS[1]} or ${CONSENT_ANSWERS[2]}`;

/** The owner's words must fit the list; what is remembered is used where it does. */
function statedColumns(header: readonly string[], columns: JobHints["columns"] = {}, isSaid: boolean) {
  const folded = (name: string) =>
    plainJobColumn(name)
      .toLowerCase()
      .replace(/[\s_-]+/g, "");
  const stated = Object.entries(columns).flatMap(([given, name]) => {
    const role = jobRoleOf(given);
    if (role === undefined || name === "") return [];
    const index = header.findIndex((column) => folded(column) === folded(name));
    if (index >= 0) return [[role, { index, by: isSaid ? "told" : "remembered" }] as const];
    if (!isSaid) return [];
    const message = `No column ${JSON.stringify(name)}; the columns are ${listed(header.map((each) => JSON.stringify(each)))}`;
    throw new GoodwordError("input_refused", `${message}. Nothing was changed`);
  });
  return Object.fromEntries(stated) as NamedColumns<JobColumn>["roles"];
}

/** @throws {HintWanted} */
export function requireJobColumns(
  header: readonly string[],
  { roles }: NamedColumns<JobColumn>,
  sample: readonly Row[],
): void {
  const names = [roles.customer, roles.firstName, roles.lastName, roles.email, roles.telephone];
  const isNamed = names.some((role) => role !== undefined);
  const isThere = { date: roles.date !== undefined, customer: isNamed };
  const wants = (["date", "customer"] as const).flatMap((role): Wanted[] => {
    if (isThere[role]) return [];
    const known = JOB_COLUMNS[role].slice(0, 4).join(", ");
    return [
      {
        ...{ option: "column", role, question: QUESTIONS[role] },
        message: `No column for the ${role}; name it one of ${known}. Nothing was changed`,
        choices: header.filter((column) => column !== ""),
        examples: header.map((column, index) => `${column}: ${firstValue(sample, index) ?? ""}`),
      },
    ];
  });
  if (wants.length > 0) throw new HintWanted(wants);
}

const QUESTIONS = {
  date: "Which column is the day on which a job was finished?",
  customer: "Which column is the customer's name?",
};

/** The first value of a column that is not empty. */
export function firstValue(sample: readonly Row[], index: number): string | null {
  return sample.map((cells) => cells[index]).find((cell) => cell) ?? null;
}
