/**
 * The command line: what the owner does with the store.
 *
 * In: arguments and a {@link World}. Out: an exit code, words for people or one JSON document for machines.
 * Never: a request, SQL, the global process.
 *
 * @module
 */

export { importSeed, type SampleAnalyses } from "../owner/import_seed.ts";
export { COMMANDS } from "./commands/mod.ts";
export { processWorld } from "./process_world.ts";
export { runCommands } from "./run_commands.ts";
export type { World } from "./world.ts";
