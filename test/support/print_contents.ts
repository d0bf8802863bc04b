/** Prints every row of the database at a URL or a path, as JSON: a program, for what PostgreSQL loads gets in the way of other tests. */
import { isServerUrl } from "../../src/config.ts";
import { everything } from "./everything.ts";

const [database = ""] = process.argv.slice(2);
await using store = isServerUrl(database)
  ? await (await import("../../src/store/postgres/mod.ts")).openPostgres(database)
  : (await import("../../src/store/sqlite/mod.ts")).openDatabase(database, { create: false });
console.log(JSON.stringify(await everything(store.contents)));
