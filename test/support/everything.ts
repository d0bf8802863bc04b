import { type ContentsStore, type KeptRow, PAGED_TABLES } from "../../src/store/mod.ts";

/** Every row of every table. */
export async function everything(contents: ContentsStore): Promise<Record<string, readonly KeptRow[]>> {
  const tables: Record<string, readonly KeptRow[]> = {};
  for (const table of PAGED_TABLES) {
    const rows: KeptRow[] = [];
    for (;;) {
      const page = await contents.rowsAfter(table, rows.at(-1) ?? null);
      if (page.rows.length === 0) break;
      rows.push(...page.rows);
    }
    tables[table] = rows;
  }
  for (const { table, rows } of (await contents.remainder()).tables) tables[table] = rows;
  return tables;
}
