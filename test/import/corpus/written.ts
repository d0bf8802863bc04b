/** Three reviews, and ways to write them as other tools do. */
import { zipSync } from "fflate";

/** A review as every fixture of the corpus holds it. */
export interface Written {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string;
  readonly author: string;
  readonly email: string;
}

/** A day above 12 stands among them, so that every order of day and month is settled. */
export const REVIEWS: readonly Written[] = [
  {
    id: "r-101",
    date: "2025-03-14",
    rating: 5,
    text: "Fixed the leak in an hour, and left no mess",
    author: "Jane Doe",
    email: "jane@mail.example",
  },
  {
    id: "r-102",
    date: "2025-04-25",
    rating: 2,
    text: "Came two hours late, and nobody called",
    author: "Tom Ruiz",
    email: "tom@mail.example",
  },
  {
    id: "r-103",
    date: "2025-11-03",
    rating: 4,
    text: "A fair price for the new water heater",
    author: "Ana Lima",
    email: "ana@mail.example",
  },
];

/** What must come out of every fixture that is understood. */
export const READ = REVIEWS.map(({ date, rating, text }) => [date, rating, text]);

export type Value = string | number | boolean | null;

const bytes = (text: string) => new TextEncoder().encode(text);

/** A CSV file; texts are quoted where they must be. The header is one line, or cells. */
export function csv(
  header: string | readonly string[] | null,
  row: (review: Written) => readonly Value[],
  { delimiter = ",", lineEnd = "\n", before = "" }: { delimiter?: string; lineEnd?: string; before?: string } = {},
): Uint8Array {
  const line = (cells: readonly Value[]) => cells.map((cell) => quoted(String(cell ?? ""), delimiter)).join(delimiter);
  const head = typeof header === "string" ? header.split(delimiter) : header;
  const rows = [...(head === null ? [] : [head]), ...REVIEWS.map(row)];
  return bytes(before + rows.map(line).join(lineEnd) + lineEnd);
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function json(value: unknown): Uint8Array {
  return bytes(JSON.stringify(value, null, 2));
}

export function ndjson(record: (review: Written) => unknown): Uint8Array {
  return bytes(REVIEWS.map((review) => JSON.stringify(record(review))).join("\n"));
}

export function text(content: string): Uint8Array {
  return bytes(content);
}

/** Text in another encoding: UTF-16 with its mark, or the code page of Windows for Western Europe. */
export function encoded(content: Uint8Array, encoding: "utf-16le" | "windows-1252"): Uint8Array {
  const plain = new TextDecoder().decode(content);
  if (encoding === "utf-16le") {
    const units = [...plain].flatMap((each) => [each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8]);
    return new Uint8Array([0xff, 0xfe, ...units]);
  }
  const special: Readonly<Record<string, number>> = { "’": 0x92, "€": 0x80, "–": 0x96 };
  return new Uint8Array([...plain].map((each) => special[each] ?? each.charCodeAt(0)));
}

/** `2025-03-14` with its parts in another order. */
export function day(date: string, format: string): string {
  const [year = "", month = "", ofMonth = ""] = date.split("-");
  return format.replace("YYYY", year).replace("MM", month).replace("DD", ofMonth);
}

/** Seconds since 1970 at noon of a day. */
export function seconds(date: string): number {
  return Date.parse(`${date}T12:00:00Z`) / 1000;
}

/** A workbook as Excel writes it: shared strings, dates as days since 1900 in a style of their own. */
export function workbook(
  header: string | readonly string[],
  row: (review: Written) => readonly (Value | Date)[],
  { rowsBefore = [], sheets = [] }: { rowsBefore?: readonly (readonly string[])[]; sheets?: readonly string[] } = {},
): Uint8Array {
  const strings: string[] = [];
  const index = (value: string) => (strings.indexOf(value) < 0 ? strings.push(value) - 1 : strings.indexOf(value));
  const cell = (value: Value | Date, at: number, number: number) => {
    const place = `${String.fromCharCode(65 + at)}${number}`;
    if (value === null || value === "") return "";
    if (value instanceof Date) return `<c r="${place}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
    if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
    if (typeof value === "boolean") return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
    return `<c r="${place}" t="s"><v>${index(value)}</v></c>`;
  };
  const head = typeof header === "string" ? header.split(",") : header;
  const rows = [...rowsBefore, head, ...REVIEWS.map(row)].map(
    (cells, at) => `<row r="${at + 1}">${cells.map((value, column) => cell(value, column, at + 1)).join("")}</row>`,
  );
  const names = [...sheets, "Reviews"];
  const sheet = (content: string) => `<?xml version="1.0"?><worksheet><sheetData>${content}</sheetData></worksheet>`;
  const files = {
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<?xml version="1.0"?><Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
    "xl/styles.xml": `<?xml version="1.0"?><styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet(`<row r="1"><c r="A1"><v>7</v></c></row>`)]),
    ),
    [`xl/worksheets/sheet${names.length}.xml`]: sheet(rows.join("")),
    "xl/sharedStrings.xml": `<?xml version="1.0"?><sst>${strings.map((value) => `<si><t xml:space="preserve">${escaped(value)}</t></si>`).join("")}</sst>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytes(content)])));
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
