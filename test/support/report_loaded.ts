/** Preloaded into a process: writes the paths of all modules that it has loaded to the file LOADED_REPORT when it ends. */
import { writeFileSync } from "node:fs";

process.on("exit", () => writeFileSync(process.env.LOADED_REPORT ?? "", JSON.stringify(Object.keys(require.cache))));
