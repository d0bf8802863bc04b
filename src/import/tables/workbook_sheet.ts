/**
 * The rows of a sheet inside of an `.xlsx` file, while its XML goes by.
 *
 * Spec: ECMA-376 part 1, 18.3.1.4 (cells), 18.8.30 (number formats), 18.17.4.1 (dates). Left out: what formulas would
 * give if they were computed again.
 *
 * @module
 */
import { Parser } from "htmlparser2";
import type { Cell } from "./table.ts";

/** What the cells of a sheet refer to. */
export interface WorkbookParts {
  readonly sharedStrings: readonly string[];
  /** By the index of a cell's style: whether it shows a date. */
  readonly isDateStyle: readonly boolean[];
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly isFrom1904: boolean;
}

/** A row by its number in the sheet. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}

const MOST_COLUMNS = 2000;

/** The rows of a sheet's XML. */
export function* sheetRows(xml: Iterable<string>, parts: WorkbookParts): Generator<SheetRow> {
  const reader = new SheetReader(parts);
  for (const piece of xml) {
    reader.write(piece);
    yield* reader.take();
  }
  reader.end();
  yield* reader.take();
}

class SheetReader {
  readonly #parts: WorkbookParts;
  readonly #parser: Parser;
  #ready: SheetRow[] = [];
  #cells: Cell[] = [];
  #rowNumber = 0;
  #column = 0;
  #type = "";
  #style = 0;
  #value = "";
  #isValue = false;
  /** Depth of phonetic hints, which are no part of the text. */
  #hints = 0;

  constructor(parts: WorkbookParts) {
    this.#parts = parts;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(localName(name), attributes),
        ontext: (text) => {
          if (this.#isValue && this.#hints === 0) this.#value += text;
        },
        onclosetag: (name) => this.#close(localName(name)),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  end(): void {
    this.#parser.end();
  }

  take(): SheetRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
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

  #close(name: string): void {
    if (name === "v" || name === "t") this.#isValue = false;
    else if (name === "rPh") this.#hints--;
    else if (name === "c") {
      if (this.#column < MOST_COLUMNS) this.#cells[this.#column] = this.#cell();
      this.#column++;
    } else if (name === "row") {
      const cells = Array.from(this.#cells, (cell) => cell ?? "");
      this.#ready.push({ number: this.#rowNumber, cells });
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
        return value;
    }
  }

  #number(value: string): Cell {
    if (value === "") return "";
    const number = Number(value);
    if (Number.isNaN(number)) return value;
    return this.#parts.isDateStyle[this.#style] === true ? dateOfSerial(number, this.#parts.isFrom1904) : number;
  }
}

/** A name without its namespace's prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

const DAY_MS = 86_400_000;

/** A day counted from 1900 or 1904 as ISO 8601, with its time where it has one; there was no 29 February 1900. */
function dateOfSerial(serial: number, isFrom1904: boolean): string {
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const ms = Math.round((first + serial * DAY_MS) / 1000) * 1000;
  if (Math.abs(ms) > 8e15) return String(serial);
  const text = new Date(ms).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}

/** Formats of dates that have no code of their own in the file. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** Whether a number format shows a date: a day, month or year outside of quotes, colours and conditions. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN_DATES.has(id);
  const bare = code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, "");
  return /[dy]/i.test(bare) && !/[0#?]/.test(bare);
}
