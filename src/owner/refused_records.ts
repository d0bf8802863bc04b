/** Copies refused records verbatim from their files, so that the owner can correct and import them. */
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
import { Memo } from "../memo.ts";

export type RefusedRecords = NonNullable<ReturnType<typeof refusedRecords>>;

/** The records with problems, as the text of a file in the format of the first; null without any. */
export function refusedRecords(files: readonly ImportFile[], { problems }: Pick<ImportReading, "problems">) {
  const places = [...new Map(problems.map(({ at }) => [`${at.file}\0${at.path}`, at])).values()];
  if (places.length === 0) return null;
  const lifted = places.flatMap(lifterOf(files));
  const records = lifted.filter(({ shape }) => shape === lifted[0]?.shape);
  // What is missing has another format, or was not found in its file.
  return { text: asFile(records), count: records.length, missing: places.length - records.length };
}

/** A record of a text, below the lines of its head, or a value of JSON. */
interface Lifted {
  readonly shape: "table" | "lines" | "json" | "json-ld";
  readonly head?: readonly string[];
  readonly raw?: string;
  readonly value?: unknown;
  readonly business?: unknown;
}

function asFile(records: readonly Lifted[]): string {
  const [first] = records;
  if (first === undefined) return "";
  if (first.raw !== undefined) return [...(first.head ?? []), ...records.map(({ raw }) => raw), ""].join("\n");
  const values = records.map(({ value }) => value);
  const isLinked = first.shape === "json-ld";
  const document = isLinked
    ? { "@context": "https://schema.org", "@graph": values }
    : { business: first.business, reviews: values };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Finds records by their places; splits each file once. */
function lifterOf(files: readonly ImportFile[]): (place: RecordPlace) => Lifted[] {
  const texts = new Memo<string>();
  const tables = new Memo<string[]>();
  const lines = new Memo<string[]>();
  const documents = new Memo<unknown>();
  return ({ file, path }) => {
    const text = () => texts.get(file, () => textOf(files, file));
    const [, place, number] = /^(row|line) (\d+)$/.exec(path) ?? [];
    if (place === "row") {
      // Excel's `sep=` line belongs to the header.
      const headed = declaredDialect(text()) ? 2 : 1;
      const rows = tables.get(file, () => splitRows(text()));
      const raw = rows[Number(number) - 2 + headed];
      return raw === undefined ? [] : [{ shape: "table", head: rows.slice(0, headed), raw }];
    }
    if (place === "line") {
      return [{ shape: "lines", raw: lines.get(file, () => text().split("\n"))[Number(number) - 1] ?? "" }];
    }
    const document = documents.get(file, () => documentIn(text()));
    const found = valueAt(document, path);
    const value = path === "review" ? (found ?? document) : found;
    if (value === undefined) return [];
    const isLinked = typeof value === "object" && value !== null && "@type" in value;
    return [{ shape: isLinked ? "json-ld" : "json", value, business: valueAt(document, "business") }];
  };
}

function documentIn(text: string): unknown {
  try {
    return text.trimStart().startsWith("<") ? documentOfPage(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a path such as `reviews[7]` or `events[0].eventData`; undefined if it is missing. */
function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const [, index, key] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Array.isArray(value) ? value[Number(index)] : (value as Record<string, unknown>)[key ?? ""];
  }
  return value;
}

/** The text of a file, which is named `archive.zip/inner.json` in an archive; "" for a workbook. */
function textOf(files: readonly ImportFile[], name: string): string {
  const file = files.find((each) => name === each.name || (isZip(each.bytes) && name.startsWith(`${each.name}/`)));
  if (file === undefined || (file.name === name && isZip(file.bytes))) return "";
  const bytes = isZip(file.bytes) ? openZip(file, new Set([name.slice(file.name.length + 1)]))[0]?.bytes : file.bytes;
  if (bytes === undefined || isZip(bytes)) return "";
  return decodeText(bytes, encodingOf({ name, bytes }, undefined));
}

/** The rows of a table, verbatim: a line break inside quotes is part of the row. */
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
