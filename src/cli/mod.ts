/**
 * The command line, one door to the actions of `owner/`: it parses, prompts and prints.
 *
 * In: arguments and a {@link World}. Out: an exit code, text for people or one JSON document for programs.
 * Never: what an action does, a request, SQL, the global process.
 *
 * @module
 */
export { COMMANDS } from "./commands/mod.ts";
export { processWorld } from "./process_world.ts";
export { runCommands } from "./run_commands.ts";
export type { World } from "./world.ts";
