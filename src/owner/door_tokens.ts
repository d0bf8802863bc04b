/** Tokens by which other programs add jobs: shown once, kept as digests. */
import { GoodwordError } from "../errors.ts";
import { type DoorToken, digestOfToken } from "../invitations/mod.ts";
import type { Store } from "../store/mod.ts";

const TOKEN_BYTES = 32;

/** A new token of a name, which is not shown again; of many businesses it names the one that it is for. @throws {GoodwordError} `input_refused` while the name has one */
export function createDoorToken(
  store: Store,
  name: string,
  { randomBytes, business = null }: TokenOptions,
): Promise<string> {
  if (!/^[\w.-]{1,64}$/.test(name)) {
    throw new GoodwordError(
      "usage",
      `The name is ${JSON.stringify(name)}, expected up to 64 letters, digits, dots or hyphens`,
    );
  }
  const token = `gwj_${business === null ? "" : `${business}.`}${Buffer.from(randomBytes(TOKEN_BYTES)).toString("base64url")}`;
  return store.jobs.write(async (writes) => {
    const known = (await writes.doorTokens()).find((each) => each.name === name);
    if (known?.revokedAt === null) {
      throw new GoodwordError("input_refused", `Token ${JSON.stringify(name)} already exists; revoke it first`);
    }
    await writes.saveDoorToken({ name, digest: digestOfToken(token), createdAt: writes.now, revokedAt: null });
    return token;
  });
}

interface TokenOptions {
  randomBytes(count: number): Uint8Array;
  readonly business?: string | null | undefined;
}

/** Ends a token. @throws {GoodwordError} `not_found` */
export function revokeDoorToken(store: Store, name: string): Promise<void> {
  return store.jobs.write(async (writes) => {
    const known = (await writes.doorTokens()).find((each) => each.name === name && each.revokedAt === null);
    if (known === undefined) throw new GoodwordError("not_found", `No token with the name ${JSON.stringify(name)}`);
    await writes.saveDoorToken({ ...known, revokedAt: writes.now });
  });
}

/** All that were created, by name. */
export function listDoorTokens({ jobs }: Store): Promise<readonly DoorToken[]> {
  return jobs.read((reads) => reads.doorTokens());
}

/** Whose token it is; null for one that was never created or is revoked. */
export async function nameOfDoorToken({ jobs }: Store, token: string): Promise<string | null> {
  const digest = digestOfToken(token);
  const tokens = await jobs.read((reads) => reads.doorTokens());
  return tokens.find((each) => each.digest === digest && each.revokedAt === null)?.name ?? null;
}
