/**
 * Reads the owner's list of finished jobs: a table with dates and customers, and what else field-service tools export.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import {
  type ColumnNames,
  type Columns,
  type DateFormat,
  detectDateFormat,
  findColumns,
  type ImportFile,
  namedDateFormat,
  openTable,
  type RecordTable,
  readDate,
  tellRivals,
} from "../import/mod.ts";
import { counted, foldInvoice, foldWholeName, listed } from "../review/mod.ts";

/** A finished job, as the list has it. */
export interface Job {
  readonly row: number;
  readonly date: string;
  readonly customer: string;
  readonly service: string | null;
  readonly technician: string | null;
  readonly invoice: string | null;
  readonly email: string | null;
  readonly telephone: string | null;
}

/** Finished jobs read from the owner's file. */
export interface JobList {
  readonly jobs: readonly Job[];
  /** Rows without a readable date or a customer, and rows with more cells than the header. */
  readonly passedOver: readonly number[];
  /** What the owner should know although nothing is wrong, one sentence each. */
  readonly notes: readonly string[];
}

type Column =
  | "date"
  | "customer"
  | "firstName"
  | "lastName"
  | "service"
  | "technician"
  | "invoice"
  | "email"
  | "telephone";

const JOB_COLUMNS: ColumnNames<Column> = {
  date: [
    ...[
      "date",
      "job date",
      "service date",
      "completed",
      "completed on",
      "completed date",
      "completion date",
      "finished",
    ],
    ...[
      "finish date",
      "closed",
      "closed date",
      "end date",
      "scheduled date",
      "scheduled",
      "scheduled start",
      "scheduled on",
    ],
    ...["appointment", "appointment date", "start date", "visit date", "job completed", "invoice date"],
  ],
  customer: [
    ...[
      "customer",
      "customer name",
      "name",
      "client",
      "client name",
      "full name",
      "bill to",
      "contact",
      "contact name",
    ],
    ...["display name"],
  ],
  firstName: ["first name", "customer first name", "client first name", "given name"],
  lastName: ["last name", "customer last name", "client last name", "surname", "family name"],
  service: ["service", "services", "job type", "type", "category", "work", "line items"],
  technician: ["technician", "tech", "employee", "served by", "assigned to", "assigned techs", "crew"],
  invoice: [
    "invoice",
    "invoice number",
    "invoice no",
    "invoice #",
    "invoice id",
    "job number",
    "job #",
    "job id",
    "work order",
  ],
  email: ["email", "customer email", "client email", "email address"],
  telephone: [
    "phone",
    "telephone",
    "mobile",
    "customer phone",
    "client phone",
    "phone number",
    "mobile number",
    "cell",
  ],
};

/** @throws {GoodwordError} input_refused when the file is no list of jobs */
export function readJobs(file: ImportFile, dateFormat?: string): JobList {
  try {
    return readJobTable(openTable(file, JOB_COLUMNS), dateFormat);
  } catch (error) {
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    throw new GoodwordError(error.code, `${file.name}: ${error.message}`, { cause: error });
  }
}

/** A row with its number, as a spreadsheet counts. */
interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

function rowsOf(table: RecordTable): Row[] {
  return Array.from(table.rows(), ({ at, cells }) => ({
    number: Number(at.path.replace(/\D/g, "")),
    cells: cells.map((cell) => String(cell ?? "")),
  }));
}

function readJobTable(table: RecordTable, dateFormat: string | undefined): JobList {
  const header = table.columns;
  const rows = rowsOf(table);
  const columns = findColumns(header, JOB_COLUMNS);
  requireColumns(columns);
  const read = cellReader(columns);
  const dates = rows.flatMap((row) => read(row, "date") ?? []);
  const format = formatOf(dates, header[columns.at.date ?? 0] ?? "date", dateFormat);
  const jobs: Job[] = [];
  const passedOver: number[] = [];
  for (const row of rows) {
    const date = readDate(read(row, "date") ?? "", format, "UTC");
    const customer = customerOf(row, read);
    if (date === null || customer === null || row.cells.length > header.length) passedOver.push(row.number);
    else jobs.push({ row: row.number, date, customer, ...detailsOf(row, read) });
  }
  refuseNothing(jobs, passedOver);
  refuseSharedInvoices(jobs);
  return { jobs, passedOver, notes: tellRivals(columns) };
}

type ReadCell = (row: Row, column: Column) => string | null;

function cellReader({ at }: Columns<Column>): ReadCell {
  return ({ cells }, column) => cells[at[column] ?? -1]?.trim() || null;
}

/** First and last name where they stand apart: "Doe, Jane" in one column is understood as well. */
function customerOf(row: Row, read: ReadCell): string | null {
  const [first, last] = [read(row, "firstName"), read(row, "lastName")];
  return first !== null && last !== null ? `${first} ${last}` : (read(row, "customer") ?? first ?? last);
}

function detailsOf(row: Row, read: ReadCell) {
  return {
    service: read(row, "service"),
    technician: read(row, "technician"),
    invoice: read(row, "invoice"),
    email: read(row, "email"),
    telephone: read(row, "telephone"),
  };
}

function requireColumns({ at }: Columns<Column>): void {
  const isNamed = at.customer !== undefined || at.lastName !== undefined;
  for (const [column, isThere] of [["date", at.date !== undefined] as const, ["customer", isNamed] as const]) {
    if (isThere) continue;
    const known = JOB_COLUMNS[column].slice(0, 4).join(", ");
    const message = `There is no column for the ${column}; name it one of ${known}. Nothing was changed`;
    throw new GoodwordError("input_refused", message);
  }
}

/** A list in which no row can be used is not the one that was meant. */
function refuseNothing(jobs: readonly Job[], passedOver: readonly number[]): void {
  if (jobs.length > 0 || passedOver.length === 0) return;
  const rows =
    passedOver.length === 1 ? "The only row has" : `None of the ${counted(passedOver.length, "row")} has both`;
  const what = passedOver.length === 1 ? "no date and customer" : "a date and a customer";
  throw new GoodwordError("input_refused", `${rows} ${what} that can be read; nothing was changed`);
}

/** One invoice number proves one customer's review, so two customers cannot share it. */
function refuseSharedInvoices(jobs: readonly Job[]): void {
  const byInvoice = Map.groupBy(jobs, ({ invoice }) => (invoice === null ? null : foldInvoice(invoice)));
  for (const [folded, shared] of byInvoice) {
    const customers = new Map(shared.map((job) => [foldWholeName(job.customer) ?? job.customer.toLowerCase(), job]));
    if (folded === null || customers.size < 2) continue;
    const rows = listed([...customers.values()].map(({ row }) => String(row)));
    throw new GoodwordError(
      "input_refused",
      `Rows ${rows} name different customers for invoice number "${shared[0]?.invoice}"; nothing was changed`,
    );
  }
}

function formatOf(dates: readonly string[], column: string, asked: string | undefined): DateFormat {
  return asked === undefined ? detectDateFormat(dates, column) : namedDateFormat(asked);
}
