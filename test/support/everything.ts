import { type ContentsStore, type KeptRow, PAGED_TABLES, SMALL_TABLES } from "../../src/store/mod.ts";

/** Every row of every table. */
export function everything(contents: ContentsStore): Promise<Record<string, readonly KeptRow[]>> {
  return contents.read(async (reads) => {
    const tables: Record<string, readonly KeptRow[]> = {};
    for (const table of PAGED_TABLES) {
      const rows: KeptRow[] = [];
      for (;;) {
        const page = await reads.rowsAfter(table, rows.at(-1) ?? null);
        if (page.length === 0) break;
        rows.push(...page);
      }
      tables[table] = rows;
    }
    for (const table of SMALL_TABLES) tables[table] = await reads.rowsOf(table);
    return tables;
  });
}
