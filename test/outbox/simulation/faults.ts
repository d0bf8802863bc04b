/** Faults that can be seeded, to show that the simulation would notice them: each was in the program once, or nearly. */
import type { OutboxStore } from "../../../src/invitations/mod.ts";
import type { NoticeStore } from "../../../src/notices/mod.ts";
import type { ClaimRequest } from "../../../src/outbox/mod.ts";
import type { Clock } from "../../../src/platform.ts";

export type SenderStore = OutboxStore & NoticeStore;

/** What a life is about: mails and notices, or the subscribers of the hub. */
export type Subject = "letters" | "subscribers";

export interface Fault {
  readonly name: string;
  /** Of each subject that notices it, the seed of a life to try first. Default: letters, 1. */
  readonly noticedBy?: { readonly [subject in Subject]?: number };
  /** SQL that bends what the real statements do. */
  readonly sql?: string;
  /** The clock that a server's transactions go by, in place of the store's. */
  readonly clocks?: (server: Clock, store: Clock) => Clock;
  /** Spoils what a server asks for. */
  readonly asks?: (request: ClaimRequest) => Partial<ClaimRequest>;
  /** A wrong variant of the store, as one server has it. */
  readonly bends?: (store: SenderStore) => Partial<SenderStore>;
  /** The store's time is read when a call is sent, and later claims are taken for those before a clock was set back. */
  readonly readsTimeAtCall?: true;
  /** Other bytes of what a subscriber holds are owed to it. */
  readonly comparesBytes?: true;
}

const NOTHING = { claimed: [], nextInMs: 1000 };

/** A trigger that changes rows of the outbox after they were changed. */
const trigger = (columns: string, kind: string, when: string, change: string) =>
  `CREATE TRIGGER fault AFTER UPDATE OF ${columns} ON outbox WHEN new.kind = '${kind}' AND ${when} BEGIN ${change}; END`;
const CLAIMED = "new.claim IS NOT NULL AND old.claim IS NULL";
const set = (change: string) => `UPDATE outbox SET ${change} WHERE id = new.id`;

export const FAULTS: readonly Fault[] = [
  // Claims.
  { name: "claims are not renewed", noticedBy: { letters: 1, subscribers: 2 }, asks: () => ({ held: [] }) },
  {
    name: "each server goes by its own clock",
    noticedBy: { letters: 1, subscribers: 1 },
    clocks: (server) => server,
  },
  {
    name: "a claim that expired is void at once, though nobody could renew it",
    noticedBy: { letters: 4, subscribers: 5 },
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim_doubted ON outbox WHEN new.claim_doubted AND NOT old.claim_doubted
      BEGIN UPDATE outbox SET claimed_until = 0 WHERE id = new.id; END`,
  },
  {
    name: "a claim that died never ends",
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim_doubted ON outbox WHEN new.claim_doubted
      BEGIN UPDATE outbox SET claim_doubted = 0, claimed_until = claimed_until + 60000 WHERE id = new.id; END`,
  },
  { name: "a server claims what another has claimed", sql: trigger("claim", "mail", CLAIMED, set("claim = NULL")) },
  {
    name: "what is claimed again is claimed under the name of another server",
    noticedBy: { letters: 2 },
    sql: `CREATE TRIGGER fault AFTER UPDATE OF claim ON outbox WHEN new.claim IS NOT NULL AND old.claim IS NULL AND old.attempts > 0
    BEGIN UPDATE outbox SET claim = (SELECT min(claim) FROM outbox WHERE claim IS NOT NULL) WHERE id = new.id; END`,
  },
  // Results.
  {
    name: "results that could not be saved are forgotten",
    noticedBy: { letters: 11 },
    bends: ({ exchangeMessages, exchangeNotices }) => ({
      exchangeMessages: (settlements, request) => exchangeMessages(settlements, request).catch(() => NOTHING),
      exchangeNotices: (settlements, request) => exchangeNotices(settlements, request).catch(() => NOTHING),
    }),
  },
  ...(["mail", "notice"] as const).flatMap((kind): Fault[] => [
    { name: `a ${kind} is done with when it is claimed`, sql: trigger("claim", kind, CLAIMED, set("ended_at = 1")) },
    {
      name: `a ${kind} is taken out before it was sent`,
      sql: trigger("claim", kind, CLAIMED, "DELETE FROM outbox WHERE id = new.id"),
    },
    {
      name: `a retry of a ${kind} does not wait`,
      sql: trigger("attempts", kind, "new.attempts > 0", set("due_at = 0")),
    },
    {
      name: `a ${kind} that was sent is forgotten`,
      sql: trigger("sent_at", kind, "new.sent_at IS NOT NULL", "DELETE FROM outbox WHERE id = new.id"),
    },
    {
      name: `a ${kind} that was sent stays owed`,
      sql: trigger("sent_at", kind, "new.sent_at IS NOT NULL", set("ended_at = NULL")),
    },
  ]),
  {
    name: "a repeated mail has a Message-ID of its own",
    sql: trigger("claim", "mail", CLAIMED, set(`payload = replace(payload, '"<', '"<' || new.attempted_at)`)),
  },
  {
    name: "a repeated notice has an id of its own",
    sql: trigger("claim", "notice", "new.claim IS NULL", set("key = 'x' || key")),
  },
  // Limits.
  { name: "the store is not told what is under way", asks: () => ({ underWay: new Map(), limit: 4 }) },
  { name: "a server has several mails under way", asks: () => ({ underWay: new Map(), limit: 4, perDestination: 9 }) },
  {
    name: "mails begun within a minute are not counted",
    sql: trigger("attempted_at", "mail", "new.attempted_at > 0", set("attempted_at = 1")),
  },
  // Deliveries to subscribers.
  {
    name: "time is read before the hop and the wait for the lock, and later claims taken for a clock set back",
    noticedBy: { subscribers: 5 },
    readsTimeAtCall: true,
  },
  { name: "other bytes at an equal revision are owed", noticedBy: { subscribers: 4 }, comparesBytes: true },
  {
    name: "a server that lags behind is not held back",
    noticedBy: { subscribers: 4 },
    sql: `CREATE TRIGGER fault AFTER UPDATE OF acknowledged_revision ON subscriptions
      BEGIN UPDATE subscriptions SET acknowledged_revision = 0 WHERE id = new.id; END`,
  },
  // What may not be sent any more.
  {
    name: "who unsubscribes is forgotten",
    sql: "CREATE TRIGGER fault AFTER INSERT ON unsubscribed BEGIN DELETE FROM unsubscribed; END",
  },
];
