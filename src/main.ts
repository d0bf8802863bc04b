import process from "node:process";
import { listenToProcess } from "./bun/lifetime/process_events.ts";
import { serveCall } from "./cli/serve_call.ts";
import type { OpenStore } from "./cli/world.ts";

// Everything else is loaded only when it is needed, so that a server starts within milliseconds.
const args = process.argv.slice(2);
const serving = serveCall(args);
if (serving !== null) {
  // First of all, so that not even the earliest signal just ends the process.
  const listen = listenToProcess();
  const { serve } = await import("./bun/serve.ts");
  process.exit(await serve({ ...process.env, ...serving }, listen));
} else {
  const [{ processWorld, runCommands }, { isServerUrl }, { collectNow }] = await Promise.all([
    import("./cli/mod.ts"),
    import("./config.ts"),
    import("./bun/collect_now.ts"),
  ]);
  const pictures = async () => (await import("./bun/pictures/pictures.ts")).createPictures();
  const open: OpenStore = async (database, options) =>
    isServerUrl(database)
      ? (await import("./postgres/mod.ts")).openPostgres(database, { isMoveTarget: options.isMoveTarget ?? false })
      : (await import("./sqlite/database.ts")).openDatabase(database, options);
  const world = processWorld({
    open,
    pictures: {
      fetch: async (url, kind) => (await pictures()).fetch(url, kind),
      prepare: async (bytes, kind) => (await pictures()).prepare(bytes, kind),
    },
    collectGarbage: collectNow,
  });
  process.exitCode = await runCommands(args, world);
}
