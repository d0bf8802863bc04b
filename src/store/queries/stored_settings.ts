/** What an installation keeps of itself under fixed names: settings, keys and marks. */
import { eq } from "drizzle-orm";
import type { Business } from "../../review/mod.ts";
import type { Sql } from "./dialect.ts";

export async function readSetting({ db, tables: { keys } }: Sql, name: string): Promise<string | undefined> {
  const [row] = await db.select({ value: keys.value }).from(keys).where(eq(keys.name, name));
  return row?.value;
}

export async function readJson<Kept>(connection: Sql, name: string): Promise<Kept | undefined> {
  const value = await readSetting(connection, name);
  return value === undefined ? undefined : (JSON.parse(value) as Kept);
}

export async function saveSetting({ db, tables: { keys } }: Sql, name: string, value: string): Promise<void> {
  await db.insert(keys).values({ name, value }).onConflictDoUpdate({ target: keys.name, set: { value } });
}

export async function readProfile({ db, tables: { business } }: Sql): Promise<Business | undefined> {
  const [row] = await db.select({ profile: business.profile }).from(business);
  return row?.profile;
}
