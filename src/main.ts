import { existsSync } from "node:fs";
import process from "node:process";
import { serveCall } from "./cli/serve_call.ts";
import { listenToProcess } from "./server/lifetime.ts";

// Everything else is loaded on demand, so that a server starts within milliseconds.
const args = process.argv.slice(2);
const serving = serveCall(args);
if (serving !== null) {
  // Before anything else, so that even an early signal stops the process gracefully.
  const listen = listenToProcess();
  const { serve } = await import("./server/serve.ts");
  process.exit(await serve({ ...process.env, ...serving }, listen));
} else {
  const [{ processContext, runCommands }, { openBusinessList, openUpToDate, readStoredSettings }, { createCollector }] =
    await Promise.all([import("./cli/mod.ts"), import("./server/open_store.ts"), import("./store/sqlite/garbage.ts")]);
  const pictures = async () => (await import("./server/pictures.ts")).createPictures();
  const files = () => import("./store/sqlite/replace_file.ts");
  const context = processContext({
    open: openUpToDate,
    openBusinesses: openBusinessList,
    storedSettings: readStoredSettings,
    databaseFiles: {
      isInUse: async (path) => (await files()).isDatabaseInUse(path),
      replace: async (path, by, stamp) => (await files()).replaceDatabaseFile(path, by, stamp),
    },
    refreshPublicationFile: async (database, environment, builds) => {
      const exists = existsSync(`${database}.publication`) || environment.PUBLICATION_DIR !== undefined;
      if (!exists && !builds) return;
      await (await import("./server/publisher/refresh_publication_file.ts")).refreshPublicationFile(
        database,
        environment,
        builds,
      );
    },
    siteFiles: async function* (...given) {
      yield* (await import("./server/site_files.ts")).siteFiles(...given);
    },
    isPublicationSound: async (...given) =>
      (await import("./server/publisher/refresh_publication_file.ts")).isPublicationSound(...given),
    pictures: {
      fetch: async (url, kind) => (await pictures()).fetch(url, kind),
      prepare: async (bytes, kind) => (await pictures()).prepare(bytes, kind),
      preparePhoto: async (bytes) => (await pictures()).preparePhoto(bytes),
    },
    mail: {
      open: async (server) => (await import("./server/mail.ts")).createMailer(server),
      lookUpTexts: async (name) => (await import("./server/mail.ts")).lookUpTexts(name),
    },
    guardedFetch: async (allowPrivate: boolean) =>
      (await import("./server/guarded_fetch.ts")).ownGuardedFetch(allowPrivate),
    openAnalysisThreads: async () => {
      // Work on several threads takes long enough that readers of a server on the same machine would notice.
      (await import("./server/workers/yield_to_readers.ts")).yieldToReaders("process");
      return (await import("./server/workers/analysis_threads.ts")).openAnalysisThreads();
    },
    collectGarbage: createCollector(),
    serve: async (settings) => {
      const { serve } = await import("./server/serve.ts");
      process.exit(await serve({ ...process.env, ...settings }, listenToProcess()));
    },
  });
  process.exitCode = await runCommands(args, context);
}
