/** The rows of a look, kept in files: there may be as many as there are reviews, and a page shows some of them. */
import { appendFileSync, closeSync, openSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeProblem, type RecordPlace } from "../import/mod.ts";
import { LOOK_KINDS, type LookEntry, type LookKind, type OfLook, type Placed } from "../owner/look_at_import.ts";
import { shortened } from "../review/mod.ts";
import type { JoinableReview, StoredReview } from "../store/mod.ts";
import type { LookRow, ReviewsLook } from "./uploads.ts";

const ROWS_OF_PAGE = 50;
const PIECE = 64 * 1024;
const LONGEST = 300;

/** Writes rows by their kind, and notes where each page begins. What stays as it is, is only counted. */
export class RowWriter {
  readonly #folder: string;
  readonly #kinds = new Map<LookKind, { count: number; size: number; pages: number[]; open: string }>();

  constructor(folder: string) {
    this.#folder = folder;
    for (const kind of LOOK_KINDS) writeFileSync(fileOf(folder, kind), "", { mode: 0o600 });
  }

  add(entry: LookEntry): void {
    if (entry.kind === "unchanged") return;
    const kept = this.#kinds.get(entry.kind) ?? { count: 0, size: 0, pages: [], open: "" };
    this.#kinds.set(entry.kind, kept);
    if (kept.count++ % ROWS_OF_PAGE === 0) kept.pages.push(kept.size);
    const line = `${JSON.stringify(rowOf(entry))}\n`;
    kept.size += Buffer.byteLength(line);
    kept.open += line;
    if (kept.open.length >= PIECE) this.#flush(entry.kind);
  }

  /** Where each page begins; the last entry is where the rows end. */
  finish(): ReviewsLook["pages"] {
    for (const kind of this.#kinds.keys()) this.#flush(kind);
    return Object.fromEntries([...this.#kinds].map(([kind, { pages, size }]) => [kind, [...pages, size]]));
  }

  #flush(kind: LookKind): void {
    const kept = this.#kinds.get(kind);
    if (kept === undefined) return;
    appendFileSync(fileOf(this.#folder, kind), kept.open);
    kept.open = "";
  }
}

export function readLookRows(folder: string, pages: ReviewsLook["pages"], kind: LookKind, page: number): LookRow[] {
  const [start, end] = [pages[kind]?.[page - 1], pages[kind]?.[page]];
  if (start === undefined || end === undefined) return [];
  const bytes = new Uint8Array(end - start);
  const file = openSync(fileOf(folder, kind), "r");
  try {
    readSync(file, bytes, 0, bytes.length, start);
  } finally {
    closeSync(file);
  }
  const lines = new TextDecoder().decode(bytes).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as LookRow);
}

function fileOf(folder: string, kind: LookKind): string {
  return join(folder, `rows-${kind.replace(" ", "_")}`);
}

const ROWS: OfLook<LookRow> = {
  new: placedReview,
  withheld: placedReview,
  gone: leftOut,
  removed: leftOut,
  changed: ({ at, changes }) => ({
    place: placeOf(at),
    changes: changes.map(({ field, from, to }) => ({ field, from: shown(from), to: shown(to) })),
  }),
  unchanged: ({ at }) => ({ place: placeOf(at) }),
  duplicate: ({ at, same }) => ({ place: placeOf(at), note: placeOf(same) ?? "" }),
  joined: ({ review }) => ({ place: review.source, review: shownReview(review) }),
  "kept out": ({ at, id }) => ({ place: placeOf(at), note: id }),
  refused: ({ problem }) => ({ place: placeOf(problem.at), note: describeProblem(problem) }),
  masked: ({ at, review, redaction: { field, kind, before } }) => {
    const to = kind === "name" ? shown(review.authorName) : "";
    return { place: placeOf(at), changes: [{ field, from: shown(before), to }] };
  },
};

function leftOut({ review }: { readonly review: StoredReview }): LookRow {
  return { place: null, review: shownReview(review) };
}

function rowOf(entry: LookEntry): LookRow {
  return ROWS[entry.kind](entry as never);
}

function placedReview({ at, review }: Placed & { readonly review: StoredReview }): LookRow {
  return { place: placeOf(at), review: shownReview(review), withheld: review.withheld };
}

function shownReview({ id, date, rating, authorName, text }: JoinableReview) {
  return { id, date, rating, author: authorName, text: shortened(text, LONGEST) };
}

function shown(value: unknown): string {
  return shortened(typeof value === "string" ? value : value == null ? "" : JSON.stringify(value), LONGEST);
}

function placeOf(at: RecordPlace | undefined): string | null {
  if (at === undefined) return null;
  const name = at.file.split("/").at(-1) ?? "";
  return `${name}: ${at.path}${at.line === undefined ? "" : ` (${at.line})`}`;
}
