/**
 * All commands, in the order in which an owner meets them.
 *
 * @module
 */
import type { Command } from "../command.ts";
import { importCommand } from "./import.ts";
import { listCommand } from "./list.ts";
import { removeCommand } from "./remove.ts";
import { restoreCommand } from "./restore.ts";
import { serveCommand } from "./serve.ts";

export const COMMANDS: readonly Command[] = [serveCommand, importCommand, listCommand, removeCommand, restoreCommand];
