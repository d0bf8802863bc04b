/**
 * Excel workbooks (`.xlsx`) as tables: the sheet that holds reviews, its header row, its dates as dates.
 *
 * @module
 */
import { Parser } from "htmlparser2";
import { refuse, showValue } from "../problem.ts";
import type { ImportFile } from "../reading.ts";
import { entryNames, entryText, WORKBOOK_XML } from "../zip.ts";
import type { CountMeanings } from "./csv_dialect.ts";
import type { RecordTable, TableRow } from "./table.ts";
import { isDateFormat, localName, sheetRows, type WorkbookParts } from "./workbook_sheet.ts";

/** Texts of a workbook are held in memory while it is read. */
const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;
const LOOK_ROWS = 20;

/** The sheet with the most columns that mean something. @throws {GoodwordError} input_refused when two of them do */
export function workbookTable(file: ImportFile, meanings: CountMeanings): RecordTable {
  const parts = partsOf(file);
  const sheets = sheetsOf(file).map((sheet) => tableOf(file, { ...sheet, parts, meanings }));
  const told = sheets.filter(({ score }) => score >= 2).sort((one, other) => other.score - one.score);
  const [best, second] = told;
  if (best !== undefined && second !== undefined && best.score === second.score) {
    refuse(
      `The workbook has reviews in the sheets ${showValue(best.name)} and ${showValue(second.name)}; save each as a file of its own`,
    );
  }
  const filled = best ?? sheets.find(({ table }) => table.columns.length > 0);
  return filled?.table ?? refuse("The workbook is empty");
}

interface Sheet {
  readonly name: string;
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
    const texts = cells.map((cell) => String(cell ?? "").trim());
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

/** The visible sheets in their order. */
function sheetsOf(file: ImportFile): Sheet[] {
  const targets = new Map<string, string>();
  eachTag(file, "xl/_rels/workbook.xml.rels", (name, { Id, Target }) => {
    if (name === "Relationship" && Id !== undefined && Target !== undefined) targets.set(Id, Target);
  });
  const sheets: Sheet[] = [];
  eachTag(file, WORKBOOK_XML, (name, attributes) => {
    if (name !== "sheet" || (attributes.state ?? "visible") !== "visible") return;
    const target = targets.get(attributes["r:id"] ?? "") ?? `worksheets/sheet${sheets.length + 1}.xml`;
    const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    sheets.push({ name: attributes.name ?? path, path });
  });
  const names = new Set(entryNames(file));
  return sheets.filter(({ path }) => names.has(path));
}

function partsOf(file: ImportFile): WorkbookParts {
  const names = new Set(entryNames(file));
  let isFrom1904 = false;
  eachTag(file, WORKBOOK_XML, (name, { date1904 }) => {
    if (name === "workbookPr" && (date1904 === "1" || date1904 === "true")) isFrom1904 = true;
  });
  return {
    isFrom1904,
    sharedStrings: names.has("xl/sharedStrings.xml") ? sharedStrings(file) : [],
    isDateStyle: names.has("xl/styles.xml") ? dateStyles(file) : [],
  };
}

function dateStyles(file: ImportFile): boolean[] {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isInside = false;
  eachTag(
    file,
    "xl/styles.xml",
    (name, { numFmtId, formatCode }) => {
      if (name === "numFmt" && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      if (name === "cellXfs") isInside = true;
      if (name === "xf" && isInside) styles.push(isDateFormat(Number(numFmtId ?? 0), codes.get(Number(numFmtId ?? 0))));
    },
    (name) => {
      if (name === "cellXfs") isInside = false;
    },
  );
  return styles;
}

function sharedStrings(file: ImportFile): string[] {
  const strings: string[] = [];
  let [text, total, hints, isText] = ["", 0, 0, false];
  const parser = new Parser(
    {
      onopentag: (prefixed) => {
        const name = localName(prefixed);
        if (name === "si") text = "";
        else if (name === "rPh") hints++;
        else if (name === "t") isText = true;
      },
      ontext: (part) => {
        if (isText && hints === 0) text += part;
      },
      onclosetag: (prefixed) => {
        const name = localName(prefixed);
        if (name === "t") isText = false;
        else if (name === "rPh") hints--;
        else if (name === "si") {
          strings.push(text);
          total += text.length;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (const piece of entryText(file, "xl/sharedStrings.xml")) {
    parser.write(piece);
    if (total > MAX_SHARED_CHARACTERS) refuse('The workbook holds too much text; save the sheet as "CSV UTF-8"');
  }
  parser.end();
  return strings;
}

type OnTag = (name: string, attributes: Readonly<Record<string, string | undefined>>) => void;

function eachTag(file: ImportFile, path: string, onOpen: OnTag, onClose: (name: string) => void = () => {}): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => onOpen(localName(name), attributes),
      onclosetag: (name) => onClose(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (const piece of entryText(file, path)) parser.write(piece);
  parser.end();
}
