/**
 * Reads the owner's list of finished jobs: a table with dates and customers, and what else field-service tools export.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import {
  assignByName,
  type DateFormat,
  describeRivals,
  detectDateFormat,
  type ImportFile,
  JOB_COLUMNS,
  type JobColumn,
  type NamedColumns,
  namedDateFormat,
  openTable,
  type RecordTable,
  readDate,
  vocabularyOf,
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

const VOCABULARY = vocabularyOf<JobColumn>(JOB_COLUMNS);

/** @throws {GoodwordError} input_refused when the file is no list of jobs */
export function readJobs(file: ImportFile, dateFormat?: string): JobList {
  try {
    return readJobTable(openTable(file, VOCABULARY), dateFormat);
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
  // "Invoice #" is its number; "Customer #" is no name.
  const header = table.columns.map((name) => name.replaceAll("#", " number"));
  const rows = rowsOf(table);
  const columns = assignByName(header, VOCABULARY, { sample: rows.map(({ cells }) => cells) });
  requireColumns(columns);
  const read = cellReader(columns);
  const dates = rows.flatMap((row) => read(row, "date") ?? []);
  const format = formatOf(dates, table.columns[columns.roles.date?.index ?? 0] ?? "date", dateFormat);
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
  return { jobs, passedOver, notes: describeRivals(table.columns, columns) };
}

type ReadCell = (row: Row, column: JobColumn) => string | null;

function cellReader({ roles }: NamedColumns<JobColumn>): ReadCell {
  return ({ cells }, column) => cells[roles[column]?.index ?? -1]?.trim() || null;
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

function requireColumns({ roles }: NamedColumns<JobColumn>): void {
  const isNamed = roles.customer !== undefined || roles.lastName !== undefined;
  for (const [column, isThere] of [["date", roles.date !== undefined] as const, ["customer", isNamed] as const]) {
    if (isThere) continue;
    const known = JOB_COLUMNS[column].slice(0, 4).join(", ");
    const message = `No column for the ${column}; name it one of ${known}. Nothing was changed`;
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
