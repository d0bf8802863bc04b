/**
 * Reads the owner's lists of finished jobs: tables of any kind with dates and customers, and what else field-service
 * programs export.
 */
import { GoodwordError } from "../errors.ts";
import {
  assignByName,
  type Cell,
  type ColumnVerdict,
  type DateFormat,
  describeRivals,
  detectDateFormat,
  fileSize,
  HintWanted,
  type ImportFile,
  isFilled,
  JOB_COLUMNS,
  type JobColumn,
  type NamedColumns,
  namedDateFormat,
  openTable,
  type RecordTable,
  readDate,
  vocabularyOf,
  type Wanted,
} from "../import/mod.ts";
import type { JobDraft } from "../invitations/mod.ts";
import { counted, foldInvoice, foldWholeName, groupedDigits, listed } from "../review/mod.ts";

/** What an owner says of a list that it does not say itself; remembered for the next one. */
export interface JobHints {
  /** Column by role; "" where the list has none. */
  readonly columns?: Readonly<Partial<Record<JobColumn, string>>> | undefined;
  readonly dateFormat?: string | undefined;
}

/** How a list is read. */
export interface JobReading extends JobHints {
  /** What was said before, used where it fits. */
  readonly remembered?: JobHints;
  /** Of the business, for dates that are instants. */
  readonly timeZone?: string;
  /** No job was finished later. */
  readonly today?: string;
}

/** A row of a list: the job as far as it can be read, and what is wrong with it, without the values themselves. */
export interface JobRow {
  /** From 0. */
  readonly index: number;
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly draft: Omit<JobDraft, "finished"> & { readonly finished: string | null };
  readonly issues: readonly string[];
  /** Whether it has more cells than there are columns, so that none can be told. */
  readonly isTooLong: boolean;
}

/** A finished job of a list, in which `row` it stands. */
export interface GivenJob {
  readonly row: number;
  readonly draft: JobDraft;
}

/** A list as it was read. */
export interface JobList {
  readonly file: string;
  readonly rows: readonly JobRow[];
  /** What the owner should know although nothing is wrong, one sentence each. */
  readonly notes: readonly string[];
  /** What became of each column. */
  readonly columns: readonly ColumnVerdict[];
}

const VOCABULARY = vocabularyOf<JobColumn>(JOB_COLUMNS);
/** Names of our own JSON and of the command line, beside the roles themselves. */
const ALIASES: Readonly<Record<string, JobColumn>> = {
  finished: "date",
  customer_name: "customer",
  reference: "invoice",
  may_contact: "mayContact",
};
/** Names that `--column` takes. */
export const JOB_ROLES: readonly string[] = [...VOCABULARY.keys(), ...Object.keys(ALIASES)];

/** The role of a name of {@link JOB_ROLES}. */
export function jobRoleOf(name: string): JobColumn | undefined {
  return ALIASES[name] ?? [...VOCABULARY.keys()].find((role) => role.toLowerCase() === name.toLowerCase());
}

/** @throws {GoodwordError} input_refused when the file is no list of jobs */
export function readJobs(file: ImportFile, options: JobReading = {}): JobList {
  try {
    if (fileSize(file) > MOST_BYTES) refuseList("is larger than 64 MB");
    return readJobTable(openTable(file, VOCABULARY, plainName), options);
  } catch (error) {
    if (error instanceof HintWanted) throw error.inFile(file.name);
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    throw new GoodwordError(error.code, `${file.name}: ${error.message}`, { cause: error });
  }
}

/** Bounds of one list, which are checked before anything is made of its rows. */
const MOST_BYTES = 64 << 20;
const MOST_ROWS = 50_000;
const MOST_CELLS = 5_000_000;

function refuseList(why: string): never {
  throw new GoodwordError("input_refused", `The list ${why}; split it, or leave out columns that are not about jobs`);
}

/** "Invoice #" is its number; "Customer #" is no name. What only wraps a job adds nothing to a field's name. */
function plainName(column: string): string {
  return column.replaceAll("#", " number").replace(/^(?:(?:job|payload|event|body|object|data)\.)+/i, "");
}

type Row = readonly string[];

/** A row with the cells that have a role, each cut behind what is too long for any. */
interface RoleCells {
  readonly row: number;
  /** Whether it has a filled cell that no column is named for. */
  readonly isTooLong: boolean;
  readonly cells: Readonly<Partial<Record<JobColumn, string>>>;
}

function readJobTable(table: RecordTable, options: JobReading): JobList {
  const header = table.columns;
  const { columns: said, dateFormat, remembered, timeZone = "UTC", today = "9999-12-31" } = options;
  const known = { ...statedColumns(header, remembered?.columns, false), ...statedColumns(header, said, true) };
  const sample = sampleOf(table);
  const columns = assignByName(header, VOCABULARY, { sample, known });
  requireColumns(header, columns, sample);
  const found = roleCellsOf(table, columns);
  const dates = found.flatMap(({ cells }) => cells.date ?? []);
  const dateColumn = header[columns.roles.date?.index ?? 0] ?? "date";
  const named = dateFormat ?? remembered?.dateFormat;
  const format = named === undefined ? detectDateFormat(dates, dateColumn) : namedDateFormat(named);
  const rows = found.map(({ row, isTooLong, cells }, index): JobRow => {
    const { draft, issues } = readRow(cells, { format, timeZone, today });
    const more = isTooLong ? ["there are more cells than columns"] : [];
    return { index, row, draft, issues: [...more, ...issues], isTooLong };
  });
  const verdicts = verdictsOf(header, columns, sample.slice(0, 50));
  return { file: table.file, rows, notes: describeRivals(header, columns), columns: verdicts };
}

const MOST_SAMPLED_CELLS = 200_000;

/** The first rows, once all were counted. */
function sampleOf(table: RecordTable): Row[] {
  const sample: Row[] = [];
  let [rows, cells] = [0, 0];
  for (const row of table.rows()) {
    if (++rows > MOST_ROWS) refuseList(`has more than ${groupedDigits(MOST_ROWS)} rows`);
    cells += Math.max(row.cells.length, table.columns.length);
    if (cells > MOST_CELLS) refuseList(`has more than ${groupedDigits(MOST_CELLS)} cells`);
    if (cells <= MOST_SAMPLED_CELLS) sample.push(table.columns.map((_, index) => textOf(row.cells[index])));
  }
  return sample;
}

function roleCellsOf(table: RecordTable, { roles }: NamedColumns<JobColumn>): RoleCells[] {
  const picked = Object.entries(roles).map(([role, { index }]) => [role, index] as const);
  return Array.from(table.rows(), ({ at, cells }) => {
    const texts = picked.map(([role, index]) => [role, textOf(cells[index])] as const);
    return {
      row: Number(at.path.replace(/\D/g, "")),
      isTooLong: cells.slice(table.columns.length).some(isFilled),
      cells: Object.fromEntries(texts.filter(([, text]) => text !== "")),
    };
  });
}

function textOf(cell: Cell): string {
  return String(cell ?? "")
    .trim()
    .slice(0, LONGEST + 1);
}

interface DayReading {
  readonly format: DateFormat;
  readonly timeZone: string;
  readonly today: string;
}

function readRow(cells: RoleCells["cells"], { format, timeZone, today }: DayReading) {
  // What is longer than any name or address stands in the wrong column, and nothing is made of it.
  const issues = Object.entries(cells).flatMap(([role, text]) =>
    text.length > LONGEST ? [`${FIELD_NAMES[role] ?? role} is longer than ${LONGEST} characters`] : [],
  );
  const cell = (column: JobColumn) => {
    const text = cells[column];
    return text === undefined || text.length > LONGEST ? null : text;
  };
  const sound = (column: JobColumn, isSound: (value: string) => boolean, issue: string) => {
    const value = cell(column);
    if (value === null || isSound(value)) return value;
    issues.push(issue);
    return null;
  };
  const finished = readDate(cell("date") ?? "", format, timeZone);
  if (finished === null) issues.push("finished is no date");
  else if (finished > today) issues.push("finished is in the future");
  const email = sound("email", isEmail, "email is not an e-mail address")?.replace(MAILTO, "") ?? null;
  const telephone = sound("telephone", isTelephone, "telephone is no telephone number");
  const consent = yesOrNo(sound("mayContact", isYesOrNo, "may_contact is neither yes nor no"));
  const objection = yesOrNo(sound("mayNotContact", isYesOrNo, "do not contact is neither yes nor no"));
  const customerName = customerOf(cell);
  if ((customerName ?? cell("email") ?? cell("telephone")) === null) issues.push("there is no name and no contact");
  const language = cell("language");
  const draft = {
    ...{ reference: cell("invoice"), customerName, email, telephone, finished },
    ...{ service: cell("service"), technician: cell("technician"), area: cell("area") },
    language: language !== null && LANGUAGE.test(language) ? language : null,
    mayContact: objection === true ? false : (consent ?? (objection === false ? true : null)),
    isCancelled: CANCELLED.test(cell("cancelled") ?? ""),
  };
  return { draft, issues };
}

/** Roles whose fields have another name. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  ...{ date: "finished", customer: "customer_name", firstName: "customer_name", lastName: "customer_name" },
  ...{ invoice: "reference", mayContact: "may_contact", mayNotContact: "do not contact", cancelled: "status" },
};

const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;
const CANCELLED = /^(?:cancel|void|yes$|true$|y$|1$|storniert|abgesagt|annul|anulad|\d{4}-\d{2}-\d{2}T)/i;
const YES = /^(?:y|yes|true|1|ja|oui|s[ií]|opt(?:ed)?[- ]?in)$/i;
const NO = /^(?:n|no|false|0|nein|non|opt(?:ed)?[- ]?out)$/i;
const LONGEST = 300;

const isYesOrNo = (value: string) => YES.test(value) || NO.test(value);
const yesOrNo = (value: string | null) => (value === null ? null : YES.test(value));
/** As a cell with a link has it. */
const MAILTO = /^mailto:/i;
const isEmail = (value: string) =>
  value.length <= 254 &&
  /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/.test(value.replace(MAILTO, ""));

/** Digits and what is written between them, with an extension; at least six digits. */
function isTelephone(value: string): boolean {
  const number = value.replace(/(?:ext\.?|x)\s*\d{1,6}$/i, "");
  return /^[\d\s()+./\u2010-\u2015-]+$/.test(number) && number.replace(/\D/g, "").length >= 6;
}

/** First and last name where they stand apart: "Doe, Jane" in one column is understood as well. */
function customerOf(cell: (column: JobColumn) => string | null): string | null {
  const [first, last] = [cell("firstName"), cell("lastName")];
  return first !== null && last !== null ? `${first} ${last}` : (cell("customer") ?? first ?? last);
}

/** The owner's words must fit the list; what is remembered is used where it does. */
function statedColumns(header: readonly string[], columns: JobHints["columns"] = {}, isSaid: boolean) {
  const folded = (name: string) =>
    plainName(name)
      .toLowerCase()
      .replace(/[\s_-]+/g, "");
  const stated = Object.entries(columns).flatMap(([role, name]) => {
    const index = header.findIndex((column) => folded(column) === folded(name));
    if (index >= 0) return [[role, { index, by: isSaid ? "told" : "remembered" }] as const];
    if (!isSaid) return [];
    const message = `No column ${JSON.stringify(name)}; the columns are ${listed(header.map((each) => JSON.stringify(each)))}`;
    throw new GoodwordError("input_refused", `${message}. Nothing was changed`);
  });
  return Object.fromEntries(stated) as NamedColumns<JobColumn>["roles"];
}

/** @throws {HintWanted} */
function requireColumns(header: readonly string[], { roles }: NamedColumns<JobColumn>, sample: readonly Row[]): void {
  const isNamed = [roles.customer, roles.lastName, roles.email, roles.telephone].some((role) => role !== undefined);
  const isThere = { date: roles.date !== undefined, customer: isNamed };
  const wants = (["date", "customer"] as const).flatMap((role): Wanted[] => {
    if (isThere[role]) return [];
    const known = JOB_COLUMNS[role].slice(0, 4).join(", ");
    return [
      {
        ...{ option: "column", role, question: QUESTIONS[role] },
        message: `No column for the ${role}; name it one of ${known}. Nothing was changed`,
        choices: header.filter((column) => column !== ""),
        examples: header.map((column, index) => `${column}: ${firstOf(sample, index) ?? ""}`),
      },
    ];
  });
  if (wants.length > 0) throw new HintWanted(wants);
}

const QUESTIONS = {
  date: "Which column is the day on which a job was finished?",
  customer: "Which column is the customer's name?",
};

const REASONS = { told: "as you said", remembered: "as you said before", profile: "", name: "by its name" } as const;

function verdictsOf(
  header: readonly string[],
  columns: NamedColumns<JobColumn>,
  sample: readonly Row[],
): ColumnVerdict[] {
  return header.map((column, index) => {
    const role = Object.entries(columns.roles).find(([, assigned]) => assigned.index === index);
    const doubt = columns.doubted.find((each) => each.index === index)?.why;
    const example = firstOf(sample, index);
    const why = role === undefined ? (doubt ?? "means nothing here") : REASONS[role[1].by];
    return { column, became: role?.[0] ?? null, why, example };
  });
}

function firstOf(sample: readonly Row[], index: number): string | null {
  return sample.map((cells) => cells[index]).find((cell) => cell) ?? null;
}

/** Jobs that can prove reviews: rows with a date and a customer. */
export interface ProvingJobs {
  readonly jobs: readonly GivenJob[];
  /** Rows without a readable date or a customer, and rows with more cells than the header. */
  readonly passedOver: readonly number[];
  readonly notes: readonly string[];
}

/** What of a list can prove reviews. @throws {GoodwordError} input_refused when nothing can, or an invoice has two customers */
export function provingJobs({ file, rows, notes }: JobList): ProvingJobs {
  const jobs: GivenJob[] = [];
  const passedOver: number[] = [];
  for (const { row, draft, isTooLong } of rows) {
    const { finished, customerName } = draft;
    if (finished === null || customerName === null || isTooLong) passedOver.push(row);
    else jobs.push({ row, draft: { ...draft, finished } });
  }
  const refusal = nothingOf(jobs, passedOver) ?? sharedInvoiceOf(jobs);
  if (refusal !== null) throw new GoodwordError("input_refused", `${file}: ${refusal}; nothing was changed`);
  return { jobs, passedOver, notes };
}

/** A list in which no row can be used is not the one that was meant. */
function nothingOf(jobs: readonly GivenJob[], passedOver: readonly number[]): string | null {
  if (jobs.length > 0 || passedOver.length === 0) return null;
  const rows =
    passedOver.length === 1 ? "The only row has" : `None of the ${counted(passedOver.length, "row")} has both`;
  const what = passedOver.length === 1 ? "no date and customer" : "a date and a customer";
  return `${rows} ${what} that can be read`;
}

/** One invoice number proves one customer's review, so two customers cannot share it. */
function sharedInvoiceOf(jobs: readonly GivenJob[]): string | null {
  const byInvoice = Map.groupBy(jobs, ({ draft: { reference } }) =>
    reference === null ? null : foldInvoice(reference),
  );
  for (const [folded, shared] of byInvoice) {
    const nameOf = ({ draft: { customerName } }: GivenJob) => customerName ?? "";
    const customers = new Map(shared.map((job) => [foldWholeName(nameOf(job)) ?? nameOf(job).toLowerCase(), job]));
    if (folded === null || customers.size < 2) continue;
    const rows = listed([...customers.values()].map(({ row }) => String(row)));
    return `Rows ${rows} name different customers for invoice number "${shared[0]?.draft.reference}"`;
  }
  return null;
}
