/** Decodes rows of many columns: Drizzle's own mapping of a whole review costs an import more than the database does. */
import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

export type Columns = Readonly<Record<string, AnySQLiteColumn>>;

type RowOf<Selected extends Columns> = { [Field in keyof Selected]: GetColumnData<Selected[Field]> };

/** Values of JSON columns read so far, by their text: most are alike, and equal ones become one value. */
export type ParsedJson = Map<string, unknown>;

export type DriverRow = Record<string, unknown>;

export function selectList(columns: Readonly<Record<string, AnySQLiteColumn | SQL>>): SQL {
  return sql.join(
    Object.entries(columns).map(([field, column]) => sql`${column} as ${sql.identifier(field)}`),
    sql`, `,
  );
}

/** Turns a row with these fields into values of the program, in place: a copy of so many fields takes longer than reading them. */
export function rowDecoder<Selected extends Columns>(
  columns: Selected,
): (row: DriverRow, parsed: ParsedJson) => RowOf<Selected> {
  const decoded = Object.entries(columns).filter(([, column]) => kindOf(column) !== "plain");
  const documents = decoded.filter(([, column]) => kindOf(column) === "json");
  const others = decoded.filter(([, column]) => kindOf(column) !== "json");
  return (row, parsed) => {
    for (const [field, column] of others) {
      if (row[field] !== null) row[field] = column.mapFromDriverValue(row[field]);
    }
    for (const [field, column] of documents) {
      const text = row[field] as string | null;
      if (text === null) continue;
      if (!parsed.has(text)) parsed.set(text, column.mapFromDriverValue(text));
      row[field] = parsed.get(text);
    }
    return row as RowOf<Selected>;
  };
}

/** How a dialect's column changes what the driver gives, found by trying. */
function kindOf(column: Column): "plain" | "json" | "other" {
  const tried = column.mapFromDriverValue("[]");
  if (tried === "[]") return "plain";
  return Array.isArray(tried) ? "json" : "other";
}

export function picked<Given extends object, Name extends keyof Given>(
  given: Given,
  names: readonly Name[],
): Pick<Given, Name> {
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Pick<Given, Name>;
}
