/** Logs with entries that are no longer written: decisions that were sealed, quarters that opened them, a cosigned checkpoint. */
import { expect, test } from "bun:test";
import {
  checkReceipt,
  type FetchFromSite,
  isSameHash,
  readBundle,
  readReceipt,
  readWatchState,
  watchLog,
  writeBundle,
} from "../../src/log/mod.ts";
import served from "../fixtures/transparency_log/served_by_1_2.json" with { type: "json" };

const documents: Readonly<Record<string, string>> = served.documents;
const bundle = Buffer.from(served.bundle.base64, "base64");

const askFor =
  (entries: Uint8Array): FetchFromSite =>
  async (path) => {
    const body = path === served.bundle.path ? entries : documents[path];
    return body === undefined ? { status: 404, body: Buffer.of() } : { status: 200, body: Buffer.from(body) };
  };

test("watchLog() accepts what release 1.2 served, as a first look and after one by its own watch-log", async () => {
  for (const before of [null, readWatchState(served.state)]) {
    const { findings, log, state } = await watchLog({ ask: askFor(bundle), before, now: served.now });
    expect({ findings, acts: log?.entries.map(({ act }) => act) }).toEqual({
      findings: [],
      acts: ["published", "asked", "published", "asked", "published", "withheld", "quarter", "asked"],
    });
    expect(state).not.toBeNull();
  }
});

test("a changed entry is found, whether its kind is still written or not", async () => {
  const entries = readBundle(bundle);
  for (const at of entries.keys()) {
    const changed = Buffer.from(
      Buffer.from(entries[at] ?? [])
        .toString()
        .replace("2025-12", "2025-11")
        .replace("2026-01", "2026-02"),
    );
    expect(isSameHash(changed, entries[at] ?? Buffer.of())).toBeFalse();
    const { findings } = await watchLog({
      ask: askFor(writeBundle(entries.with(at, changed))),
      before: readWatchState(served.state),
      now: served.now,
    });
    expect(findings).toMatchObject([{ kind: "entries" }]);
  }
});

test("checkReceipt() holds a receipt from then to the log", async () => {
  const receipt = readReceipt(JSON.stringify(served.receipt)) ?? expect.unreachable();
  expect(await checkReceipt(receipt, askFor(bundle))).toMatchObject({ holds: true });
});
