/**
 * The command line, one door to the acts of `owner/`: it parses, asks and prints.
 *
 * In: arguments and a {@link World}. Out: an exit code, words for people or one JSON document for machines.
 * Never: what an act does, a request, SQL, the global process.
 *
 * @module
 */
export { COMMANDS } from "./commands/mod.ts";
export { processWorld } from "./process_world.ts";
export { runCommands } from "./run_commands.ts";
export type { World } from "./world.ts";
