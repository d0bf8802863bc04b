/** Access to the console: links that admit a person once, and the end of their access. */
import { DAY_MS } from "../durations.ts";
import { digestOfToken } from "../invitations/mod.ts";
import type { ConsoleWrites, ListedBusiness, PersonRole, Store, StoredPasskey, StoredPerson } from "../store/mod.ts";
import { isPersonName, lookAlike, nameKeyOf, tidyName, triesKeyOf } from "./person_names.ts";

/** A link for a colleague waits in their mail; the others replace a password at once. */
const LINK_MS = { first: 15 * 60_000, again: 15 * 60_000, new: 3 * DAY_MS };
const TOKEN_BYTES = 32;
const ID_BYTES = 12;

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1000;

type RandomBytes = (count: number) => Uint8Array;

export type LinkRequest =
  /** The first owner, as long as the console has no owner. */
  | { readonly kind: "first" }
  | { readonly kind: "again"; readonly name: string; readonly business?: string }
  | { readonly kind: "new"; readonly role: PersonRole; readonly business?: string };

type LinkOutcome =
  /** The token of the link, which is not shown again. */
  | { readonly kind: "made"; readonly token: string; readonly expiresAt: number }
  | { readonly kind: "unknown_name" }
  | { readonly kind: "claimed" };

export async function makeLink(store: Store, order: LinkRequest, randomBytes: RandomBytes): Promise<LinkOutcome> {
  const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString("base64url");
  const outcome = await store.console.write(async (writes): Promise<LinkOutcome> => {
    const people = await writes.people();
    if (order.kind === "first" && people.length > 0) return { kind: "claimed" };
    const known = order.kind === "again" ? people.find(({ nameKey }) => nameKey === nameKeyOf(order.name)) : null;
    if (known === undefined) return { kind: "unknown_name" };
    const role = known?.role ?? (order.kind === "new" && people.length > 0 ? order.role : "owner");
    const expiresAt = writes.now + LINK_MS[order.kind];
    const business = order.kind === "first" ? null : (order.business ?? null);
    await writes.saveClaim({ digest: digestOfToken(token), personId: known?.id ?? null, role, expiresAt, business });
    return { kind: "made", token, expiresAt };
  });
  // Each start of a server without an owner makes a link for the first one, which is not logged.
  if (outcome.kind === "made" && order.kind !== "first") {
    await note(store, {
      command: "link",
      detail: order.kind === "again" ? { person: order.name } : { role: order.role },
    });
  }
  return outcome;
}

async function note(
  { reviews }: Store,
  { command, detail, by }: { readonly command: string; readonly detail: Record<string, unknown>; readonly by?: string },
): Promise<void> {
  await reviews.write((writes) => writes.recordAct({ command, lines: [{ detail }], ...(by !== undefined && { by }) }));
}

export type OpenLink = NonNullable<Awaited<ReturnType<typeof lookAtLink>>>;

/** Looks up a link without spending it; null if it is unknown, spent or expired. */
export function lookAtLink({ console: people }: Store, token: string) {
  return people.read(async (reads) => {
    const claim = await reads.claim(digestOfToken(token));
    if (claim === undefined || claim.expiresAt <= reads.now) return null;
    const person = claim.personId === null ? null : (await reads.people()).find(({ id }) => id === claim.personId);
    return person === undefined ? null : { person, role: claim.role };
  });
}

export type NewCredential =
  | { readonly kind: "password"; readonly hash: string }
  | { readonly kind: "passkey"; readonly passkey: Pick<StoredPasskey, "id" | "publicKey" | "counter"> };

type ClaimOutcome =
  | { readonly kind: "in"; readonly person: StoredPerson }
  | { readonly kind: "gone" }
  | { readonly kind: "name_taken" }
  | { readonly kind: "passkey_taken" };

/** The first fault of typed credentials; null without any. */
export type CredentialFault = "name" | "password_short" | "password_long";

export function credentialFault(name: string | null, password: string | null): CredentialFault | null {
  if (name !== null && !isPersonName(tidyName(name))) return "name";
  if (password !== null && [...password].length < MIN_PASSWORD_LENGTH) return "password_short";
  return password !== null && password.length > MAX_PASSWORD_LENGTH ? "password_long" : null;
}

/** A returning person is logged out everywhere and loses earlier credentials, which a thief may have. */
export async function claim(
  store: Store,
  given: { readonly token: string; readonly name: string; readonly credential: NewCredential },
  randomBytes: RandomBytes,
): Promise<ClaimOutcome> {
  const { token, credential } = given;
  const digest = digestOfToken(token);
  const id = `person_${Buffer.from(randomBytes(ID_BYTES)).toString("hex")}`;
  const outcome = await store.console.write(async (writes): Promise<ClaimOutcome> => {
    const link = await writes.claim(digest);
    if (link === undefined || link.expiresAt <= writes.now) return { kind: "gone" };
    const people = await writes.people();
    const known = people.find((each) => each.id === link.personId);
    if (link.personId !== null && known === undefined) return { kind: "gone" };
    const nameKey = nameKeyOf(given.name);
    if (known === undefined && people.some(({ name }) => isTaken(name, given.name))) return { kind: "name_taken" };
    const added = { id, name: tidyName(given.name), nameKey, role: link.role, passwordHash: null };
    const businesses = link.business === null ? null : [link.business];
    const person: StoredPerson =
      known === undefined ? { ...added, createdAt: writes.now, businesses } : letInto(known, link.business);
    if (!(await isUnused(writes, credential))) return { kind: "passkey_taken" };
    await writes.deleteClaims(people.length === 0 || known !== undefined ? undefined : digest);
    for (const session of await writes.sessions(person.id)) await writes.deleteSession(session.digest);
    for (const passkey of await writes.passkeys(person.id)) await writes.deletePasskey(passkey.id);
    await saveCredential(writes, { ...person, passwordHash: null }, credential);
    return { kind: "in", person };
  });
  if (outcome.kind === "in") {
    const { name, role } = outcome.person;
    await note(store, { command: "claim", detail: { role }, by: name });
  }
  return outcome;
}

/** A person ends the wait of all names that are counted with theirs by logging in. */
function isTaken(name: string, given: string): boolean {
  return lookAlike(name, given) || triesKeyOf(name) === triesKeyOf(given);
}

function letInto(person: StoredPerson, business: string | null): StoredPerson {
  if (business === null || person.businesses === null) return person;
  return { ...person, businesses: [...new Set([...person.businesses, business])] };
}

/** Whether a person has access to one of many businesses, by its identity. */
export function hasAccessTo({ businesses }: Pick<StoredPerson, "businesses">, identity: string): boolean {
  return businesses === null || businesses.includes(identity);
}

async function isUnused(writes: ConsoleWrites, credential: NewCredential): Promise<boolean> {
  return credential.kind === "password" || (await writes.passkey(credential.passkey.id)) === undefined;
}

/** False for a passkey that is already registered (WebAuthn 7.1, step 26): it would be taken from its owner. */
export async function saveCredential(
  writes: ConsoleWrites,
  person: StoredPerson,
  credential: NewCredential,
): Promise<boolean> {
  if (!(await isUnused(writes, credential))) return false;
  const isPassword = credential.kind === "password";
  await writes.savePerson(isPassword ? { ...person, passwordHash: credential.hash } : person);
  if (isPassword) return true;
  await writes.savePasskey({ ...credential.passkey, personId: person.id, createdAt: writes.now, usedAt: null });
  return true;
}

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>[number];

/** All people with access, by name. Businesses have their current ids; removed ones are left out. */
export function listPeople({ console: people }: Store, all: readonly Pick<ListedBusiness, "id" | "identity">[] = []) {
  return people.read(async (reads) => {
    const passkeys = await reads.passkeys();
    const sessions = await reads.sessions();
    return (await reads.people()).map(({ id, name, role, businesses, passwordHash, createdAt }) => ({
      id,
      name,
      role,
      createdAt,
      hasPassword: passwordHash !== null,
      businesses:
        businesses &&
        (all.flatMap(({ id, identity }) => (businesses.includes(identity) ? id : [])) as readonly string[]),
      passkeys: passkeys.filter(({ personId }) => personId === id).length,
      seenAt: sessions.find(({ personId }) => personId === id)?.usedAt ?? null,
    }));
  });
}
