/** The rows of a look, kept in files: there may be as many as there are reviews, and a page shows some of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeProblem, type RecordPlace } from "../import/mod.ts";
import {
  byKind,
  type OfPreview,
  type Placed,
  type PreviewEntry,
  type PreviewedReview,
  type PreviewKind,
} from "../owner/import_preview.ts";
import { shortened } from "../review/mod.ts";
import type { StoredReview } from "../store/mod.ts";
import type { PreviewRow, ReviewsPreview } from "./uploads.ts";

const ROWS_OF_PAGE = 50;
/** Longer values are cut: what a row is for is to be recognised. */
const MAX_VALUE_LENGTH = 300;

/** Writes rows by their kind, a file for each page. What stays as it is, is only counted. */
export class RowWriter {
  readonly #folder: string;
  readonly #kinds = new Map<PreviewKind, { pages: number; rows: PreviewRow[] }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(entry: PreviewEntry): void {
    if (entry.kind === "unchanged") return;
    const kept = this.#kinds.get(entry.kind) ?? { pages: 0, rows: [] };
    this.#kinds.set(entry.kind, kept);
    if (kept.rows.push(rowOf(entry)) === ROWS_OF_PAGE) this.#flush(entry.kind);
  }

  /** The number of pages of each kind. */
  finish(): ReviewsPreview["pages"] {
    for (const kind of this.#kinds.keys()) this.#flush(kind);
    return Object.fromEntries([...this.#kinds].map(([kind, { pages }]) => [kind, pages]));
  }

  #flush(kind: PreviewKind): void {
    const kept = this.#kinds.get(kind);
    if (kept === undefined || kept.rows.length === 0) return;
    writeFileSync(fileOf(this.#folder, kind, ++kept.pages), JSON.stringify(kept.rows), { mode: 0o600 });
    kept.rows = [];
  }
}

/** A page of rows, from 1. */
export function readPreviewRows(folder: string, kind: PreviewKind, page: number): readonly PreviewRow[] {
  return JSON.parse(readFileSync(fileOf(folder, kind, page), "utf8"));
}

function fileOf(folder: string, kind: PreviewKind, page: number): string {
  return join(folder, `rows-${kind.replace(" ", "_")}-${page}`);
}

const ROWS: OfPreview<PreviewRow> = {
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

function leftOut({ review }: { readonly review: StoredReview }): PreviewRow {
  return { place: null, review: shownReview(review) };
}

function rowOf(entry: PreviewEntry): PreviewRow {
  return byKind(ROWS, entry);
}

function placedReview({ at, review }: Placed & { readonly review: PreviewedReview }): PreviewRow {
  return { place: placeOf(at), review: shownReview(review), withheld: review.withheld };
}

function shownReview({ id, date, rating, authorName, text }: Omit<PreviewedReview, "withheld">) {
  return { id, date, rating, author: authorName, text: shortened(text, MAX_VALUE_LENGTH) };
}

function shown(value: unknown): string {
  return shortened(typeof value === "string" ? value : value == null ? "" : JSON.stringify(value), MAX_VALUE_LENGTH);
}

function placeOf(at: RecordPlace | undefined): string | null {
  if (at === undefined) return null;
  const name = at.file.split("/").at(-1) ?? "";
  return `${name}: ${at.path}${at.line === undefined ? "" : ` (${at.line})`}`;
}
