/** Reads the tables that programs save as `.xls`: HTML, and SpreadsheetML of 2003. */
import { type Handler, Parser, type ParserOptions } from "htmlparser2";
import { type CountMeanings, MAX_COLUMNS } from "./csv.ts";
import { refuse } from "./problem.ts";
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
/** A short cell may stand in a late column, so that cells are many more than bytes. */
const MAX_CELLS = 10_000_000;
const TOO_MANY_CELLS = "The table has more than 10 million cells; save the columns of the reviews alone";

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
  const open: OpenTable[] = [];
  let [hidden, count] = [0, 0];
  const parser = markupParser(
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
          const index = Math.min(Number(attributes["ss:index"] ?? 0) - 1, MAX_COLUMNS);
          count += Math.max(1, index - table.cells.length);
          if (count > MAX_CELLS) refuse(TOO_MANY_CELLS);
          while (table.cells.length < index) table.cells.push("");
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
        if (name === "table") open.pop();
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

/** What a page leaves open and never closes is counted, too. */
const MAX_DEPTH = 2000;

/** A parser of HTML or XML that refuses nesting beyond any page's, since the library takes the square of the depth. */
export function markupParser(handler: Partial<Handler>, options: ParserOptions): Parser {
  let depth = 0;
  const guarded: Partial<Handler> = {
    ...handler,
    onopentag(...given) {
      if (++depth > MAX_DEPTH) refuse("It is nested in more than 2,000 levels; save it again");
      handler.onopentag?.(...given);
    },
    onclosetag(...given) {
      depth--;
      handler.onclosetag?.(...given);
    },
  };
  return new Parser(guarded, options);
}

/** The name of an element without its namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
