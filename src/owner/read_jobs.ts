/**
 * Reads the owner's list of finished jobs: a CSV with a date and a customer, perhaps a service and a technician.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import {
  type ColumnNames,
  type DateFormat,
  decodeText,
  detectDateFormat,
  findColumns,
  type ImportFile,
  isMisaligned,
  namedDateFormat,
  type Row,
  readDate,
  readTable,
  tellRivals,
} from "../import/mod.ts";

/** A finished job. `row` is its number in the file, the header being row 1. */
export interface Job {
  readonly row: number;
  readonly date: string;
  readonly customer: string;
  readonly service: string | null;
  readonly technician: string | null;
}

/** What was read from a list of jobs. */
export interface JobList {
  readonly jobs: readonly Job[];
  /** Rows without a readable date or a customer, and rows with more cells than the header. */
  readonly passedOver: readonly number[];
  /** What the owner should know although nothing is wrong, one sentence each. */
  readonly notes: readonly string[];
}

type Column = "date" | "customer" | "service" | "technician";

const JOB_COLUMNS: ColumnNames<Column> = {
  date: ["date", "job date", "service date", "completed", "completed on", "finished", "finish date", "closed"],
  customer: ["customer", "customer name", "name", "client", "client name", "full name", "bill to"],
  service: ["service", "job type", "type", "category", "work"],
  technician: ["technician", "tech", "employee", "served by", "assigned to", "crew"],
};

/** @throws {GoodwordError} input_refused when the file is no list of jobs */
export function readJobs({ name, bytes }: ImportFile, dateFormat?: string): JobList {
  try {
    return readJobTable(name, decodeText(bytes), dateFormat);
  } catch (error) {
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    throw new GoodwordError(error.code, `${name}: ${error.message}`, { cause: error });
  }
}

function readJobTable(name: string, text: string, dateFormat: string | undefined): JobList {
  const { header, rows } = readTable(name, text, JOB_COLUMNS);
  const columns = findColumns(header, JOB_COLUMNS);
  const { at } = columns;
  requireColumns(at);
  const cell = ({ cells }: Row, column: Column) => cells[at[column] ?? -1]?.trim() || null;
  const format = formatOf(
    rows.flatMap((row) => cell(row, "date") ?? []),
    header[at.date!]!,
    dateFormat,
  );
  const jobs: Job[] = [];
  const passedOver: number[] = [];
  for (const row of rows) {
    const [date, customer] = [readDate(cell(row, "date") ?? "", format, "UTC"), cell(row, "customer")];
    const [service, technician] = [cell(row, "service"), cell(row, "technician")];
    if (date === null || customer === null || isMisaligned(row, header)) passedOver.push(row.number);
    else jobs.push({ row: row.number, date, customer, service, technician });
  }
  return { jobs, passedOver, notes: tellRivals(columns) };
}

function requireColumns(at: Readonly<Partial<Record<Column, number>>>): void {
  for (const column of ["date", "customer"] as const) {
    if (at[column] !== undefined) continue;
    const known = JOB_COLUMNS[column].slice(0, 4).join(", ");
    throw new GoodwordError("input_refused", `There is no column for the ${column}; name it one of ${known}`);
  }
}

function formatOf(dates: readonly string[], column: string, asked: string | undefined): DateFormat {
  return asked === undefined ? detectDateFormat(dates, column) : namedDateFormat(asked);
}
