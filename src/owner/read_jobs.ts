/** Reads lists of finished jobs: tables with dates and customers, and what else field-service programs export. */
import { GoodwordError } from "../errors.ts";
import {
  type Cell,
  type ColumnVerdict,
  type ConsentColumn,
  customersOwn,
  type DateFormat,
  describeRivals,
  detectDateFormat,
  emailIn,
  fileSize,
  firstValue,
  firstValues,
  foreignContacts,
  HOW_CONSENT_IS_ANSWERED,
  HOW_STATUS_IS_ANSWERED,
  type ImportFile,
  isFilled,
  isPlannedDay,
  isShortenedNumber,
  JOB_VOCABULARY,
  type JobAnswers,
  type JobColumn,
  type JobColumns,
  type JobState,
  jobColumnsOf,
  jobStatusReader,
  mentionsRefusal,
  NeedsInput,
  namedDateFormat,
  openTable,
  plainJobColumn,
  type RecordTable,
  readConsent,
  readDate,
  requireJobColumns,
  requireKnownEmail,
  requireKnownJobs,
  requireKnownService,
  requireKnownStatus,
  type SharedCells,
  statusAnswersOf,
  statusKey,
  telephoneIn,
  understoodConsents,
  writtenInstant,
} from "../import/mod.ts";
import type { JobDraft } from "../invitations/mod.ts";
import { counted, groupedDigits, type PublicContacts } from "../review/mod.ts";

export interface JobReadingOptions extends JobAnswers {
  /** Time zone of the business, for dates that are instants. */
  readonly timeZone?: string;
  /** No job was finished later. */
  readonly today?: string;
  /** Contacts of the business, which are no customer's. */
  readonly contacts?: PublicContacts | undefined;
  /** Whether an unknown value refuses its row, because no owner can answer. */
  readonly refusesUnknown?: boolean;
}

/** A row of a list: the job as far as it can be read, and its issues, without the values themselves. */
export interface JobRow {
  readonly index: number;
  /** Row number as in a spreadsheet. */
  readonly row: number;
  readonly draft: Omit<JobDraft, "finished"> & { readonly finished: string | null };
  readonly issues: readonly string[];
  readonly state: JobState | null;
  /** Whether the list has one row for each visit of a job. */
  readonly isVisit: boolean;
}

export interface JobList {
  readonly file: string;
  readonly rows: readonly JobRow[];
  readonly notes: readonly string[];
  readonly columns: readonly ColumnVerdict[];
  readonly unused: readonly string[];
  /** Under which answers about values of its columns are remembered. */
  readonly statusKeys: readonly string[];
}

/** @throws {GoodwordError} input_refused when the file is no list of jobs */
export function readJobs(file: ImportFile, options: JobReadingOptions = {}): JobList {
  try {
    if (fileSize(file) > MAX_BYTES) refuseList("is larger than 64 MB");
    return readJobTable(openTable(file, JOB_VOCABULARY, plainJobColumn, options.encoding), options);
  } catch (error) {
    if (error instanceof NeedsInput) throw error.inFile(file.name);
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    throw new GoodwordError(error.code, `${file.name}: ${error.message}`, { cause: error });
  }
}

/** Bounds of one list, which are checked before anything is made of its rows. */
const MAX_BYTES = 64 << 20;
const MAX_ROWS = 50_000;
const MAX_CELLS = 5_000_000;

function refuseList(why: string): never {
  throw new GoodwordError("input_refused", `The list ${why}; split it, or leave out columns that are not about jobs`);
}

type Row = readonly string[];

/** A row with the cells that are read, each cut just beyond the longest valid value. */
interface ReadCells extends SharedCells {
  readonly row: number;
  /** Whether it has a filled cell that no column is named for. */
  readonly isTooLong: boolean;
  readonly cells: Readonly<Partial<Record<JobColumn, string>>>;
  /** Whether its reference was a number with more digits than its file or a reader kept. */
  readonly isReferenceDamaged: boolean;
}

function readJobTable(table: RecordTable, options: JobReadingOptions): JobList {
  const header = table.columns;
  const { timeZone = "UTC", today = "9999-12-31" } = options;
  const sample = sampleOf(table);
  const columns = jobColumnsOf(header, sample, options);
  requireJobColumns(header, columns, sample);
  requireKnownStatus(header, columns, { sample, options });
  if (options.refusesUnknown !== true) {
    requireKnownService(header, columns, { sample, options });
    requireKnownEmail(header, columns, { sample, options, contacts: options.contacts });
  }
  const { found, foreign } = withoutForeign(readCellsOf(table, columns), options.contacts);
  const statusKeys = columns.statuses.map(({ name }) => statusKey(name, header, columns));
  const answered = statusKeys.map((key) => statusAnswersOf(key, options));
  const consents = understoodConsents(columns.consents, found);
  const isPlanned = isPlannedDay(header[columns.roles.date?.index ?? -1] ?? "");
  const statusOf = jobStatusReader(columns.statuses, { found, answered, isPlanned });
  if (options.refusesUnknown !== true) requireKnownJobs({ columns, consents, found, statusOf });
  const dates = found.flatMap(({ cells }) => cells.date ?? []);
  const dateColumn = header[columns.roles.date?.index ?? 0] ?? "date";
  const format = dateFormatOfList(dates, dateColumn, options);
  const isVisit = columns.statuses.some(({ kind }) => kind === "visit") || /visit/i.test(dateColumn);
  const rows = found.map((each, index): JobRow => {
    const { row, isTooLong } = each;
    const { state, unknown } = statusOf(each);
    const read = readRow(each, {
      format,
      timeZone,
      dateColumn,
      today,
      consents,
      isPast: state === null || state === "finished",
    });
    const issues = [
      ...(isTooLong ? ["there are more cells than columns"] : []),
      ...unknown.map(
        ({ column, value }) =>
          `status is not known: ${JSON.stringify(column)} is ${JSON.stringify(value)}; ${HOW_STATUS_IS_ANSWERED}`,
      ),
      ...read.issues,
    ];
    const draft = { ...read.draft, isCancelled: state === "cancelled" };
    return { index, row, draft, issues, state, isVisit };
  });
  const verdicts = verdictsOf(header, { columns, consents }, sample.slice(0, 50));
  return {
    file: table.file,
    rows,
    notes: [...(table.notes ?? []), ...describeRivals(header, columns), ...foreign],
    columns: verdicts,
    unused: verdicts.flatMap(({ column, became }) => (became === null && column !== "" ? [column] : [])),
    statusKeys,
  };
}

/** The format of an earlier list decides only what this one leaves open. */
function dateFormatOfList(dates: readonly string[], column: string, { dateFormat, remembered }: JobAnswers) {
  if (dateFormat !== undefined) return namedDateFormat(dateFormat);
  try {
    return detectDateFormat(dates, column);
  } catch (error) {
    if (!(error instanceof NeedsInput) || remembered?.dateFormat === undefined) throw error;
    return namedDateFormat(remembered.dateFormat);
  }
}

const MAX_SAMPLED_CELLS = 200_000;

function sampleOf(table: RecordTable): Row[] {
  const sample: Row[] = [];
  let [rows, cells] = [0, 0];
  for (const row of table.rows()) {
    if (++rows > MAX_ROWS) refuseList(`has more than ${groupedDigits(MAX_ROWS)} rows`);
    cells += Math.max(row.cells.length, table.columns.length);
    if (cells > MAX_CELLS) refuseList(`has more than ${groupedDigits(MAX_CELLS)} cells`);
    if (cells <= MAX_SAMPLED_CELLS) sample.push(table.columns.map((_, index) => textOf(row.cells[index])));
  }
  return sample;
}

function readCellsOf(table: RecordTable, { roles, statuses, consents }: JobColumns): ReadCells[] {
  const picked = Object.entries(roles).map(([role, { index }]) => [role, index] as const);
  return Array.from(table.rows(), ({ at, cells }) => {
    const texts = picked.map(([role, index]) => [role, textOf(cells[index])] as const);
    return {
      row: Number(at.path.replace(/\D/g, "")),
      isTooLong: cells.slice(table.columns.length).some(isFilled),
      cells: Object.fromEntries(texts.filter(([, text]) => text !== "")),
      isReferenceDamaged: isDamaged(cells[roles.invoice?.index ?? -1]),
      statuses: statuses.map(({ index }) => textOf(cells[index])),
      consents: consents.map(({ index }) => textOf(cells[index])),
    };
  });
}

/** The rows without contacts that are no customer's, and a note on how many had one. */
function withoutForeign(rows: readonly ReadCells[], business: PublicContacts | undefined) {
  const cellOf =
    ({ cells }: ReadCells) =>
    (column: JobColumn) =>
      cells[column] ?? null;
  const listed = rows.map((row) => ({ ...row.cells, name: customerOf(cellOf(row)) }));
  const foreign = foreignContacts(listed, business);
  if (foreign.size === 0) return { found: rows, foreign: [] };
  let count = 0;
  const found = rows.map((row): ReadCells => {
    const cells = Object.entries(row.cells).map(([role, cell]) =>
      role === "email" || role === "telephone"
        ? ([role, customersOwn(cell, foreign)] as const)
        : ([role, cell] as const),
    );
    if (cells.every(([role, cell]) => row.cells[role as JobColumn] === cell)) return row;
    count++;
    return { ...row, cells: Object.fromEntries(cells.filter(([, cell]) => cell !== "")) };
  });
  const whose = "that is a placeholder, yours, or the same for several customers, and was left out";
  return { found, foreign: count === 0 ? [] : [`${counted(count, "row has", "rows have")} a contact ${whose}`] };
}

/** Unlike an id, a reference may have decimal places. */
function isDamaged(cell: Cell): boolean {
  return typeof cell === "number" ? Math.abs(cell) >= 2 ** 53 : isShortenedNumber(cell);
}

function textOf(cell: Cell): string {
  return String(cell ?? "")
    .trim()
    .slice(0, MAX_FIELD_LENGTH + 1);
}

interface RowReading {
  readonly format: DateFormat;
  readonly timeZone: string;
  readonly dateColumn: string;
  readonly today: string;
  readonly consents: readonly ConsentColumn[];
  readonly isPast: boolean;
}

function readRow(given: ReadCells, { format, timeZone, dateColumn, today, consents, isPast }: RowReading) {
  const { cells } = given;
  // A value longer than any name or address is in the wrong column and is ignored.
  const issues = Object.entries(cells).flatMap(([role, text]) =>
    text.length > MAX_FIELD_LENGTH && role !== "service"
      ? [`${FIELD_NAMES[role] ?? role} is longer than ${MAX_FIELD_LENGTH} characters`]
      : [],
  );
  const cell = (column: JobColumn) => {
    const text = cells[column];
    return text === undefined || text.length > MAX_FIELD_LENGTH ? null : text;
  };
  const sound = (column: JobColumn, soundIn: (value: string) => string | undefined, issue: string) => {
    const value = cell(column);
    const found = value === null ? null : soundIn(value);
    if (found === undefined) issues.push(issue);
    return found ?? null;
  };
  const finished = readDate(cell("date") ?? "", format, { timeZone, column: dateColumn });
  const day = finished !== null && finished <= today ? finished : null;
  if (finished === null && isPast) issues.push("finished is not a date");
  else if (day === null && isPast) issues.push("finished is in the future");
  const email = sound("email", emailIn, "email is not an e-mail address");
  const telephone = sound("telephone", telephoneIn, "telephone is not a telephone number");
  const customerName = customerOf(cell);
  const consent = consentOf(given, consents, issues);
  if ((customerName ?? cell("email") ?? cell("telephone")) === null) issues.push("there is no name and no contact");
  if (given.isReferenceDamaged) issues.push("reference lost its last digits: export it as text");
  const service = cell("service");
  const language = cell("language");
  const draft = {
    reference: cell("invoice"),
    customerName,
    email,
    telephone,
    finished: day,
    finishedAt: day === null ? null : writtenInstant(cell("date") ?? ""),
    service: service !== null && service.length <= MAX_SERVICE_LENGTH ? service : null,
    technician: technicianOf(cell),
    area: cell("area"),
    language: language !== null && LANGUAGE.test(language) ? language : null,
    mayContact: mentionsRefusal(customerName ?? "") ? false : consent,
  };
  return { draft, issues: isPast ? issues : [] };
}

/** A no in any column is a no. */
function consentOf(
  { consents: cells }: ReadCells,
  columns: readonly ConsentColumn[],
  issues: string[],
): boolean | null {
  const read = columns.flatMap(({ kind, name, isAnswered }, at): boolean[] => {
    const cell = cells[at] ?? "";
    if (cell === "") return [];
    const isAsked = kind === "unsure" || kind === "mentions";
    const allows = isAsked ? null : readConsent(kind, cell);
    if (allows !== null) return [allows];
    if (kind === "forbids" && isAnswered === true) return [false];
    if (kind === "tags" || kind === "notes" || (kind === "mentions" && !mentionsRefusal(cell))) return [];
    issues.push(
      isAsked
        ? `may_contact is not known: ${JSON.stringify(name)} may be about it; ${HOW_CONSENT_IS_ANSWERED}`
        : "may_contact is neither yes nor no",
    );
    return [];
  });
  return read.includes(false) ? false : read.includes(true) ? true : null;
}

function technicianOf(cell: (column: JobColumn) => string | null): string | null {
  const names = [cell("technicianFirstName"), cell("technicianLastName")].filter((name) => name !== null);
  return cell("technician") ?? (names.length === 0 ? null : names.join(" "));
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  date: "finished",
  customer: "customer_name",
  firstName: "customer_name",
  lastName: "customer_name",
  invoice: "reference",
  mayContact: "may_contact",
  mayNotContact: "do not contact",
};

const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;
const MAX_FIELD_LENGTH = 300;
const MAX_SERVICE_LENGTH = 120;

/** First and last name where they stand apart: "Doe, Jane" in one column is understood as well. */
function customerOf(cell: (column: JobColumn) => string | null): string | null {
  const first = cell("firstName");
  const last = cell("lastName");
  const whole = cell("customer");
  if (first !== null && last !== null) return `${first} ${last}`;
  // "Vorname" beside "Name": a single word that is not the first name is the last name.
  const isLast = first !== null && whole !== null && !/\s/.test(whole) && whole !== first;
  return isLast ? `${first} ${whole}` : (whole ?? first ?? last);
}

const REASONS = { stated: "as you said", remembered: "as you said before", profile: "", name: "by its name" } as const;

interface UnderstoodColumns {
  readonly columns: JobColumns;
  readonly consents: readonly ConsentColumn[];
}

function verdictsOf(
  header: readonly string[],
  { columns, consents }: UnderstoodColumns,
  sample: readonly Row[],
): ColumnVerdict[] {
  return header.map((column, index) => {
    const shown = { example: firstValue(sample, index), values: firstValues(sample, index) };
    const role = Object.entries(columns.roles).find(([, assigned]) => assigned.index === index);
    if (role !== undefined) return { column, became: role[0], why: REASONS[role[1].by], ...shown };
    if (columns.statuses.some((each) => each.index === index)) {
      return { column, became: "status", why: "has the status of the job", ...shown };
    }
    const consent = consents.find((each) => each.index === index);
    if (consent !== undefined && consent.kind !== "unsure" && consent.kind !== "mentions") {
      const became = consent.kind === "allows" ? "mayContact" : "mayNotContact";
      return { column, became, why: "shows whether the customer may be contacted", ...shown };
    }
    const doubt = columns.doubted.find((each) => each.index === index)?.why;
    return { column, became: null, why: doubt ?? "means nothing here", ...shown };
  });
}
