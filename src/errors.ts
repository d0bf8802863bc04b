/** The errors that are thrown. Expected outcomes, and mistakes of a client over HTTP or MCP, are values instead. */
/**
 * - `usage`: the command line or the environment is invalid
 * - `input_refused`: a file or record is not acceptable; nothing was changed
 * - `not_found`: what was named does not exist
 * - `database`: the database is missing, foreign, newer, corrupt, locked, full, read-only or unreachable
 * - `file`: a file cannot be read or written
 * - `port_taken`: another process listens on the port
 * - `internal`: a bug in this program
 */
export type ErrorCode = "usage" | "input_refused" | "not_found" | "database" | "file" | "port_taken" | "internal";

/** An expected kind of failure, with a message fit for the person who has to act on it. */
export class GoodwordError extends Error {
  override readonly name = "GoodwordError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function usageFault(message: string): GoodwordError {
  return new GoodwordError("usage", message);
}

export function inputRefused(message: string): GoodwordError {
  return new GoodwordError("input_refused", message);
}

export function notFound(message: string): GoodwordError {
  return new GoodwordError("not_found", message);
}

/** A database that can be read but not written: callers that only read may open it read-only instead. */
export class ReadOnlyDatabaseError extends GoodwordError {
  constructor(path: string, options?: ErrorOptions) {
    super("database", `${path}: the database cannot be written to: the file or its folder is read-only`, options);
  }
}

/** An error and what caused it, outermost first. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

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
