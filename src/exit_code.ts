/**
 * How failures are told to the shell.
 *
 * @module
 */
import type { ErrorCode } from "./errors.ts";

/** 0 done, 1 refused and nothing changed, 2 usage, 3 database or file trouble, 4 port taken. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** The exit code for each error code; scripts rely on them. */
export const EXIT_CODES: Readonly<Record<ErrorCode, ExitCode>> = {
  input_refused: 1,
  not_found: 1,
  usage: 2,
  database: 3,
  file: 3,
  internal: 3,
  port_taken: 4,
};
