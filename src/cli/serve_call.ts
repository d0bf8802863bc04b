/**
 * Tells a call of `serve`, the default command, from the others before anything else is loaded: a server has to answer
 * within milliseconds of its start.
 */

/** Options that stand for a variable of the environment. */
const VARIABLES: ReadonlyMap<string, string> = new Map([
  ["--database", "DATABASE_URL"],
  ["--port", "PORT"],
]);

/** What a call of `serve` says about the environment; null for every other call, and for a `serve` that needs help. */
export function serveCall(args: readonly string[]): Readonly<Record<string, string>> | null {
  const said: Record<string, string> = {};
  let isNamed = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    const [name, value] = arg.split(/=(.*)/s, 2);
    const variable = VARIABLES.get(name ?? "");
    if (variable !== undefined) {
      const given = value ?? args[++at];
      if (given === undefined) return null;
      said[variable] = given;
    } else if (arg === "serve" && !isNamed) isNamed = true;
    else if (arg === "--quiet") said.LOG_LEVEL = "warn";
    else if (arg === "--json") said.LOG_FORMAT = "json";
    else return null;
  }
  return said;
}
