/** Reads the tables that programs save as `.xls`: HTML, and SpreadsheetML of 2003. */
import { Parser } from "htmlparser2";
import type { CountMeanings } from "./csv.ts";
import type { RecordTable, TableRow } from "./reading.ts";

export function markupTable(file: string, text: string, meanings: CountMeanings): RecordTable | null {
  let best: { readonly rows: Rows; readonly header: number; readonly score: number } | null = null;
  for (const rows of tablesOf(text)) {
    for (const [header, cells] of rows.slice(0, LOOK_ROWS).entries()) {
      const score = meanings(cells);
      if (score >= 2 && score > (best?.score ?? 0)) best = { rows, header, score };
    }
  }
  if (best === null) return null;
  const { rows, header } = best;
  const columns = rows[header] ?? [];
  return { file, kind: "workbook", columns, hasHeader: true, context: {}, rows: () => rowsBelow(file, rows, header) };
}

type Rows = readonly (readonly string[])[];

const LOOK_ROWS = 20;
const MAX_COLUMNS = 2000;

function* rowsBelow(file: string, rows: Rows, header: number): Generator<TableRow> {
  for (const [index, cells] of rows.entries()) {
    if (index > header && cells.some((cell) => cell !== "")) yield { at: { file, path: `row ${index + 1}` }, cells };
  }
}

const ROW = /^(?:tr|row)$/;
const CELL = /^(?:td|th|cell)$/;
const BREAK = /^(?:br|p|div|li)$/;

interface OpenTable {
  readonly rows: string[][];
  cells: string[] | null;
  cell: string | null;
}

function openRow(table: OpenTable): void {
  table.cells = [];
  table.rows.push(table.cells);
}

/** Every table as rows of texts. A nested table is a table of its own. */
function tablesOf(text: string): string[][][] {
  const tables: string[][][] = [];
  let open: OpenTable[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const name = localName(tag);
        const table = open.at(-1);
        if (name === "table") {
          open.push({ rows: [], cells: null, cell: null });
          tables.push(open.at(-1)?.rows ?? []);
        } else if (name === "style" || name === "script") hidden++;
        else if (table === undefined) return;
        else if (ROW.test(name)) openRow(table);
        else if (CELL.test(name) && table.cells !== null) {
          // SpreadsheetML omits empty cells.
          const index = Number(attributes["ss:index"] ?? 0);
          while (table.cells.length < Math.min(index - 1, MAX_COLUMNS)) table.cells.push("");
          table.cell = "";
        } else if (BREAK.test(name) && table.cell !== null && table.cell !== "") table.cell += "\n";
      },
      ontext: (piece) => {
        const table = open.at(-1);
        if (table !== undefined && table.cell !== null && hidden === 0) table.cell += piece;
      },
      onclosetag: (tag) => {
        const name = localName(tag);
        const table = open.at(-1);
        if (name === "table") open = open.slice(0, -1);
        else if (name === "style" || name === "script") hidden--;
        else if (CELL.test(name) && table !== undefined && table.cells !== null && table.cell !== null) {
          table.cells.push(
            table.cell
              .replace(/[^\S\n]+/g, " ")
              .replace(/ ?\n\s*/g, "\n")
              .trim(),
          );
          table.cell = null;
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(text);
  parser.end();
  return tables;
}

/** The name of an element without its namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
