/** Recognises a call of `serve` before anything else is loaded: a server has to answer within milliseconds. */

const VARIABLES: ReadonlyMap<string, string> = new Map([
  ["--database", "DATABASE_URL"],
  ["--port", "PORT"],
]);

/** The environment variables that a call of `serve` sets; null for every other call, and for help. */
export function serveCall(args: readonly string[]): Readonly<Record<string, string>> | null {
  const variables: Record<string, string> = {};
  let isNamed = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    const [name, value] = arg.split(/=(.*)/s, 2);
    const variable = VARIABLES.get(name ?? "");
    if (variable !== undefined) {
      const given = value ?? args[++at];
      if (given === undefined) return null;
      variables[variable] = given;
    } else if (arg === "serve" && !isNamed) isNamed = true;
    else if (arg === "--quiet") variables.LOG_LEVEL = "warn";
    else if (arg === "--json") variables.LOG_FORMAT = "json";
    else return null;
  }
  return variables;
}
