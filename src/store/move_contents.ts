/**
 * Moves all that is kept from one store to another, in pages, so that a move which is interrupted goes on where it ended.
 *
 * @module
 */
import type { Completion, ContentsStore, Origin, Reception, TableSize } from "./ports/contents.ts";

/** What became of a move. Unless it is `moved`, nothing was lost, and the target is as it was or unfinished. */
export type MoveOutcome =
  | {
      readonly kind: "moved";
      readonly revision: number;
      readonly isResumed: boolean;
      readonly sizes: readonly TableSize[];
    }
  /** There is nothing to move. */
  | { readonly kind: "nothing" }
  | { readonly kind: "not_empty"; readonly sizes: readonly TableSize[] }
  /** The target holds part of another move, or of this one at an earlier revision. */
  | { readonly kind: "other_move"; readonly isSameInstallation: boolean; readonly begun: Origin; readonly now: Origin }
  /** The source was written to meanwhile. */
  | { readonly kind: "changed"; readonly begun: Origin; readonly now: Origin }
  | Exclude<Completion, { readonly kind: "complete" }>;

/** Where a move goes, and who is told how far it is. */
export interface MoveOptions {
  readonly from: ContentsStore;
  readonly to: ContentsStore;
  /** Called at the start of the pages, with how many rows there are; what it returns, with how many have arrived. */
  readonly onBegin: (total: number) => (done: number) => void;
}

/** Copies everything, and leaves the source as it is. Readers of the target find nothing until they find all of it. */
export async function moveContents({ from, to, onBegin }: MoveOptions): Promise<MoveOutcome> {
  const { origin, sizes } = await from.survey();
  if (origin.revision === 0) return { kind: "nothing" };
  const reception = await to.receive(origin);
  if (reception.kind === "not_empty") return reception;
  if (reception.kind === "other_origin") {
    const isSameInstallation = reception.origin.authority === origin.authority;
    return { kind: "other_move", isSameInstallation, begun: reception.origin, now: origin };
  }
  const changed = await copyPages({ from, to, origin, reception, report: onBegin(rowsInPages(sizes, reception)) });
  if (changed !== null) return { kind: "changed", begun: origin, now: changed };
  const remainder = await from.remainder();
  if (!isSame(remainder.origin, origin)) return { kind: "changed", begun: origin, now: remainder.origin };
  const completion = await to.complete(remainder);
  if (completion.kind !== "complete") return completion;
  return { kind: "moved", revision: origin.revision, isResumed: reception.isResumed, sizes: remainder.sizes };
}

type Ready = Extract<Reception, { readonly kind: "ready" }>;

interface Copying extends Pick<MoveOptions, "from" | "to"> {
  readonly origin: Origin;
  readonly reception: Ready;
  readonly report: (done: number) => void;
}

/** The state of a source that is not the one that is being moved any more; null once all pages have arrived. */
async function copyPages({ from, to, origin, reception, report }: Copying): Promise<Origin | null> {
  let done = reception.received.reduce((sum, { rows }) => sum + rows, 0);
  report(done);
  for (const { table, last } of reception.received) {
    for (let after = last; ; ) {
      const page = await from.rowsAfter(table, after);
      if (!isSame(page.origin, origin)) return page.origin;
      const next = page.rows.at(-1);
      if (next === undefined) break;
      await to.put(table, page.rows);
      after = next;
      done += page.rows.length;
      report(done);
    }
  }
  return null;
}

function rowsInPages(sizes: readonly TableSize[], { received }: Ready): number {
  const names = new Set<TableSize["table"]>(received.map(({ table }) => table));
  return sizes.reduce((sum, { table, rows }) => sum + (names.has(table) ? rows : 0), 0);
}

function isSame(one: Origin, other: Origin): boolean {
  return one.authority === other.authority && one.revision === other.revision;
}
