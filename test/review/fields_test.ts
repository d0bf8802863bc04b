/** What must hold of every field of a review, the day it is added. */
import { expect, test } from "bun:test";
import {
  CSV_FIELDS,
  csvColumn,
  DRAFT_FIELDS,
  type FieldSpec,
  fieldsWhere,
  PUBLIC_FIELDS,
  placeOf,
  REVIEW_FIELDS,
} from "../../src/review/mod.ts";
import { columnName } from "../../src/store/queries/schema.ts";

const places = (names: Parameters<typeof placeOf>[0][]) => names.map((name) => Object.values(placeOf(name)).join("."));

test("every field has a place of its own in JSON, in CSV and in the store", () => {
  for (const names of [
    places(fieldsWhere(({ json }) => json !== undefined)),
    CSV_FIELDS.map(csvColumn),
    fieldsWhere(({ isKept = true }) => isKept).map(columnName),
  ]) {
    expect(new Set(names).size).toBe(names.length);
  }
});

test("every published field is described, and stands in the CSV too", () => {
  for (const name of PUBLIC_FIELDS) {
    const { kind, description }: FieldSpec = REVIEW_FIELDS[name];
    expect([name, kind === "date" || kind === "stars" ? "in its schema" : description]).toEqual([
      name,
      expect.any(String),
    ]);
    expect(CSV_FIELDS).toContain(name);
  }
});

test("a field that an import gives has a place in our own JSON, so that a file can be written by hand", () => {
  for (const name of DRAFT_FIELDS) expect((REVIEW_FIELDS[name] as FieldSpec).json).toBeDefined();
});

test("no private field has a column of the CSV", () => {
  expect(fieldsWhere(({ isPrivate = false, csv }) => isPrivate && csv !== undefined)).toEqual([]);
});
