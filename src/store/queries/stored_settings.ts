/** What an installation keeps of itself under fixed names: settings, keys and marks. */
import { eq } from "drizzle-orm";
import type { Sql } from "./dialect.ts";

export async function readSetting({ db, tables: { keys } }: Sql, name: string): Promise<string | undefined> {
  const [row] = await db.select({ value: keys.value }).from(keys).where(eq(keys.name, name));
  return row?.value;
}

export async function saveSetting({ db, tables: { keys } }: Sql, name: string, value: string): Promise<void> {
  await db.insert(keys).values({ name, value }).onConflictDoUpdate({ target: keys.name, set: { value } });
}
