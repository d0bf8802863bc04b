/**
 * Callback URLs: what is accepted, and how parameters are added to one. WebSub 5.1.1: the callback is used exactly as
 * given, its own query is kept, and the hub's parameters come after it.
 *
 * @module
 */

/** The longest callback URL accepted, in UTF-16 code units. */
export const CALLBACK_MAX_LENGTH = 2048;

/** Why a callback cannot be accepted; `code` is stable, `message` is for people. */
export interface CallbackFault {
  readonly code: string;
  readonly message: string;
}

/** What is wrong with a callback as a URL, or null when it is sound. Where it leads is judged elsewhere. */
export function callbackFault(callback: string): CallbackFault | null {
  if (callback.length > CALLBACK_MAX_LENGTH) {
    return { code: "maxLength", message: `hub.callback must have at most ${CALLBACK_MAX_LENGTH} characters` };
  }
  if (/^http:/i.test(callback)) return { code: "scheme", message: "hub.callback must be an https URL, not plain http" };
  // URL() repairs what it can (blanks, backslashes, missing slashes); a callback must need no repair.
  if (!/^https:\/\/[^/?#]/i.test(callback) || !/^[\x21-\x7e]+$/.test(callback) || /["<>\\^`{}]/.test(callback)) {
    return { code: "format", message: "hub.callback must be an absolute https URL, percent-encoded" };
  }
  const url = URL.parse(callback);
  if (url === null) return { code: "format", message: "hub.callback must be an absolute https URL" };
  if (/^[^/?#]*@/.test(callback.slice("https://".length))) {
    return { code: "userinfo", message: "hub.callback must not contain a user name or password" };
  }
  if (callback.includes("#")) return { code: "fragment", message: "hub.callback must not have a fragment" };
  return null;
}

/** The host of a callback, without port, and without the dot that ends an absolute name. */
export function callbackHost(callback: string): string {
  return new URL(callback).hostname.replace(/\.$/, "");
}

/** Whether a callback is this service itself: a push to it would come back to us. */
export function isOwnAddress(callback: string, baseUrl: string): boolean {
  const ours = new URL(baseUrl);
  const theirs = new URL(callback);
  return callbackHost(callback) === ours.hostname.replace(/\.$/, "") && portOf(theirs) === portOf(ours);
}

/** The callback with parameters appended after its own query, which stays as it is, to the letter. */
export function withParameters(callback: string, parameters: readonly (readonly [string, string])[]): string {
  const added = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  if (!callback.includes("?")) return `${callback}?${added}`;
  return /[?&]$/.test(callback) ? callback + added : `${callback}&${added}`;
}

function portOf(url: URL): string {
  return url.port || (url.protocol === "https:" ? "443" : "80");
}
