/** Workbooks as a program for spreadsheets writes them. */
import { strToU8, zipSync } from "fflate";

type Cell = string | number | Date;

const DAY_MS = 86_400_000;
/** Days from the epoch of workbooks to that of JavaScript. */
const DAYS_BEFORE_1970 = 25_569;

export function workbook(...rows: readonly (readonly Cell[])[]): Uint8Array {
  return workbookOfSheets({ a: rows });
}

/** A workbook of sheets by name; one whose name begins with `hidden` is hidden. */
export function workbookOfSheets(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Uint8Array {
  const cellOf = (value: Cell) => {
    if (typeof value === "string") return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    if (typeof value === "number") return `<c><v>${value}</v></c>`;
    return `<c s="1"><v>${value.getTime() / DAY_MS + DAYS_BEFORE_1970}</v></c>`;
  };
  const dataOf = (rows: readonly (readonly Cell[])[]) =>
    rows.map((cells) => `<row>${cells.map(cellOf).join("")}</row>`).join("");
  const names = Object.keys(sheets);
  const listed = names.map((name, at) => {
    const state = name.startsWith("hidden") ? ' state="hidden"' : "";
    return `<sheet name="${name}"${state} r:id="r${at + 1}"/>`;
  });
  const related = names.map((_, at) => `<Relationship Id="r${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`);
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${dataOf(rows)}</sheetData></worksheet>`,
      ]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}
