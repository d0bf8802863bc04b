/**
 * All commands, in the order in which an owner meets them.
 *
 * @module
 */
import type { Command } from "../command.ts";
import { backupCommand } from "./backup.ts";
import { completionCommand } from "./completion.ts";
import { doctorCommand } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { hubCommand } from "./hub.ts";
import { importCommand } from "./import.ts";
import { initCommand } from "./init.ts";
import { insightsCommand } from "./insights.ts";
import { licensesCommand } from "./licenses.ts";
import { listCommand } from "./list.ts";
import { logCommand } from "./log.ts";
import { logoCommand } from "./logo.ts";
import { mcpCommand } from "./mcp.ts";
import { moveCommand } from "./move.ts";
import { photoCommand } from "./photo.ts";
import { removeCommand } from "./remove.ts";
import { replyCommand } from "./reply.ts";
import { restoreCommand } from "./restore.ts";
import { serveCommand } from "./serve.ts";
import { joinCommand, splitCommand } from "./split.ts";
import { statsCommand } from "./stats.ts";
import { undoCommand } from "./undo.ts";
import { verifyCommand } from "./verify.ts";
import { watchCommand } from "./watch.ts";

/** Every command, in the order of help. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  initCommand,
  importCommand,
  watchCommand,
  logoCommand,
  photoCommand,
  undoCommand,
  verifyCommand,
  listCommand,
  replyCommand,
  removeCommand,
  restoreCommand,
  joinCommand,
  splitCommand,
  logCommand,
  statsCommand,
  exportCommand,
  backupCommand,
  moveCommand,
  doctorCommand,
  insightsCommand,
  hubCommand,
  mcpCommand,
  completionCommand(() => COMMANDS),
  licensesCommand,
];
