/** A {@link Store} in a PostgreSQL database, version 15 or later. */
import type { JobStore } from "../../invitations/mod.ts";
import { sizeOfCheckpoint } from "../../transparency_log/mod.ts";
import type {
  ConsoleStore,
  ContentsStore,
  EditionStore,
  ReviewStore,
  Store,
  SubscriptionList,
  TransparencyLogStore,
} from "../mod.ts";
import type { RowTransactions } from "../queries/claims.ts";
import { consoleReads, consoleWrites } from "../queries/console.ts";
import { createContents } from "../queries/contents.ts";
import type { Sql } from "../queries/dialect.ts";
import { readEdition, readPhoto, readState } from "../queries/editions.ts";
import { jobReads, jobWrites } from "../queries/jobs.ts";
import { isPrepared, logReads, readSigner, SIGNER } from "../queries/log_rows.ts";
import { createOutboxRows, createOutboxStore } from "../queries/messages.ts";
import { createNoticeRows, createNoticeStore } from "../queries/notices.ts";
import { literal, query, type RunQuery } from "../queries/query.ts";
import { reviewReads } from "../queries/review_reads.ts";
import { reviewWrites } from "../queries/review_writes.ts";
import {
  createHubRows,
  createSubscriptionStore,
  listSubscriptions,
  removeSubscription,
} from "../queries/subscriptions.ts";
import { CHANNEL, createActivation, hintAt, hintingWrites, listenForHints } from "./activation.ts";
import { createArtefacts } from "./artefacts.ts";
import { Connection, ownPools, serverPlaceOf, sharedPools, withoutValues } from "./connection.ts";
import { handwritten, runner, sqlOver } from "./dialect.ts";
import { migrate } from "./tables.ts";

interface PostgresOptions {
  /** SQL of the store's clock, epoch milliseconds; the database's own when left out. */
  readonly clock?: string;
  /** Connections at most. Default 8. */
  readonly connections?: number;
  /** How long a short question may go without an answer, in milliseconds. Default 3,000. */
  readonly answerWithinMs?: number;
}

const DATABASE_CLOCK = "extract(epoch from clock_timestamp()) * 1000";

/** Opens the store at a `postgres://` URL and brings its schema up to date. @throws {GoodwordError} `database` */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const { clock = DATABASE_CLOCK } = options;
  const { serverUrl, schema } = serverPlaceOf(url);
  const { pools, leave } = schema === null ? ownPools(url, options) : sharedPools(serverUrl, options);
  const connection = new Connection(pools, { schema, clock });
  try {
    await migrate(connection);
    return storeOver(connection, leave);
  } catch (error) {
    await leave();
    throw error;
  }
}

function storeOver(connection: Connection, leave: () => Promise<void>): Store {
  return {
    reviews: createReviews(connection),
    photos: { readPhoto: (name) => connection.read(({ client }) => readPhoto(runner(client), name)) },
    jobs: createJobs(connection),
    console: createConsoleRows(connection),
    outbox: createOutboxStore(over(connection, "jobs", createOutboxRows)),
    notices: createNoticeStore(over(connection, "notices", createNoticeRows)),
    editions: createEditions(connection),
    activation: createActivation(connection),
    contents: createDatabaseContents(connection),
    artefacts: createArtefacts(connection),
    transparencyLog: createTransparencyLog(connection),
    subscriptions: createSubscriptions(connection),
    subscribers: createSubscriptionList(connection),
    now: () => connection.now(),
    copyTo: null,
    faults: async () => [],
    [Symbol.asyncDispose]: leave,
  };
}

/** Rows of work over a connection; writes of one name wait for each other. */
function over<Rows>(
  connection: Connection,
  name: Parameters<Connection["write"]>[0],
  create: (sql: Sql) => Rows,
): RowTransactions<Rows> {
  const fail = (error: unknown): never => {
    throw withoutValues(error);
  };
  return {
    read: (work) => connection.read(({ client, now }) => work(create(sqlOver(client)), now)).catch(fail),
    write: (work) => connection.write(name, ({ client, now }) => work(create(sqlOver(client)), now)).catch(fail),
  };
}

/** Of many businesses, other servers are told of what is asked of a hub: the one that was asked may end before it is done. */
function createSubscriptions(connection: Connection): Store["subscriptions"] {
  const subscriptions = createSubscriptionStore(over(connection, "hub", createHubRows));
  const { schema } = connection;
  if (schema === null) return subscriptions;
  return {
    ...subscriptions,
    async savePending(...given) {
      const saved = await subscriptions.savePending(...given);
      await connection.alone((client) => hintAt(client, schema)).catch(() => {});
      return saved;
    },
  };
}

function createReviews(connection: Connection): ReviewStore {
  const { schema } = connection;
  return {
    read: (work) => connection.read(({ client, now }) => work(reviewReads(sqlOver(client), now))),
    // What is deleted stays in dead rows and in the log until PostgreSQL cleans up: see docs/postgres.md.
    write: (work) =>
      connection.write("reviews", ({ client, now }) =>
        work(
          hintingWrites(
            reviewWrites(sqlOver(client), now, () => {}),
            client,
            schema,
          ),
        ),
      ),
  };
}

function createJobs(connection: Connection): JobStore {
  return {
    read: (work) => connection.read(({ client, now }) => work(jobReads(sqlOver(client), now))),
    write: (work) => connection.write("jobs", ({ client, now }) => work(jobWrites(sqlOver(client), now, () => {}))),
  };
}

function createConsoleRows(connection: Connection): ConsoleStore {
  return {
    read: (work) => connection.read(({ client, now }) => work(consoleReads(sqlOver(client), now))),
    write: (work) => connection.write("console", ({ client, now }) => work(consoleWrites(sqlOver(client), now))),
  };
}

function createEditions(connection: Connection): EditionStore {
  return {
    state: () => connection.ask((client) => readState(runner(client))),
    async changed(since) {
      const { revision } = await connection.ask((client) => readState(runner(client)));
      return revision === since ? null : revision;
    },
    // One channel would tell every business of each other's changes.
    listen: async (onHint) => (connection.schema === null ? listenForHints(connection, CHANNEL, onHint) : null),
    read: (use) => connection.read(async ({ client }) => use(await readEdition(runner(client), handwritten))),
  };
}

function createTransparencyLog(connection: Connection): TransparencyLogStore {
  const name = (number: number) => `log_checkpoint_${number}`;
  return {
    read: (work) => connection.read(({ client }) => work(logReads(runner(client)))),
    isPrepared: () => connection.read(({ client }) => isPrepared(runner(client), null)),
    signer: () => connection.read(({ client }) => readSigner(runner(client))),
    saveSigner: (vkey) => connection.write("log", ({ client }) => saveKey(runner(client), SIGNER, vkey)),
    copy: async () => null,
    async lastSigned(number) {
      const select = query`select value from keys where name = ${name(number)}`;
      const [row] = await connection.read(({ client }) => runner(client)<{ value: string }>(select));
      return row?.value ?? null;
    },
    saveSigned: (number, checkpoint) =>
      connection.write("log", async ({ client }) => {
        const run = runner(client);
        const [kept] = await run<{ value: string }>(query`select value from keys where name = ${name(number)}`);
        if (sizeOfCheckpoint(kept?.value ?? null) > sizeOfCheckpoint(checkpoint)) return;
        await saveKey(run, name(number), checkpoint);
      }),
  };
}

async function saveKey(run: RunQuery, name: string, value: string): Promise<void> {
  await run(query`insert into keys values (${name}, ${value}) on conflict (name) do update set value = excluded.value`);
}

function createSubscriptionList(connection: Connection): SubscriptionList {
  return {
    list: () => connection.read(({ client, now }) => listSubscriptions(sqlOver(client), now)),
    remove: (id, reason) =>
      connection.write("hub", ({ client, now }) => removeSubscription(sqlOver(client), { id, reason, now })),
  };
}

function createDatabaseContents(connection: Connection): ContentsStore {
  return createContents({
    read: (work) => connection.read(({ client }) => work(sqlOver(client))),
    write: (work) => connection.write("reviews", ({ client }) => work(sqlOver(client))),
    continueNumbers: ({ run }) => continueNumbers(run),
  });
}

interface NumberedColumn {
  readonly table: string;
  readonly column: string;
}

/** Rows that were given numbers have not moved the sequences which number new ones. */
async function continueNumbers(run: RunQuery): Promise<void> {
  const columns = await run<NumberedColumn>(
    query`select table_name as "table", column_name as "column" from information_schema.columns
      where is_identity = 'YES' and table_schema = current_schema()`,
  );
  for (const { table, column } of columns) {
    const greatest = literal(`(select max("${column}") from "${table}")`);
    await run(
      query`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(${greatest}, 1), ${greatest} is not null)`,
    );
  }
}
