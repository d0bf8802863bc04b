/**
 * `/reviews.csv` as we write it, read back without loss.
 *
 * @module
 */
import { splitList, unguardCell } from "../review/mod.ts";
import { readFlag, readStars } from "./csv_cells.ts";
import { refuseMisaligned, type Table } from "./csv_table.ts";
import type { FieldNames } from "./given_review.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

/** Only our own header has both; every other file's id is an id of its source. */
export function isOwnHeader(header: readonly string[]): boolean {
  return header.includes("id") && header.includes("verification") && header.includes("author_is_anonymous");
}

const NAMES: FieldNames = {
  sourceName: "source",
  sourceUrl: "source_url",
  authorName: "author",
  isAnonymous: "author_is_anonymous",
  verificationMethod: "verification",
  verificationDate: "verification_date",
  serviceAreas: "service_areas",
  replyText: "reply",
  replyDate: "reply_date",
  updatedAt: "updated_at",
};

/** Reads the rows of a table as {@link reviewToCsvRow} wrote them. */
export function readOwnRows({ header, rows }: Table, builder: ReadingBuilder): void {
  const index = new Map(header.map((name, at) => [name, at]));
  for (const row of rows) {
    if (refuseMisaligned(row, header, builder)) continue;
    const { at, cells } = row;
    const cell = (name: string) => unguardCell(cells[index.get(name) ?? -1] ?? "");
    const given = (name: string) => cell(name) || undefined;
    builder.add(
      { ...at, id: cell("id") },
      {
        id: given("id"),
        sourceName: given("source"),
        sourceUrl: given("source_url"),
        date: given("date"),
        rating: readStars(cell("rating")),
        title: given("title"),
        text: cell("text"),
        language: given("language"),
        authorName: given("author"),
        isAnonymous: readFlag(cell("author_is_anonymous")),
        verificationMethod: given("verification"),
        verificationDate: given("verification_date"),
        technicians: splitList(cell("technicians")),
        services: splitList(cell("services")),
        serviceAreas: splitList(cell("service_areas")),
        replyText: given("reply"),
        replyDate: given("reply_date"),
        updatedAt: given("updated_at"),
        edited: readFlag(cell("edited")),
      },
      { names: NAMES },
    );
  }
}
