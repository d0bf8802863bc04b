/** A challenge contains a signed expiry, so nothing is stored until it is answered, which spends it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { digestOfToken } from "../invitations/mod.ts";
import type { NewCredential } from "../owner/people.ts";
import type { StoredPerson } from "../store/mod.ts";
import type { ConsoleContext } from "./page.ts";

type PasskeyAsker = Pick<ConsoleContext, "store" | "services" | "now"> & { readonly origin: string };

const CHALLENGE_MS = 15 * 60_000;
const NONCE_BYTES = 16;
const INSTANT_BYTES = 6;
/** EdDSA, ES256 and RS256, which authenticators support. */
const ALGORITHMS = [-8, -7, -257];

/** WebAuthn options for a login, as JSON; null if the address does not support passkeys. */
export async function loginOptions(asker: PasskeyAsker): Promise<string | null> {
  if (!takesPasskeys(asker)) return null;
  const challenge = await challengeFor(asker, "login");
  return JSON.stringify({ challenge, rpId: hostOf(asker), userVerification: "required", timeout: CHALLENGE_MS });
}

/** `purpose` binds the answer to a person or link; the browser asks for a name that is "". */
export async function newPasskeyOptions(
  asker: PasskeyAsker,
  purpose: string,
  { id, name }: Pick<StoredPerson, "id" | "name">,
  known: readonly string[] = [],
): Promise<string | null> {
  if (!takesPasskeys(asker)) return null;
  return JSON.stringify({
    rp: { id: hostOf(asker), name: "Goodword" },
    user: { id: Buffer.from(id).toString("base64url"), name, displayName: name },
    challenge: await challengeFor(asker, purpose),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    excludeCredentials: known.map((credential) => ({ type: "public-key", id: credential })),
    attestation: "none",
    timeout: CHALLENGE_MS,
  });
}

/** The new passkey in an answer for `purpose`; null if the answer is invalid. */
export async function readNewPasskey(
  asker: PasskeyAsker,
  { purpose, answer }: { readonly purpose: string; readonly answer: string },
): Promise<Extract<NewCredential, { kind: "passkey" }> | null> {
  const response = parsed(answer);
  if (response === null) return null;
  const expected = await expectedOf(asker, purpose);
  try {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const { registrationInfo } = await verifyRegistrationResponse({ response: response as never, ...expected });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { kind: "passkey", passkey: { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter } };
  } catch {
    return null;
  }
}

export async function readLogin(asker: PasskeyAsker, answer: string): Promise<StoredPerson | null> {
  const response = parsed(answer);
  if (response === null) return null;
  const store = asker.store.console;
  const found = await store.read(async (reads) => {
    const passkey = await reads.passkey(response.id);
    const person = (await reads.people()).find(({ id }) => id === passkey?.personId);
    return passkey === undefined || person === undefined ? null : { passkey, person };
  });
  if (found === null) return null;
  const { passkey, person } = found;
  const expected = await expectedOf(asker, "login");
  try {
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as never,
      credential: { ...passkey, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")) },
      ...expected,
    });
    if (!verified) return null;
    const used = { ...passkey, counter: authenticationInfo.newCounter, usedAt: asker.now };
    await store.write(async (writes) => {
      if ((await writes.passkey(passkey.id)) !== undefined) await writes.savePasskey(used);
    });
    return person;
  } catch {
    return null;
  }
}

function hostOf({ origin }: PasskeyAsker): string {
  return new URL(origin).hostname;
}

/** Whether browsers support passkeys for this address: it needs a host name. */
function takesPasskeys(asker: PasskeyAsker): boolean {
  return !/^(?:\d+\.){3}\d+$|^\[/.test(hostOf(asker));
}

/** The key that signs challenges; created on first use, and shared by all servers of the store. */
async function keyOf({ store, services }: PasskeyAsker): Promise<string> {
  // Read first, since pages must not wait for a lock.
  const kept = await store.reviews.read((reads) => reads.setting("console_key"));
  if (kept !== undefined) return kept;
  const fresh = Buffer.from(services.randomBytes(32)).toString("hex");
  return store.reviews.write((writes) => writes.makeSetting("console_key", fresh));
}

async function expectedOf(asker: PasskeyAsker, purpose: string) {
  const key = await keyOf(asker);
  return {
    expectedChallenge: (challenge: string) => spend(asker, key, purpose, challenge),
    expectedOrigin: asker.origin,
    expectedRPID: hostOf(asker),
    requireUserVerification: true,
  };
}

function parsed(answer: string): { readonly id: string } | null {
  try {
    const response: unknown = JSON.parse(answer);
    const isOne = typeof response === "object" && response !== null && "id" in response;
    return isOne && typeof response.id === "string" ? { ...response, id: response.id } : null;
  } catch {
    return null;
  }
}

async function challengeFor(asker: PasskeyAsker, purpose: string): Promise<string> {
  const key = await keyOf(asker);
  const expires = Buffer.alloc(INSTANT_BYTES);
  expires.writeUIntBE(asker.now + CHALLENGE_MS, 0, INSTANT_BYTES);
  const payload = Buffer.concat([expires, asker.services.randomBytes(NONCE_BYTES)]);
  return Buffer.concat([payload, signature(key, payload, purpose)]).toString("base64url");
}

function signature(key: string, payload: Uint8Array, purpose: string): Buffer {
  return createHmac("sha256", key).update(payload).update(purpose).digest();
}

/** Spends a challenge. False if it is not ours, has another purpose, or is expired or spent. */
async function spend({ store, now }: PasskeyAsker, key: string, purpose: string, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, "base64url");
  const payload = bytes.subarray(0, INSTANT_BYTES + NONCE_BYTES);
  const signed = bytes.subarray(INSTANT_BYTES + NONCE_BYTES);
  const should = signature(key, payload, purpose);
  if (signed.length !== should.length || !timingSafeEqual(signed, should)) return false;
  const expiresAt = payload.readUIntBE(0, INSTANT_BYTES);
  if (expiresAt <= now) return false;
  // Digest the bytes: decoding ignores characters outside the alphabet, so one challenge could have many digests.
  const spelling = bytes.toString("base64url");
  return store.console.write((writes) => writes.spendChallenge(digestOfToken(spelling), expiresAt));
}
