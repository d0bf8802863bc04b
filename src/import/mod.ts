/**
 * Turns review files, in our format and others, into drafts for the store.
 *
 * In: bytes with a file name, and what the owner asked for. Out: checked, normalised, masked drafts, and problems.
 * Never: the file system, the database, what becomes of a draft.
 *
 * @module
 */

export { readPhoto } from "./business.ts";
export { businessAfter, completeBusiness, UNNAMED_BUSINESS } from "./complete_business.ts";
export { type ColumnNames, type Columns, findColumns, tellRivals } from "./csv_columns.ts";
export { decodeText, MAX_IMPORT_BYTES } from "./decode.ts";
export { encodingOf } from "./encoding.ts";
export { KeyTable } from "./key_table.ts";
export { openTable } from "./open_table.ts";
export type { RecordList, Spool } from "./pile.ts";
export { describeProblem, printable } from "./problem.ts";
export { readImport, readListed } from "./read_import.ts";
export * from "./reading.ts";
export { MAX_IMPORT_RECORDS } from "./reading_builder.ts";
export { documentOfPage } from "./schema_org.ts";
export { toldDialect } from "./tables/csv_dialect.ts";
export type { Cell, RecordTable, TableRow } from "./tables/table.ts";
export { COLUMN_ROLES, type ColumnRole } from "./understanding/column_words.ts";
export { detectDateFormat } from "./understanding/date_evidence.ts";
export { DATE_FORMATS, type DateFormat, namedDateFormat, readDate } from "./understanding/date_format.ts";
export { type ImportHints, ROUNDINGS, type Rounding } from "./understanding/hints.ts";
export { SCALES, type Scale } from "./understanding/stars.ts";
export type { ColumnVerdict, Understanding } from "./understanding/understanding.ts";
export { HintWanted, type Wanted } from "./understanding/wanted.ts";
export { isZip, openZip } from "./zip.ts";
