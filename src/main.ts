import process from "node:process";
import { serveCall } from "./cli/serve_call.ts";

// Everything else is loaded only when it is needed, so that a server starts within milliseconds.
const args = process.argv.slice(2);
const serving = serveCall(args);
if (serving !== null) {
  const { runServe } = await import("./bun/serve.ts");
  process.exitCode = await runServe({ ...process.env, ...serving });
} else {
  const [{ processWorld, runCommands }, database] = await Promise.all([
    import("./cli/mod.ts"),
    import("./sqlite/database.ts"),
  ]);
  const { openDatabase: open, closeDatabase: close, explainDatabaseError: explain } = database;
  process.exitCode = await runCommands(args, processWorld({ open, close, explain }));
}
