/**
 * Tells a call of `serve`, the default command, from the others before anything else is loaded: a server has to answer
 * within milliseconds of its start.
 *
 * @module
 */

/** What a call of `serve` says about the environment; null for every other call, and for a `serve` that needs help. */
export function serveCall(args: readonly string[]): Readonly<Record<string, string>> | null {
  const said: Record<string, string> = {};
  let isNamed = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "serve" && !isNamed) isNamed = true;
    else if (arg.startsWith("--database=")) said.DATABASE_URL = arg.slice("--database=".length);
    else if (arg === "--database" && args[at + 1] !== undefined) said.DATABASE_URL = args[++at]!;
    else if (arg === "--quiet") said.LOG_LEVEL = "warn";
    else if (arg === "--json") said.LOG_FORMAT = "json";
    else return null;
  }
  return said;
}
