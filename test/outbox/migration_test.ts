/** What earlier releases kept to be sent is in the outbox once their tables are gone. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { startPglite } from "../support/pglite_server.ts";
import { ROOT } from "../support/source_files.ts";

const pglite = await startPglite();
afterAll(() => pglite[Symbol.asyncDispose]());

const BEFORE = `
  insert into notices (notice_id, channel, notice, at, attempts, next_attempt_at, ended_at, delivered_at, outcome)
    values ('ntc_1', 'webhook', '{"type":"test","data":{}}', 5, 2, 900, null, null, '503'),
      ('ntc_1', 'mail', '{"type":"test","data":{}}', 5, 0, 0, 7, 7, 'accepted');
  insert into messages (job_id, kind, message_id, attempted_at, attempts, next_attempt_at, put_off_at, accepted_at, ended_at, outcome)
    values ('job_a', 'invitation', '<a@x.test>', 3, 1, 800, 3, null, null, '451'),
      ('job_b', 'reply', '<b@x.test>', 4, 0, 0, null, 6, 6, 'accepted'),
      ('job_b', 'reply', '<c@x.test>', 0, 0, 0, null, null, null, null);
  insert into pending_verifications (topic, callback, callback_site, mode, secret, lease_seconds, verify_token, version, attempts, next_attempt_at)
    values ('https://t.test/feed.xml', 'https://h.test/?k=1', 'h.test', 'subscribe', 's"1', 300, null, 4, 1, 700);
  insert into subscriptions (topic, callback, callback_site, lease_until, created_at, acknowledged_content, acknowledged_revision, claimed_revision,
    failures, attempted_at, next_attempt_at, claim)
    values ('https://t.test/feed.xml', 'https://f.test/', 'f.test', 9000, 1, 77, 5, 5, 2, 600, 950, null),
      ('https://t.test/feed.xml', 'https://c.test/', 'c.test', 9000, 1, 77, 4, 5, 0, 600, 0, 'server');`;

/** The migrations of a folder: those before the outbox, and those from it on. */
function migrations(folder: string): readonly [string, string] {
  const files = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".sql"));
  const all = files.sort().map((name) => readFileSync(join(ROOT, folder, name), "utf8"));
  const first = files.findIndex((name) => name.endsWith("_outbox.sql"));
  return [all.slice(0, first).join(";"), all.slice(first).join(";")];
}

const CLAIMED =
  "select acknowledged_content, acknowledged_revision from subscriptions where callback = 'https://c.test/'";
const AFTER = "select kind, key, destination, payload, owed, due_at, attempts, sent_at, ended_at from outbox";

type Rows = readonly Record<string, unknown>[];

const PLACES: Readonly<Record<string, () => Promise<readonly [outbox: Rows, claimed: Rows]>>> = {
  async SQLite() {
    using file = new Database(":memory:");
    const [before, after] = migrations("drizzle");
    for (const statements of [before, BEFORE, after]) file.run(statements);
    return [file.query<Rows[number], []>(AFTER).all(), file.query<Rows[number], []>(CLAIMED).all()];
  },
  async PostgreSQL() {
    const [before, after] = migrations("drizzle/postgres");
    for (const statements of [before, BEFORE, after]) await pglite.run(statements);
    await using database = new SQL({ url: pglite.url, max: 1, bigint: false });
    return [[...(await database.unsafe(AFTER))], [...(await database.unsafe(CLAIMED))]];
  },
};

test.each(Object.keys(PLACES))(
  "%s takes over what is owed and what was sent, the unsent of two alike",
  async (place) => {
    const [rows, claimed] = (await PLACES[place]?.()) ?? [[], []];
    const facts = rows.map(({ payload, sent_at, ended_at, due_at, attempts, owed, ...row }) => {
      const times = [owed, due_at, attempts, sent_at, ended_at].map((value) => (value === null ? null : Number(value)));
      return [...Object.values(row), JSON.parse(String(payload)), times];
    });
    const request = {
      topic: "https://t.test/feed.xml",
      callback: "https://h.test/?k=1",
      mode: "subscribe",
      secret: 's"1',
    };
    const test = { type: "test", data: {} };
    const mail = (jobId: string, kind: string, messageId: string, putOffAt: number | null) => {
      return ["mail", `${jobId} ${kind}`, "mail", { jobId, kind, messageId, putOffAt }] as const;
    };
    expect(facts).toEqual([
      ["notice", "ntc_1 webhook", "webhook", test, [1, 900, 2, null, null]],
      ["notice", "ntc_1 mail", "mail", test, [1, 0, 0, 7, 7]],
      [...mail("job_a", "invitation", "<a@x.test>", 3), [1, 800, 1, null, null]],
      [...mail("job_b", "reply", "<c@x.test>", null), [1, 0, 0, null, null]],
      [
        "verification",
        `${request.topic} ${request.callback}`,
        "h.test",
        { ...request, leaseSeconds: 300, verifyToken: null, reason: null },
        [4, 700, 1, null, null],
      ],
      ["delivery", "1", "f.test", request.topic, [5, 950, 2, null, null]],
    ]);
    // Nobody knows what came of a delivery that was under way.
    expect(claimed.map((row) => Object.values(row).map(Number))).toEqual([[-1, 5]]);
  },
);
