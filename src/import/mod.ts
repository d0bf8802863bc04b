/**
 * Turns review files, in our format and others, into drafts for the store.
 *
 * In: bytes with a file name, and what the owner asked for. Out: checked, normalised, masked drafts, and problems.
 * Never: the file system, the database, what becomes of a draft.
 *
 * @module
 */

export { type BusinessFault, checkBusiness } from "./business.ts";
export { assignByName, describeRivals, type NamedColumns, vocabularyOf } from "./columns/assign.ts";
export { COLUMN_ROLES, type ColumnRole, JOB_COLUMNS, type JobColumn } from "./columns/column_words.ts";
export { DATE_FORMATS, type DateFormat, detectDateFormat, namedDateFormat, readDate } from "./columns/date_format.ts";
export { businessAfter, completeBusiness } from "./complete_business.ts";
export { declaredDialect } from "./csv.ts";
export { decodeText, encodingOf, MAX_IMPORT_BYTES } from "./decode.ts";
export { KeyTable, SpillList } from "./deduplicate.ts";
export { ALL_PLACES, describeProblem, HintWanted, overwriteAsked, type Wanted } from "./problem.ts";
export { readImport, readListed } from "./read_import.ts";
export { openTable } from "./read_tables.ts";
export * from "./reading.ts";
export { MAX_IMPORT_RECORDS } from "./reading_builder.ts";
export { documentOfPage } from "./schema_org.ts";
export { isZip, openZip } from "./zip.ts";
