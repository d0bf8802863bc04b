/**
 * Who has the port that a server was to listen on: owners start a second server without noticing that the first still runs.
 */
import { get } from "node:http";
import { GoodwordError } from "../errors.ts";
import { PATHS } from "../http/paths.ts";
import { listenUrl } from "./listen.ts";

/** How long the one that listens may keep silent, in milliseconds: on a busy machine a server of ours takes seconds. */
const PATIENCE_MS = 5000;
/** Enough of the answer to know it by. */
const MOST_BYTES = 65_536;

/** The failure to listen, in better words where the port is held by a server of ours; other errors as they are. */
export async function namePortHolder(error: unknown, host: string, port: number): Promise<unknown> {
  if (!(error instanceof GoodwordError) || error.code !== "port_taken") return error;
  const local = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  if (!(await isGoodword(local, port))) return error;
  const address = listenUrl({ host: local, port });
  const message = `Port ${port} on ${host} is in use by another Goodword, running at ${address}/. Stop it first, or choose another port with --port or PORT`;
  return new GoodwordError("port_taken", message, { cause: error });
}

/** Asked directly: a proxy of the environment would look for the address on its own machine. */
function isGoodword(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: PATHS.metrics, agent: false, timeout: PATIENCE_MS }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
        if (text.length > MOST_BYTES) request.destroy();
      });
      response.once("close", () => resolve(text.includes("CONSOLE_PORT")));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(false));
    request.once("close", () => resolve(false));
  });
}
