/**
 * An owner's own table, such as a list of jobs: a CSV file of any dialect and encoding, or an Excel workbook.
 *
 * @module
 */
import { sliceOf } from "./content.ts";
import { type ColumnNames, findColumns } from "./csv_columns.ts";
import { refuseOtherKinds } from "./decode.ts";
import { encodingOf } from "./encoding.ts";
import { refuse } from "./problem.ts";
import type { ImportFile } from "./reading.ts";
import { csvTable } from "./tables/csv_text.ts";
import type { RecordTable } from "./tables/table.ts";
import { workbookTable } from "./tables/workbook.ts";
import { isZip, listZip, WORKBOOK_XML } from "./zip.ts";

/** The table in a file; `names` are those its columns may have. @throws {GoodwordError} input_refused */
export function openTable(file: ImportFile, names: ColumnNames<string>, encoding?: string): RecordTable {
  const meanings = (cells: readonly string[]) => Object.keys(findColumns(cells, names).at).length;
  const head = sliceOf(file, 0, 4096);
  refuseOtherKinds(head);
  if (!isZip(head)) return csvTable(file, encodingOf(file, encoding), { meanings, isData: () => false });
  if (!listZip(file).includes(WORKBOOK_XML)) refuse("This is an archive; unpack it and name the table in it");
  return workbookTable(file, meanings);
}
