/** Reads Excel workbooks (ECMA-376 part 1): finds the sheet with reviews and its header, and converts dates. Formulas are not recomputed. */

import type { Parser } from "htmlparser2";
import { DAY_MS } from "../durations.ts";
import { type CountMeanings, MAX_COLUMNS, refuseTooWide } from "./csv.ts";
import { localName, markupParser } from "./markup_table.ts";
import { refuse, showValue } from "./problem.ts";
import type { Cell, ImportFile, RecordTable, TableRow } from "./reading.ts";
import { entryNames, entryText, refuseTooLarge, WORKBOOK_XML } from "./zip.ts";

/** The limit of the shared strings, which are held in memory. */
const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;
const LOOK_ROWS = 20;
const MAX_SHEETS = 1000;

/** The visible sheet with the most known columns; the others are noted. @throws {GoodwordError} input_refused if another one has records, too */
export function workbookTable(
  file: ImportFile,
  meanings: CountMeanings,
  areRecords: (columns: readonly string[]) => boolean = () => false,
): RecordTable {
  const { parts, sheets: listed } = workbookOf(file);
  const visible = listed.filter(({ isHidden }) => !isHidden);
  const sheets = visible.map((sheet) => tableOf(file, { ...sheet, parts, meanings }));
  const named = sheets.filter(({ score }) => score >= 2).sort((one, other) => other.score - one.score);
  const known = named.filter(({ table }) => !table.rows()[Symbol.iterator]().next().done);
  const best = known[0] ?? named[0];
  const second = known.find((each) => each !== best && (each.score === best?.score || areRecords(each.table.columns)));
  if (best !== undefined && second !== undefined) {
    refuse(
      `The workbook has reviews in the sheets ${showValue(best.name)} and ${showValue(second.name)}; save each as a file of its own`,
    );
  }
  const chosen = best ?? sheets.find(({ table }) => table.columns.length > 0) ?? refuse("The workbook is empty");
  const unread = listed.filter(
    ({ name, isHidden }) => isHidden || sheets.some((each) => each.name === name && each !== chosen && each.score >= 0),
  );
  return { ...chosen.table, notes: unread.map(({ name }) => `The sheet ${showValue(name)} was not read`) };
}

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly path: string;
}

interface SheetSource extends Sheet {
  readonly parts: WorkbookParts;
  readonly meanings: CountMeanings;
}

interface ScoredTable {
  readonly name: string;
  readonly score: number;
  readonly table: RecordTable;
}

function tableOf(file: ImportFile, { name, path, parts, meanings }: SheetSource): ScoredTable {
  const rows = () => sheetRows(entryText(file, path), parts);
  let header = { number: 0, cells: [] as readonly string[], score: -1 };
  let looked = 0;
  for (const { number, cells } of rows()) {
    const texts = Array.from(cells, (cell) => String(cell ?? "").trim());
    if (texts.every((text) => text === "")) continue;
    const score = meanings(texts);
    if (score > header.score && (header.score < 0 || score >= 2)) header = { number, cells: texts, score };
    if (++looked === LOOK_ROWS) break;
  }
  const table: RecordTable = {
    file: file.name,
    kind: "workbook",
    columns: header.cells,
    hasHeader: true,
    context: {},
    rows: () => below(file.name, rows(), header.number),
  };
  return { name, score: header.score, table };
}

function* below(file: string, rows: ReturnType<typeof sheetRows>, header: number): Generator<TableRow> {
  for (const { number, cells } of rows) {
    if (number <= header || cells.every((cell) => cell === "" || cell === undefined)) continue;
    yield { at: { file, path: `row ${number}` }, cells };
  }
}

function workbookOf(file: ImportFile): { readonly parts: WorkbookParts; readonly sheets: readonly Sheet[] } {
  const names = new Set(entryNames(file));
  const targets = new Map<string, string>();
  readXml(file, "xl/_rels/workbook.xml.rels", {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  readXml(file, WORKBOOK_XML, {
    open(name, { date1904, state = "visible", "r:id": id = "", ...attributes }) {
      if (name === "workbookPr" && (date1904 === "1" || date1904 === "true")) isFrom1904 = true;
      if (name !== "sheet") return;
      const target = targets.get(id) ?? `worksheets/sheet${sheets.length + 1}.xml`;
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      sheets.push({ name: attributes.name ?? path, isHidden: state !== "visible", path });
    },
  });
  const parts = {
    isFrom1904,
    sharedStrings: names.has("xl/sharedStrings.xml") ? sharedStrings(file) : [],
    isDateStyle: names.has("xl/styles.xml") ? dateStyles(file) : [],
  };
  // Of sheets that are one part of the archive, the first is read.
  const byPath = new Map(sheets.toReversed().map((sheet) => [sheet.path, sheet]));
  const kept = sheets.filter((sheet) => names.has(sheet.path) && byPath.get(sheet.path) === sheet);
  if (kept.length > MAX_SHEETS)
    refuse(`The workbook has more than ${MAX_SHEETS} sheets; save the one with the reviews`);
  refuseTooLarge(file, new Set(kept.flatMap(({ isHidden, path }) => (isHidden ? [] : path))));
  return { parts, sheets: kept };
}

function dateStyles(file: ImportFile): boolean[] {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isInside = false;
  readXml(file, "xl/styles.xml", {
    open(name, { numFmtId, formatCode }) {
      if (name === "numFmt" && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      if (name === "cellXfs") isInside = true;
      if (name === "xf" && isInside) styles.push(isDateFormat(Number(numFmtId ?? 0), codes.get(Number(numFmtId ?? 0))));
    },
    close(name) {
      if (name === "cellXfs") isInside = false;
    },
  });
  return styles;
}

function sharedStrings(file: ImportFile): string[] {
  const strings: string[] = [];
  let [text, total, hints, isText] = ["", 0, 0, false];
  readXml(file, "xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") hints++;
      else if (name === "t") isText = true;
    },
    text(part) {
      if (isText && hints === 0) text += part;
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") hints--;
      else if (name === "si") {
        strings.push(xmlString(text));
        total += text.length;
        if (total > MAX_SHARED_CHARACTERS) refuse('The workbook holds too much text; save the sheet as "CSV UTF-8"');
      }
    },
  });
  return strings;
}

interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

function readXml(file: ImportFile, path: string, reader: XmlReader): void {
  const parser = xmlParser(reader);
  for (const piece of entryText(file, path)) parser.write(piece);
  parser.end();
}

function xmlParser(reader: XmlReader): Parser {
  return markupParser(
    {
      onopentag: (name, attributes) => reader.open(localName(name), attributes),
      ontext: (text) => reader.text?.(text),
      onclosetag: (name) => reader.close?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
}

interface WorkbookParts {
  readonly sharedStrings: readonly string[];
  readonly isDateStyle: readonly boolean[];
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean;
}

interface SheetRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}

const MAX_PARSED = 16 * 1024;

function* sheetRows(xml: Iterable<string>, parts: WorkbookParts): Generator<SheetRow> {
  const reader = new SheetReader(parts);
  const parser = xmlParser(reader);
  for (const piece of xml) {
    // A well-compressed piece may contain a million rows, so take the rows of a part of it at a time.
    for (let at = 0; at < piece.length; at += MAX_PARSED) {
      parser.write(piece.slice(at, at + MAX_PARSED));
      yield* reader.take();
    }
  }
  parser.end();
  yield* reader.take();
}

class SheetReader implements XmlReader {
  readonly #parts: WorkbookParts;
  #ready: SheetRow[] = [];
  #cells: Cell[] = [];
  #rowNumber = 0;
  #column = 0;
  #type = "";
  #style = 0;
  #value = "";
  #isValue = false;
  /** Nesting depth of phonetic hints, which are not part of the text. */
  #hints = 0;

  constructor(parts: WorkbookParts) {
    this.#parts = parts;
  }

  take(): SheetRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void {
    if (name === "row") {
      this.#rowNumber = attributes.r === undefined ? this.#rowNumber + 1 : Number(attributes.r);
      this.#cells = [];
      this.#column = 0;
    } else if (name === "c") {
      const letters = /^[A-Z]{1,3}/.exec(attributes.r ?? "")?.[0];
      if (letters !== undefined) this.#column = columnIndex(letters);
      this.#type = attributes.t ?? "n";
      this.#style = Number(attributes.s ?? 0);
      this.#value = "";
    } else if (name === "rPh") this.#hints++;
    else if (name === "v" || name === "t") this.#isValue = true;
  }

  text(text: string): void {
    if (this.#isValue && this.#hints === 0) this.#value += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.#isValue = false;
    else if (name === "rPh") this.#hints--;
    else if (name === "c") {
      const cell = this.#cell();
      if (this.#column >= MAX_COLUMNS && cell !== "") refuseTooWide("sheet");
      // The row is a sparse array, so that one filled cell far to the right does not make it long.
      if (cell !== "") this.#cells[this.#column] = cell;
      this.#column++;
    } else if (name === "row") {
      this.#ready.push({ number: this.#rowNumber, cells: this.#cells });
    }
  }

  #cell(): Cell {
    const value = this.#value;
    switch (this.#type) {
      case "s":
        return this.#parts.sharedStrings[Number(value)] ?? "";
      case "b":
        return value === "1";
      case "e":
        return "";
      case "n":
        return this.#number(value);
      default:
        return xmlString(value);
    }
  }

  #number(value: string): Cell {
    if (value === "") return "";
    const number = Number(value);
    // A spreadsheet holds 15 digits. A longer number stays a text.
    if (Number.isNaN(number) || Math.abs(number) >= 1e15) return value;
    return this.#parts.isDateStyle[this.#style] === true ? dateOfSerial(number, this.#parts.isFrom1904) : number;
  }
}

/** Decodes characters that XML cannot contain, such as `_x000B_`. Spec: ECMA-376 part 1, 22.9.2.19. */
function xmlString(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** A day number, counted from 1900 or 1904, as ISO 8601, with a time if it has one. Excel counts a 29 February 1900. */
function dateOfSerial(serial: number, isFrom1904: boolean): string {
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const ms = Math.round((first + serial * DAY_MS) / 1000) * 1000;
  if (Math.abs(ms) > 8e15) return String(serial);
  const text = new Date(ms).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}

/** The ids of built-in date formats, which have no code in the file. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** Whether a number format shows a date: a day or year outside quotes, colours and conditions. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN_DATES.has(id);
  const bare = code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, "");
  return /[dy]/i.test(bare) && !/[0#?]/.test(bare);
}
