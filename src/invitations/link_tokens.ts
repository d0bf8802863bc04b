/** Tokens of links, made from the key of the installation: the store keeps digests, and a copy of it opens nothing. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Length of a token, 160 bits. */
const TOKEN_BYTES = 20;

/** The token of a job's link, always the same: 27 characters of base64url. */
export function linkToken(key: string, jobId: string): string {
  return tokenOf(key, `link:${jobId}`);
}

/** What the store keeps of a token: SHA-256, hexadecimal. */
export function digestOfToken(token: string): string {
  return sha256(token).toString("hex");
}

/** The token by which the customer of a job unsubscribes. It names the job, so that nothing has to be kept of it. */
export function unsubscribeToken(key: string, jobId: string): string {
  return `${jobId.slice(JOB_PREFIX.length)}${tokenOf(key, `unsubscribe:${jobId}`)}`;
}

/** The job whose customer unsubscribes; null for a token that was not made here. */
export function jobOfUnsubscribeToken(key: string, token: string): string | null {
  const jobId = `${JOB_PREFIX}${token.slice(0, JOB_RANDOM)}`;
  // Digests are of one length, whatever was given.
  const isOurs = timingSafeEqual(sha256(token), sha256(unsubscribeToken(key, jobId)));
  return isOurs ? jobId : null;
}

const JOB_PREFIX = "job_";
const JOB_RANDOM = 20;
/** Crockford's: no letter looks like another. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new id of a job: 100 bits. */
export function jobIdOf(random: Uint8Array): string {
  return `${JOB_PREFIX}${Array.from(random.subarray(0, JOB_RANDOM), (byte) => ALPHABET[byte % 32]).join("")}`;
}

function tokenOf(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest().subarray(0, TOKEN_BYTES).toString("base64url");
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
