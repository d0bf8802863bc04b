/**
 * Turns review files, in our format and others, into drafts for the store.
 *
 * In: bytes with a file name, and what the owner asked for. Out: checked, normalised, masked drafts, and problems.
 * Never: the file system, the database, what becomes of a draft.
 *
 * @module
 */

export { businessAfter, completeBusiness, UNNAMED_BUSINESS } from "./complete_business.ts";
export { type ColumnNames, type Columns, findColumns, tellRivals } from "./csv_columns.ts";
export { DATE_FORMATS, type DateFormat, detectDateFormat, namedDateFormat, readDate } from "./csv_dates.ts";
export { isMisaligned, type Row, readTable, toldDialect } from "./csv_table.ts";
export { decodeText, MAX_IMPORT_BYTES } from "./decode.ts";
export { describeProblem, printable } from "./problem.ts";
export { readImport } from "./read_import.ts";
export * from "./reading.ts";
export { MAX_IMPORT_RECORDS } from "./reading_builder.ts";
export { documentOfPage } from "./schema_org.ts";
export { isZip, openZip } from "./zip.ts";
