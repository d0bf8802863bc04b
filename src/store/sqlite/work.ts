/** What is owed to the outside, the hub's rows, the outbox of messages and the owner's notices, and photographs: all that a server has its own thread keep or read. */
import type { SubscriptionStore } from "../../hub/mod.ts";
import type { OutboxStore } from "../../invitations/mod.ts";
import type { NoticeStore } from "../../notices/mod.ts";
import type { Clock } from "../../platform.ts";
import type { PhotoStore, SubscriptionList } from "../mod.ts";
import type { RowTransactions } from "../queries/claims.ts";
import type { Sql } from "../queries/dialect.ts";
import { createOutboxRows, createOutboxStore } from "../queries/messages.ts";
import { createNoticeRows, createNoticeStore } from "../queries/notices.ts";
import {
  createHubRows,
  createSubscriptionStore,
  listSubscriptions,
  removeSubscription,
} from "../queries/subscriptions.ts";
import { Connection, createPhotos } from "./connection.ts";
import { openDatabaseFile, waitForOthers } from "./database_file.ts";
import { fail, sqlOver } from "./queries.ts";

/** What the hub keeps. @throws {GoodwordError} `database` from each function */
export function createFileSubscriptions(connection: Connection): SubscriptionStore {
  return createSubscriptionStore(over(connection, createHubRows));
}

/** Messages to customers. @throws {GoodwordError} `database` from each function */
export function createFileOutbox(connection: Connection): OutboxStore {
  return createOutboxStore(over(connection, createOutboxRows));
}

/** Notices to the owner. @throws {GoodwordError} `database` from each function */
export function createFileNotices(connection: Connection): NoticeStore {
  return createNoticeStore(over(connection, createNoticeRows));
}

function over<Rows>(connection: Connection, create: (sql: Sql) => Rows): RowTransactions<Rows> {
  const rows = create(sqlOver(connection));
  return {
    read: (work) => connection.read(() => work(rows, connection.now())).catch(fail),
    write: (work, durability) => connection.write(() => work(rows, connection.now()), durability).catch(fail),
  };
}

/** Subscriptions for their operator. */
export function createSubscriptionList(connection: Connection): SubscriptionList {
  const sql = sqlOver(connection);
  return {
    list: () => connection.read(() => listSubscriptions(sql, connection.now())),
    remove: (id, reason) => connection.write(() => removeSubscription(sql, { id, reason, now: connection.now() })),
  };
}

/** The database file that the rows are in. */
export interface WorkFile {
  readonly path: string;
  readonly isReadOnly: boolean;
}

/** What is owed to the outside, and photographs, over a connection of its own. */
export interface OpenWork extends SubscriptionStore, OutboxStore, NoticeStore, PhotoStore {
  close(): Promise<void>;
}

/** How long a write waits for another process's, in milliseconds; reads go on meanwhile. */
const PATIENCE_MS = 3000;

/** @throws {GoodwordError} `database` when the file cannot be opened; it must have the newest schema */
export function openWork({ path, isReadOnly }: WorkFile, clock: Clock): OpenWork {
  const file = openDatabaseFile(path, { create: false, readonly: isReadOnly });
  waitForOthers(file, 0);
  const connection = new Connection(file, { clock, patienceMs: PATIENCE_MS });
  return {
    ...createFileSubscriptions(connection),
    ...createFileOutbox(connection),
    ...createFileNotices(connection),
    ...createPhotos(connection),
    close: () => connection.alone(() => file.close()),
  };
}
