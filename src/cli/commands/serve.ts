import type { Command } from "../command.ts";

/** Described here for help and completion; `main.ts` starts it without coming by. */
export const serveCommand: Command = {
  name: "serve",
  summary: "serve the reviews over HTTP (the default command)",
  details:
    "Settings come from the environment: HOST, PORT, BASE_URL, DATABASE_URL and more; see docs/configuration.md.",
  options: [{ flags: "--port <number>", description: "port to listen on (default: PORT, else 3000)" }],
  examples: [["goodword serve --port 8080", "listen on another port"]],
};
