/**
 * The command line, one interface to the actions of `owner/`: it parses, prompts and prints.
 *
 * In: arguments and a {@link CommandContext}. Out: an exit code, text for people or one JSON document for programs.
 * Never: what an action does, a request, SQL, the global process.
 *
 * @module
 */

export type { Command, CommandContext } from "./command.ts";
export { COMMANDS } from "./commands/mod.ts";
export { processContext } from "./process_context.ts";
export { wholeCommand } from "./program.ts";
export { runCommands } from "./run_commands.ts";
