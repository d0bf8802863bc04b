/** The list of businesses of a database that holds many. */
import { folderPathOf } from "../../business_environment.ts";
import { isServerUrl } from "../../config.ts";
import type { BusinessList } from "../../store/mod.ts";

/** @throws {GoodwordError} `database` when it cannot be opened */
export async function openBusinessList(database: string): Promise<BusinessList> {
  if (isServerUrl(database)) return (await import("../../store/postgres/mod.ts")).openBusinessSchemas(database);
  return (await import("../../store/sqlite/business_folder.ts")).openBusinessFolder(folderPathOf(database));
}
