/**
 * Whether the environment can be understood, and whether links will lead anywhere.
 *
 * @module
 */
import { type Environment, readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import { misspeltMessage, misspeltSettings } from "../../misspelt_settings.ts";
import { advice, type Finding, fine, wrong } from "./finding.ts";

/** Findings on the environment that a server would be started with. */
export function checkSettings(env: Environment): Finding[] {
  const misspelt = misspeltSettings(env).map((setting) => advice("settings", misspeltMessage(setting)));
  return [...misspelt, ...checkValues(env)];
}

function checkValues(env: Environment): Finding[] {
  try {
    const { baseUrl, hub } = readConfig(env);
    return [checkBaseUrl(baseUrl), ...(hub.allowPrivateCallbacks ? [PRIVATE_CALLBACKS] : [])];
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return error.message.split("\n").map((problem) => wrong("settings", problem));
  }
}

const PRIVATE_CALLBACKS = advice(
  "hub",
  "HUB_ALLOW_PRIVATE_CALLBACKS is true: strangers can make this machine send requests into its own network",
);

/** Links, feed ids and topics are made from it, so it has to be the address that readers use. */
function checkBaseUrl(baseUrl: string): Finding {
  const { hostname, protocol } = new URL(baseUrl);
  if (/^(?:localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(hostname)) {
    return advice(
      "BASE_URL",
      `${baseUrl} is reachable only from this machine; set it to the public address before you publish`,
    );
  }
  if (protocol !== "https:")
    return advice("BASE_URL", `${baseUrl} is not https; feed readers and browsers may refuse it`);
  return fine("BASE_URL", baseUrl);
}
