/**
 * PostgreSQL's errors in words for the person who runs the program.
 *
 * @module
 */
import { SQL } from "bun";
import { GoodwordError } from "../errors.ts";

const POOLER =
  "a pooler mixes up prepared statements; use its session mode, or PgBouncer 1.21 or later with max_prepared_statements";

/** By the class of the SQLSTATE, or the whole of it. */
const WORDS: Readonly<Record<string, string>> = {
  "08": "the connection to the database was lost; try again in a moment",
  "28": "authentication failed; check DATABASE_URL",
  "3D": "no database of this name; check DATABASE_URL",
  "25006": "the database is read-only: it is a standby",
  // Statements of other clients: a pooler hands a connection on after each transaction, names and all.
  "26": POOLER,
  "42P05": POOLER,
  "53": "the database is out of connections, disk or memory",
  "57": "the database is shutting down or starting; try again in a moment",
};

/** What is wrong with the database, in words for the person who runs it. Other errors come back as they are. */
export function explainPostgresError(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof SQL.PostgresError) return explained(at, error);
    if (isAboutTls(at)) {
      const message = `cannot verify the server: ${at.message}; check sslmode and sslrootcert in DATABASE_URL`;
      return new GoodwordError("database", `PostgreSQL: ${message}`, { cause: error });
    }
  }
  return error;
}

/** OpenSSL's names of what is wrong with a certificate, and those of the runtime. */
function isAboutTls(error: Error): boolean {
  return "code" in error && /^ERR_TLS_|CERT|_SIGNATURE$|^HOSTNAME_MISMATCH$/.test(String(error.code));
}

function explained({ errno, code, message }: SQL.PostgresError, cause: unknown): unknown {
  const state = String(errno ?? "");
  const words = WORDS[state] ?? WORDS[state.slice(0, 2)];
  if (words !== undefined) return new GoodwordError("database", `PostgreSQL: ${words}`, { cause });
  if (code.startsWith("ERR_POSTGRES_CONNECTION")) {
    return new GoodwordError("database", `PostgreSQL: cannot connect: ${message}`, { cause });
  }
  // Drizzle's own message holds the values of the statement: words of customers, secrets of subscribers.
  return new GoodwordError("database", `PostgreSQL: ${message} (SQLSTATE ${state})`, { cause });
}

/** The same for whoever may not see what the statement was about: PostgreSQL's messages can name values, too. */
export function withoutValues(error: unknown): GoodwordError {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof SQL.PostgresError) {
      return new GoodwordError("database", `Cannot write to the database: ${at.errno ?? at.code}`, { cause: error });
    }
  }
  return new GoodwordError("database", "Cannot write to the database: internal error", { cause: error });
}
