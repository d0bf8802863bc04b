/**
 * Reads the moderation columns of a table: whether the source shows the review of a row.
 *
 * @module
 */
import type { Columns } from "./csv_columns.ts";
import type { Row } from "./csv_table.ts";
import { Unreadable } from "./given_review.ts";
import { combineModeration, isPlaceColumn, readModeration } from "./moderation.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

/** Whether the row with these cells is hidden at its source; undefined when it does not say. */
export type ModerationReader = (cells: readonly string[]) => boolean | undefined | Unreadable;

/** Returns a reader for the moderation columns of a table; columns that turn out to name places are skipped. */
export function moderationReader(
  rows: readonly Row[],
  { headers, moderation }: Columns<string>,
  { moderationWords }: ReadingBuilder,
): ModerationReader {
  const columns = moderation
    .map((index) => ({ index, header: headers[index] ?? "" }))
    .filter(({ index, header }) => {
      const values = rows.map(({ cells }) => cells[index] ?? "");
      return !isPlaceColumn(header, values);
    });
  return (cells) => {
    const said = columns.map(({ index, header }) => readModeration(header, cells[index] ?? "", moderationWords));
    switch (combineModeration(said)) {
      case "shown":
        return false;
      case "hidden":
        return true;
      case "silent":
        return undefined;
      case "unknown": {
        const { index, header } = columns[said.indexOf("unknown")] ?? { index: 0, header: "" };
        const cell = cells[index] ?? "";
        return new Unreadable(
          cell,
          `expected published or hidden; say which with --moderation ${shellWord(`${cell}=hidden`)}`,
          header,
        );
      }
    }
  };
}

/** A word as a shell takes it. */
function shellWord(word: string): string {
  return /^[\w=.-]+$/.test(word) ? word : `"${word.replace(/["\\$`]/g, "\\$&")}"`;
}
