/**
 * Leases and activations of the servers that share a database, in one row, and hints of a change by NOTIFY. The row is written
 * only if it has not changed since it was read: no lock is held while a server decides.
 */
import type { SQL as Client } from "bun";
import { GoodwordError } from "../../errors.ts";
import {
  type ActivationStore,
  type Fleet,
  type FleetClock,
  LEASE_MS,
  leaveFleet,
  MAX_LEASE_MS,
  renewLease,
} from "../mod.ts";
import type { Connection } from "./connection.ts";

/** Names a life of the database's clock. The number in front is that of the protocol: while two run, nothing is activated. */
const EPOCH = "'2 ' || to_char(pg_postmaster_start_time() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')";

const ATTEMPTS = 50;

export function createActivation(connection: Connection): ActivationStore {
  async function change<T>(decide: (kept: KeptFleet) => { readonly fleet: Fleet | null; readonly answer: T }) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const kept = await connection.ask((client) => readFleet(client, connection));
      const { fleet: next, answer } = decide(kept);
      if (next === null) return answer;
      const isActivation = next.activation.revision !== kept.fleet?.activation.revision;
      const write = { next, version: kept.version, isActivation };
      if (await connection.withClient((client) => writeFleet(client, write))) return answer;
    }
    throw new GoodwordError("database", "PostgreSQL: too many concurrent lease requests");
  }
  return {
    renew: (renewal) => change(({ fleet, clock }) => renewLease(fleet, renewal, clock)),
    leave: (server) => change(({ fleet }) => ({ fleet: fleet && leaveFleet(fleet, server), answer: undefined })),
  };
}

interface KeptFleet {
  readonly fleet: Fleet | null;
  readonly version: number;
  readonly clock: FleetClock;
}

/** A standby that is promoted was started at another time: its epoch differs. */
async function readFleet(client: Client, { clock, schema }: Connection): Promise<KeptFleet> {
  const [row] = await client.unsafe(
    `select fleet.version, fleet.state, (${clock})::bigint as now, ${EPOCH} as epoch,
       (select max(revision) from edition) as edition
     from (select 1) as one left join fleet on fleet.id = 1`,
  );
  const state = JSON.parse(row?.state ?? "null");
  return {
    // Releases before 2.0 also stored fleets that had activated nothing.
    fleet: state?.activation ? state : null,
    version: Number(row?.version ?? 0),
    clock: {
      now: Number(row?.now),
      epoch: String(row?.epoch),
      edition: Number(row?.edition ?? 0),
      leaseMs: schema === null ? LEASE_MS : MAX_LEASE_MS,
    },
  };
}

interface FleetWrite {
  readonly next: Fleet;
  readonly version: number;
  /** An activation must survive the database's server; a lease that is lost with it is requested again. */
  readonly isActivation: boolean;
}

async function writeFleet(client: Client, { next, version, isActivation }: FleetWrite): Promise<boolean> {
  const rows = await client.unsafe(
    `insert into fleet (id, version, state) select 1, 1, $2 where set_config('synchronous_commit',
       case when $3 then current_setting('synchronous_commit') else 'local' end, true) is not null
     on conflict (id) do update set version = fleet.version + 1, state = excluded.state where fleet.version = $1::bigint
     returning version`,
    [version, JSON.stringify(next), isActivation],
  );
  return rows.length > 0;
}

/** Hints of the only store of a database, and those of many, which name the schema. */
export const CHANNEL = "goodword_changes";
export const BUSINESSES_CHANNEL = "goodword_businesses";

export async function hintAt(client: Client, schema: string | null): Promise<void> {
  await (schema === null ? client.notify(CHANNEL) : client.notify(BUSINESSES_CHANNEL, schema));
}

/** Listens on a connection of its own, which the client opens again when it is lost. */
export async function listenForHints(
  connection: Connection,
  channel: string,
  onHint: (payload: string) => void,
): Promise<AsyncDisposable> {
  let listening = listenOnce(connection, channel, onHint);
  // Changes are then noticed a little later.
  listening.catch(() => {});
  const end = connection.listen(() => {
    listening = listenOnce(connection, channel, onHint);
    listening.catch(() => {});
  });
  await listening;
  return {
    async [Symbol.asyncDispose]() {
      end();
      await (await listening)[Symbol.asyncDispose]();
    },
  };
}

function listenOnce(
  connection: Connection,
  channel: string,
  onHint: (payload: string) => void,
): Promise<AsyncDisposable> {
  return connection.withClient((client) =>
    // Notifies itself once: after a gap there may be something to look at.
    client.listen(channel, onHint, () => void client.notify(channel).catch(() => {})),
  );
}
