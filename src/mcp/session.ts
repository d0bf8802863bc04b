/**
 * Session ids that hold nothing in memory: `1.<minted>.<version>.<random>.<signature>`.
 *
 * The server keeps no session, so a restart or another instance with the same keys serves it on. The id grants nothing;
 * it tells which version was agreed on and when, and the signature proves that we said so.
 *
 * @module
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, Random } from "../platform.ts";
import { LEGACY_VERSIONS, type LegacyVersion } from "./versions.ts";

/** A legacy session, as proved by its signed id. */
export interface Session {
  readonly id: string;
  readonly version: LegacyVersion;
}

/** Mints, verifies and ends sessions. */
export interface Sessions {
  /** A new session that agreed on `version`. */
  mint(version: LegacyVersion): Session;
  /** The session of an id, or null when it is not ours, too old or ended. */
  find(id: string): Session | null;
  /** From now on {@link find} refuses the id. */
  end(id: string): void;
}

/** The signing keys, and the limits on sessions. `maxEnded` ids are remembered as ended; older ones are forgotten. */
export interface SessionParts {
  /** The first signs, all verify: a new key is put in front and the old one kept for a session's life. */
  readonly keys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly random: Random;
  readonly lifeSeconds: number;
  readonly maxEnded: number;
}

/** Creates the sessions of a server. @throws {TypeError} when `keys` is empty */
export function createSessions({ keys, clock, random, lifeSeconds, maxEnded }: SessionParts): Sessions {
  const [signingKey] = keys;
  if (!signingKey) throw new TypeError("Cannot sign session ids: no key was given");
  const ended = new Set<string>();
  const now = () => Math.floor(clock.now() / 1000);
  return {
    mint(version) {
      const nonce = random.bytes(12).toBase64({ alphabet: "base64url", omitPadding: true });
      const claims = `1.${now().toString(36)}.${LEGACY_VERSIONS.length - LEGACY_VERSIONS.indexOf(version)}.${nonce}`;
      return { id: `${claims}.${signature(claims, signingKey)}`, version };
    },
    find(id) {
      const match = SHAPE.exec(id);
      if (!match) return null;
      const [, claims = "", minted = "", index = "", signed = ""] = match;
      const version = LEGACY_VERSIONS.at(-Number(index));
      const age = now() - Number.parseInt(minted, 36);
      if (!version || age > lifeSeconds || ended.has(id)) return null;
      return keys.some((key) => isEqual(signature(claims, key), signed)) ? { id, version } : null;
    },
    end(id) {
      ended.add(id);
      const [oldest] = ended;
      if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest);
    },
  };
}

const SHAPE = /^(1\.([0-9a-z]{1,10})\.([1-9])\.[\w-]{16})\.([\w-]{22})$/;

/** The first 132 bits of the HMAC, base64url. */
function signature(claims: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(claims).digest("base64url").slice(0, 22);
}

function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(ENCODER.encode(a), ENCODER.encode(b));
}

const ENCODER = new TextEncoder();
