import { describe, expect, test } from "bun:test";
import type { GuardedFetch } from "../../src/platform.ts";
import { Cosigners } from "../../src/server/cosigners.ts";
import {
  COSIGNATURE,
  checkpointText,
  makeSigningKey,
  readCheckpoint,
  signNote,
  verifyNote,
} from "../../src/transparency_log/mod.ts";
import { answerAsWitness } from "../../src/transparency_log/watching/mod.ts";
import { draftOf, importInto } from "../support/drafts.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { openTestStore, type TestStore } from "../support/test_store.ts";
import { eventually } from "../support/wait.ts";

const log = makeSigningKey("reviews.example/log", new Uint8Array(32).fill(1));
const key = makeSigningKey("witness.example", new Uint8Array(32).fill(2), COSIGNATURE);

async function sign(store: TestStore): Promise<void> {
  const { size, root } = await store.transparencyLog.read((reads) => reads.state());
  await store.transparencyLog.saveSigned(1, signNote(checkpointText({ origin: log.name, size, root }), log));
}

async function stage() {
  const store = openTestStore();
  await importInto(store, [draftOf({ id: "a1" }), draftOf({ id: "a2" })]);
  await sign(store);
  const kept = new Map<string, string>();
  const alarms: (() => void)[] = [];
  const recorded = createRecordingLog();
  let isSilent = false;
  const fetch: GuardedFetch = async ({ url, method, body }) => {
    if (isSilent) return { kind: "failed", reason: "time-out" };
    const { status, body: text } = answerAsWitness(
      {
        ...{ key, logs: [{ key: log, origin: log.name }], now: () => 0 },
        read: (origin) => kept.get(origin),
        save: (origin, note) => void kept.set(origin, note),
      },
      method,
      new URL(url).pathname,
      `${body}`,
    );
    return { kind: "answered", status, headers: new Headers(), body: Buffer.from(text) };
  };
  const cosigners = new Cosigners({
    ...{ store, fetch, log: recorded, witnesses: [{ vkey: key.vkey, url: "https://witness.example/w" }] },
    clock: {
      after(_, alarm) {
        alarms.push(alarm);
        return () => {};
      },
    },
  });
  const cosigned = async () => {
    const { note } = readCheckpoint((await store.transparencyLog.lastSigned(1)) ?? "") ?? expect.unreachable();
    return (verifyNote(note, [log, key]) ?? []).map((each) => each.key.name);
  };
  return {
    ...{ store, cosigners, cosigned, alarms, log: recorded },
    silence(value: boolean) {
      isSilent = value;
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

describe("Cosigners", () => {
  test("a witness's line is added to the checkpoint, and a revision publishes it; once for each checkpoint", async () => {
    await using it = await stage();
    const revision = async () => (await it.store.reviews.read((reads) => reads.state())).revision;
    const before = await revision();
    it.cosigners.published();
    await eventually("the revision with the line", async () => (await revision()) === before + 1);
    expect(await it.cosigned()).toEqual([log.name, key.name]);
    it.cosigners.published();
    await importInto(it.store, [draftOf({ id: "a3" })]);
    await sign(it.store);
    await eventually("the line for the next checkpoint", async () => {
      it.cosigners.published();
      return (await it.cosigned()).length === 2;
    });
    await eventually("its revision", async () => (await revision()) === before + 3);
  });

  test("a witness that is silent is asked again later, and delays nothing", async () => {
    await using it = await stage();
    it.silence(true);
    it.cosigners.published();
    await eventually("the alarm", () => it.alarms.length === 1);
    expect(await it.cosigned()).toEqual([log.name]);
    it.silence(false);
    it.alarms[0]?.();
    await eventually("the line", async () => (await it.cosigned()).length === 2);
  });
});
