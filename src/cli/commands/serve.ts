import type { Command } from "../command.ts";

/** Described here for help and completion; `main.ts` starts it without coming by. */
export const serveCommand: Command = {
  name: "serve",
  summary: "serve the reviews over HTTP (the default command)",
  details:
    "Settings come from the environment: HOST, PORT, BASE_URL, DATABASE_URL and more; see docs/configuration.md.",
};
