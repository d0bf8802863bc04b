import type { ContentRow, Contents } from "../../src/store/mod.ts";

/** Every row of every table. */
export function everything(contents: Contents): Promise<Record<string, readonly ContentRow[]>> {
  return contents.read(async (reads) => {
    const tables: Record<string, readonly ContentRow[]> = {};
    for (const table of reads.tables) tables[table] = (await Array.fromAsync(reads.pages(table))).flat();
    return tables;
  });
}
