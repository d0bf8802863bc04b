/** Publications that one server stores for all, in pieces. */
import { createHash } from "node:crypto";
import type { SQL as Client } from "bun";
import { GoodwordError } from "../../errors.ts";
import type { PublicationName, SharedPublications } from "../database.ts";
import type { Connection } from "./connection.ts";

/** Distinguishes the locks of claims from those of the store and of others in the same database: "Make". */
const CLAIM_SPACE = 0x4d616b65;

/** How long a claim holds, in milliseconds: a server that is stopped or cut off must not keep the others waiting. */
const CLAIM_MS = 30_000;

export function createSharedPublications(connection: Connection): SharedPublications {
  return {
    newest: (generation) => connection.withClient((client) => newest(client, generation)),
    read: (name) => read(connection, name),
    put: (name, pieces) => connection.transact((client) => put(client, name, pieces)),
    claim: (generation, work) => claim(connection, generation, work),
  };
}

async function newest(client: Client, generation: string): Promise<PublicationName | null> {
  const [row] = await client.unsafe(
    `select revision, published_at as "publishedAt" from artefacts where generation = $1 order by revision desc limit 1`,
    [generation],
  );
  return row === undefined
    ? null
    : { generation, revision: Number(row.revision), publishedAt: Number(row.publishedAt) };
}

async function* read(connection: Connection, name: PublicationName): AsyncGenerator<Uint8Array> {
  const key = [name.generation, name.revision];
  const [row] = await connection.withClient((client) =>
    client.unsafe("select pieces, digest from artefacts where generation = $1 and revision = $2", key),
  );
  const hash = createHash("sha256");
  for (let number = 0; number < Number(row?.pieces ?? 0); number++) {
    const [piece] = await connection.withClient((client) =>
      client.unsafe("select bytes from artefact_pieces where generation = $1 and revision = $2 and number = $3", [
        ...key,
        number,
      ]),
    );
    if (piece === undefined) break;
    hash.update(piece.bytes);
    yield piece.bytes;
  }
  if (hash.digest("hex") !== row?.digest) {
    throw new GoodwordError(
      "database",
      `PostgreSQL: the publication of revision ${name.revision} is missing or damaged`,
    );
  }
}

async function put(
  client: Client,
  { generation, revision, publishedAt }: PublicationName,
  pieces: Iterable<Uint8Array>,
) {
  const key = [generation, revision];
  await deleteOutdated(client, key);
  const kept = await client.unsafe(
    `insert into artefacts (generation, revision, published_at, pieces, digest) values ($1, $2, $3, 0, '')
     on conflict do nothing returning revision`,
    [...key, publishedAt],
  );
  if (kept.length === 0) return;
  const hash = createHash("sha256");
  let count = 0;
  for (const piece of pieces) {
    hash.update(piece);
    await client.unsafe("insert into artefact_pieces (generation, revision, number, bytes) values ($1, $2, $3, $4)", [
      ...key,
      count++,
      piece,
    ]);
  }
  await client.unsafe("update artefacts set pieces = $3, digest = $4 where generation = $1 and revision = $2", [
    ...key,
    count,
    hash.digest("hex"),
  ]);
}

/** Older ones, of all generations; what is to be replaced; and those that a restored database has from its future. */
async function deleteOutdated(client: Client, key: readonly (string | number)[]): Promise<void> {
  const outdated = `revision < $2 or (revision = $2 and generation = $1) or revision > (select max(revision) from edition)`;
  for (const table of ["artefact_pieces", "artefacts"]) {
    await client.unsafe(`delete from ${table} where ${outdated}`, [...key]);
  }
}

/** Claims with a transaction's lock: it ends with the connection, and so with the server that holds it. */
async function claim<T>(connection: Connection, generation: string, work: () => Promise<T>): Promise<T> {
  const working: Promise<T>[] = [];
  const claiming = connection.transact(async (client) => {
    await client.unsafe(`set local lock_timeout = ${CLAIM_MS}`);
    await client.unsafe(`set local idle_in_transaction_session_timeout = ${CLAIM_MS}`);
    const key = createHash("sha256").update(generation).digest().readInt32BE();
    await client.unsafe("select pg_advisory_xact_lock($1, $2)", [CLAIM_SPACE, key]);
    working.push(work());
    await working[0];
  });
  // What is made is as good without the claim.
  await claiming.catch(() => {});
  return working[0] ?? work();
}
