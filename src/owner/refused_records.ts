/** The records that an import left out, as they stood, for their owner to mend and import again. Pure. */
import {
  declaredDialect,
  decodeText,
  documentOfPage,
  encodingOf,
  type ImportFile,
  type ImportReading,
  isZip,
  openZip,
  type RecordPlace,
} from "../import/mod.ts";

/** Records that an import refused, ready to be written to a file. */
export interface RefusedRecords {
  /** A file of these records, in the form they were given in. */
  readonly text: string;
  readonly count: number;
  /** How many more there are, which have another form or cannot be found again in their file. */
  readonly missing: number;
}

/** The records of a reading's problems; null when there are none. */
export function refusedRecords(
  files: readonly ImportFile[],
  reading: Pick<ImportReading, "problems">,
): RefusedRecords | null {
  const places = refusedPlaces(reading);
  if (places.length === 0) return null;
  const texts = new Texts(files);
  const lifted = places.flatMap((place) => liftRecord(place, texts) ?? []);
  const shape = lifted[0]?.shape;
  const records = lifted.filter((record) => record.shape === shape);
  const missing = places.length - records.length;
  return { text: records.length === 0 ? "" : join(records), count: records.length, missing };
}

function refusedPlaces({ problems }: Pick<ImportReading, "problems">): RecordPlace[] {
  const places = new Map(problems.map(({ at }) => [`${at.file}\0${at.path}`, at]));
  return [...places.values()];
}

/** A refused record as it stood in its file. */
type Lifted =
  | { readonly shape: "table"; readonly head: string; readonly raw: string }
  | { readonly shape: "lines"; readonly raw: string }
  | { readonly shape: "json"; readonly value: unknown; readonly business: unknown }
  | { readonly shape: "json-ld"; readonly value: object };

function liftRecord({ file, path }: RecordPlace, texts: Texts): Lifted | null {
  const row = /^row (\d+)$/.exec(path);
  if (row) {
    const rows = texts.rowsOf(file);
    const raw = rows[Number(row[1]) - 1];
    return raw === undefined ? null : { shape: "table", head: rows[0] ?? "", raw };
  }
  const line = /^line (\d+)$/.exec(path);
  if (line) return { shape: "lines", raw: texts.linesOf(file)[Number(line[1]) - 1] ?? "" };
  const document = texts.jsonOf(file);
  const value = path === "review" ? (valueAt(document, path) ?? document) : valueAt(document, path);
  if (value === undefined) return null;
  if (typeof value === "object" && value !== null && "@type" in value) return { shape: "json-ld", value };
  return { shape: "json", value, business: valueAt(document, "business") };
}

function join(records: readonly Lifted[]): string {
  const [first] = records;
  if (first?.shape === "table") return `${first.head}\n${records.map(rawOf).join("\n")}\n`;
  if (first?.shape === "lines") return `${records.map(rawOf).join("\n")}\n`;
  const reviews = records.flatMap((record) => ("value" in record ? [record.value] : []));
  if (first?.shape === "json-ld") return `${JSON.stringify({ "@context": SCHEMA_ORG, "@graph": reviews }, null, 2)}\n`;
  const business = first?.shape === "json" && first.business !== undefined ? { business: first.business } : {};
  return `${JSON.stringify({ ...business, reviews }, null, 2)}\n`;
}

const SCHEMA_ORG = "https://schema.org";

function rawOf(record: Lifted): string {
  return "raw" in record ? record.raw : "";
}

/** The value at a path such as `reviews[7]` or `events[0].eventData`; undefined when there is none. */
function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const [, index, key] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Array.isArray(value) ? value[Number(index)] : (value as Record<string, unknown>)[key ?? ""];
  }
  return value;
}

/** The files' texts, each taken apart once. */
class Texts {
  readonly #files: readonly ImportFile[];
  readonly #parts = new Map<string, unknown>();

  constructor(files: readonly ImportFile[]) {
    this.#files = files;
  }

  rowsOf(file: string): string[] {
    return this.#once(`rows ${file}`, () => {
      const text = this.#text(file);
      const rows = splitRows(text);
      // Excel's own first line belongs to the header.
      const headed = declaredDialect(text) ? 2 : 1;
      return [rows.slice(0, headed).join("\n"), ...rows.slice(headed)];
    });
  }

  linesOf(file: string): string[] {
    return this.#once(`lines ${file}`, () => this.#text(file).split("\n"));
  }

  jsonOf(file: string): unknown {
    return this.#once(`json ${file}`, () => {
      const text = this.#text(file);
      try {
        return text.trimStart().startsWith("<") ? documentOfPage(text) : JSON.parse(text);
      } catch {
        return undefined;
      }
    });
  }

  /** A file inside an archive goes by the name `archive.zip/inner.json`. */
  #text(name: string): string {
    const file = this.#files.find(
      (each) => name === each.name || (isZip(each.bytes) && name.startsWith(`${each.name}/`)),
    );
    if (file === undefined) return "";
    if (file.name === name && isZip(file.bytes)) return "";
    const bytes = isZip(file.bytes) ? openZip(file, new Set([name.slice(file.name.length + 1)]))[0]?.bytes : file.bytes;
    // The rows of a workbook are no text that could be written as it stood.
    if (bytes === undefined || isZip(bytes)) return "";
    return decodeText(bytes, encodingOf({ name, bytes }, undefined));
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#parts.has(key)) this.#parts.set(key, make());
    return this.#parts.get(key) as T;
  }
}

/** The rows of a table as they stand, quotes and all: a line end inside quotes is part of the row. */
export function splitRows(text: string): string[] {
  const rows: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isQuoted = !isQuoted;
    else if (code === 0x0a && !isQuoted) {
      rows.push(text.slice(start, at).replace(/\r$/, ""));
      start = at + 1;
    }
  }
  if (start < text.length) rows.push(text.slice(start));
  return rows;
}
