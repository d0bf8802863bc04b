/** A workbook of one sheet, as a program for spreadsheets writes it. */
import { strToU8, zipSync } from "fflate";

type Cell = string | number | Date;

const DAY_MS = 86_400_000;
/** Days from the epoch of workbooks to that of JavaScript. */
const DAYS_BEFORE_1970 = 25_569;

export function workbook(...rows: readonly (readonly Cell[])[]): Uint8Array {
  const cellOf = (value: Cell) => {
    if (typeof value === "string") return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    if (typeof value === "number") return `<c><v>${value}</v></c>`;
    return `<c s="1"><v>${value.getTime() / DAY_MS + DAYS_BEFORE_1970}</v></c>`;
  };
  const sheet = rows.map((cells) => `<row>${cells.map(cellOf).join("")}</row>`).join("");
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}
