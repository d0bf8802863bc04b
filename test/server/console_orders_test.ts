/** What the consoles of two businesses in one process share: nothing that holds state. */
import { afterAll, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { readConfig } from "../../src/config.ts";
import { consoleOrders } from "../../src/server/console_orders.ts";
import { UploadFolders } from "../../src/server/upload_folders.ts";
import { consoleServices } from "../../src/server/workers/open_console.ts";

const environment = {
  DATABASE_URL: "folder:/nowhere/shops",
  BACKUP_DIR: "/nowhere/backups",
  KEYS_DIR: "/nowhere/keys",
};
const uploads = new UploadFolders();
afterAll(() => uploads[Symbol.dispose]());

function of(id: string) {
  const parts = {
    config: readConfig(environment),
    consoleUrl: "http://localhost:3080",
    port: 3080,
    uploads,
    many: { database: environment.DATABASE_URL, environment },
  };
  const business = { id, identity: `${id}-1`, baseUrl: `https://${id}.test`, settings: {}, version: 1, heldUntil: 0 };
  const orders = consoleOrders(parts, business);
  return { orders, means: consoleServices(orders.console) };
}

/** What two businesses may have in common, by its place in orders and means; none of it holds anything of a business. */
const STATELESS = [
  // Settings of the process.
  ...["config.host", "config.console.host", "config.console.url", "config.logFormat", "config.logLevel"],
  ...["config.invitations.mode", "policy.mode", "consoleUrl"],
  // Keys and stores in it are named after their business.
  ...["config.keysFolder", "among.database", "among.environment", "scope.environment"],
  "randomBytes",
  // One queue for hashes, which are of no business.
  "passwords",
];

test("nothing that the console of one business holds is another's", () => {
  const found = new Set<string>();
  walk([of("ace"), of("bee")], [], (path) => found.add(path));
  expect([...found].toSorted()).toEqual(STATELESS.toSorted());
});

test("uploads of a business lie in a folder that nobody else may read", () => {
  const { uploads: folder } = of("ace").orders.console;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

/** Finds everything that is the same in both, strings by their value; numbers and switches hold nothing. */
function walk([one, other]: readonly [unknown, unknown], path: readonly string[], found: (path: string) => void): void {
  if (one === null || one === "" || ["boolean", "number", "undefined"].includes(typeof one)) return;
  if (one === other) {
    found(path.join(".").replace(/^(?:means|orders\.\w+)\./, ""));
  } else if (typeof one === "object" && typeof other === "object" && other !== null) {
    for (const name of Object.keys(one)) {
      walk([Reflect.get(one, name), Reflect.get(other, name)], [...path, name], found);
    }
  }
}
