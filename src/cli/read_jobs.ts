/**
 * Reads the owner's list of finished jobs: a CSV with a date and a customer, perhaps a service and a technician.
 *
 * @module
 */
import { parse } from "csv-parse/sync";
import { GoodwordError } from "../errors.ts";
import { type DateFormat, detectDateFormat, type ImportFile, namedDateFormat, readDate } from "../import/mod.ts";

export interface Job {
  readonly row: number;
  readonly date: string;
  readonly customer: string;
  readonly service: string | null;
  readonly technician: string | null;
}

export interface JobList {
  readonly jobs: readonly Job[];
  /** Rows without a readable date or a customer. */
  readonly passedOver: readonly number[];
}

const HEADERS = {
  date: ["date", "job date", "service date", "completed", "completed on", "finished", "finish date", "closed"],
  customer: ["customer", "customer name", "name", "client", "client name", "full name", "bill to"],
  service: ["service", "job type", "type", "category", "work"],
  technician: ["technician", "tech", "employee", "served by", "assigned to", "crew"],
} as const;
type Column = keyof typeof HEADERS;

/** @throws {GoodwordError} input_refused when the file is no list of jobs */
export function readJobs({ name, bytes }: ImportFile, dateFormat?: string): JobList {
  const [header = [], ...rows] = parseTable(name, bytes);
  const at = findColumns(name, header);
  const cell = (row: readonly string[], column: Column) => row[at[column] ?? -1]?.trim() || null;
  const dates = rows.flatMap((row) => cell(row, "date") ?? []);
  const format = namedFormat(name, dates, header[at.date!]!, dateFormat);
  const jobs: Job[] = [];
  const passedOver: number[] = [];
  rows.forEach((row, index) => {
    const [date, customer] = [readDate(cell(row, "date") ?? "", format, "UTC"), cell(row, "customer")];
    const [service, technician] = [cell(row, "service"), cell(row, "technician")];
    if (date !== null && customer !== null) jobs.push({ row: index + 2, date, customer, service, technician });
    else if (row.some((text) => text.trim() !== "")) passedOver.push(index + 2);
  });
  return { jobs, passedOver };
}

function parseTable(name: string, bytes: Uint8Array): string[][] {
  const text = new TextDecoder().decode(bytes);
  const [head = ""] = text.split("\n", 1);
  const delimiter = [",", ";", "\t"].reduce((a, b) => (head.split(b).length > head.split(a).length ? b : a));
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true });
  } catch (error) {
    throw new GoodwordError("input_refused", `${name}: not a well-formed CSV file: ${(error as Error).message}`);
  }
}

function findColumns(name: string, header: readonly string[]): Partial<Record<Column, number>> {
  const names = header.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, " "),
  );
  const at: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(HEADERS) as Column[]) {
    const found = HEADERS[column].map((alias) => names.indexOf(alias)).find((index) => index >= 0);
    if (found !== undefined) at[column] = found;
  }
  for (const column of ["date", "customer"] as const) {
    if (at[column] !== undefined) continue;
    const known = HEADERS[column].slice(0, 4).join(", ");
    throw new GoodwordError("input_refused", `${name}: there is no column for the ${column}; name it one of ${known}`);
  }
  return at;
}

function namedFormat(name: string, dates: readonly string[], column: string, asked?: string): DateFormat {
  if (asked !== undefined) return namedDateFormat(asked);
  try {
    return detectDateFormat(dates, column);
  } catch (error) {
    throw error instanceof GoodwordError ? new GoodwordError(error.code, `${name}: ${error.message}`) : error;
  }
}
