import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { GuardedFetch } from "../../../src/platform.ts";
import {
  base64,
  COSIGNATURE,
  checkpointText,
  consistencyProof,
  EMPTY_ROOT,
  makeSigningKey,
  readCheckpoint,
  readNote,
  signNote,
  verifyNote,
} from "../../../src/transparency_log/mod.ts";
import { answerAsWitness, askWitness, type WitnessParts } from "../../../src/transparency_log/watching/mod.ts";
import { type Tree, treeOf } from "../../support/tree_of.ts";

const log = makeSigningKey("reviews.example.com/log", new Uint8Array(32).fill(1));
const key = makeSigningKey("witness.example.org", new Uint8Array(32).fill(2), COSIGNATURE);
const NOW = Date.parse("2026-03-03T12:00:00Z");

const tree = (size: number, seed = "entry") => treeOf(Array.from({ length: size }, (_, n) => `${seed} ${n}`));
const checkpoint = (of: Tree, signer = log) =>
  signNote(checkpointText({ origin: log.name, size: of.size, root: of.root() }), signer);

function witness(kept = new Map<string, string>()): WitnessParts {
  const logs = [{ key: log, origin: log.name }];
  return {
    key,
    logs,
    read: (origin) => kept.get(origin),
    save: (origin, note) => kept.set(origin, note),
    now: () => NOW,
  };
}

async function submit(parts: WitnessParts, old: number, of: Tree, { proofFrom = old, signer = log } = {}) {
  const proof = await consistencyProof(proofFrom, of.size, of.read);
  const body = `old ${old}\n${proof.map((hash) => `${base64(hash)}\n`).join("")}\n${checkpoint(of, signer)}`;
  return answerAsWitness(parts, "POST", "/w/add-checkpoint", body);
}

describe("tlog-witness add-checkpoint", () => {
  test("a checkpoint that extends the one before is cosigned, with the time", async () => {
    const parts = witness();
    for (const [old, size] of [
      [0, 5],
      [5, 300],
      [300, 300],
    ] as const) {
      const answer = await submit(parts, old, tree(size));
      expect(answer.status).toBe(200);
      const note = readNote(checkpoint(tree(size)) + answer.body) ?? expect.unreachable();
      expect(verifyNote(note, [key])).toMatchObject([{ at: NOW }]);
    }
  });

  test("another size than the one cosigned last is answered with that, 409", async () => {
    const parts = witness();
    expect(await submit(parts, 3, tree(5))).toMatchObject({ status: 409, type: "text/x.tlog.size", body: "0\n" });
    await submit(parts, 0, tree(5));
    expect(await submit(parts, 0, tree(7))).toMatchObject({ status: 409, body: "5\n" });
  });

  test("repeated signatures make it forget nothing, and a kept note that it cannot read is 500: nothing is signed", async () => {
    const kept = new Map<string, string>();
    const parts = witness(kept);
    await submit(parts, 0, tree(3));
    const [text, line] = checkpoint(tree(3)).split("\n\n");
    const proof = `old 3\n\n${text}\n\n${line?.repeat(99)}`;
    expect(answerAsWitness(parts, "POST", "/w/add-checkpoint", proof).status).toBe(200);
    expect(await submit(parts, 0, tree(2, "other"))).toMatchObject({ status: 409, body: "3\n" });
    kept.set(log.name, "damaged");
    expect((await submit(parts, 0, tree(2, "other"))).status).toBe(500);
    expect(kept.get(log.name)).toBe("damaged");
  });

  test("a tree that does not grow out of the one before is refused, 422, and nothing is kept", async () => {
    const parts = witness();
    await submit(parts, 0, tree(5));
    expect((await submit(parts, 5, tree(9, "other"))).status).toBe(422);
    expect((await submit(parts, 5, tree(5, "other"))).status).toBe(422);
    expect((await submit(parts, 5, tree(9), { proofFrom: 4 })).status).toBe(422);
    expect((await submit(witness(), 0, tree(9), { proofFrom: 5 })).status).toBe(422);
    expect((await submit(parts, 5, tree(9))).status).toBe(200);
  });

  test("the empty tree has the empty root alone", async () => {
    const empty = (root: Uint8Array) =>
      answerAsWitness(
        witness(),
        "POST",
        "/add-checkpoint",
        `old 0\n\n${signNote(checkpointText({ origin: log.name, size: 0, root }), log)}`,
      ).status;
    expect([empty(EMPTY_ROOT), empty(new Uint8Array(32))]).toEqual([200, 422]);
  });

  test("an unknown log is 404, a signature that is not the log's 403, a smaller tree 400", async () => {
    const other = makeSigningKey("other.example/log", new Uint8Array(32).fill(9));
    const note = signNote(checkpointText({ origin: other.name, size: 1, root: tree(1).root() }), other);
    expect(answerAsWitness(witness(), "POST", "/add-checkpoint", `old 0\n\n${note}`).status).toBe(404);
    const forger = makeSigningKey(log.name, new Uint8Array(32).fill(9));
    expect((await submit(witness(), 0, tree(3), { signer: forger })).status).toBe(403);
    expect((await submit(witness(), 7, tree(3), { proofFrom: 3 })).status).toBe(400);
  });

  test("what is no request of the protocol is 400", () => {
    const note = checkpoint(tree(3));
    for (const body of [
      "",
      "old 0\n",
      `old 00\n\n${note}`,
      `new 0\n\n${note}`,
      `old 0\nAAAA\n\n${note}`,
      "old 0\n\nx",
    ]) {
      expect(answerAsWitness(witness(), "POST", "/add-checkpoint", body).status).toBe(400);
    }
    const tooMany = `old 1\n${`${base64(EMPTY_ROOT)}\n`.repeat(64)}\n${note}`;
    expect(answerAsWitness(witness(), "POST", "/add-checkpoint", tooMany).status).toBe(400);
  });

  test("the last checkpoint is given to monitors, with the log's and the witness's signature", async () => {
    const parts = witness();
    const path = `/${createHash("sha256").update(log.name).digest("hex")}/checkpoint`;
    expect(answerAsWitness(parts, "GET", path, "").status).toBe(404);
    await submit(parts, 0, tree(5));
    const { status, body } = answerAsWitness(parts, "GET", path, "");
    expect(status).toBe(200);
    expect(readCheckpoint(body)?.size).toBe(5);
    expect(verifyNote(readNote(body) ?? expect.unreachable(), [log, key])).toHaveLength(2);
    expect(answerAsWitness(parts, "GET", "/", "").status).toBe(404);
  });
});

describe("askWitness()", () => {
  const fetchOf =
    (parts: WitnessParts): GuardedFetch =>
    async ({ url, method, body }) => {
      const { status, type, body: text } = answerAsWitness(parts, method, new URL(url).pathname, `${body}`);
      return { kind: "answered", status, headers: new Headers({ "Content-Type": type }), body: Buffer.from(text) };
    };
  const url = "https://witness.example.org/w/";
  const ask = (parts: WitnessParts, of: Tree, oldSize: number, fetch = fetchOf(parts)) =>
    askWitness({ key, url }, checkpoint(of), { fetch, tiles: of.read, oldSize });

  test("a witness that knows another size is asked again from there", async () => {
    const parts = witness();
    await submit(parts, 0, tree(5));
    const outcome = await ask(parts, tree(300), 0);
    if (outcome.kind !== "cosigned") return expect.unreachable(outcome.reason);
    const note = readNote(`${checkpoint(tree(300))}${outcome.line}\n`) ?? expect.unreachable();
    expect(verifyNote(note, [log, key])).toHaveLength(2);
  });

  test("a witness that is silent, wrong, ahead or somebody else gives no line", async () => {
    const ahead = witness();
    await submit(ahead, 0, tree(300));
    expect(await ask(ahead, tree(5), 0)).toEqual({ kind: "failed", reason: "it knows a tree of 300 entries" });
    const silent: GuardedFetch = async () => ({ kind: "failed", reason: "time-out" });
    expect(await ask(witness(), tree(5), 0, silent)).toEqual({ kind: "failed", reason: "time-out" });
    const other = { ...witness(), key: makeSigningKey("w", new Uint8Array(32), COSIGNATURE) };
    expect(await ask(other, tree(5), 0)).toEqual({ kind: "failed", reason: "no valid cosignature" });
    const refusing = { ...witness(), logs: [] };
    expect(await ask(refusing, tree(5), 0)).toEqual({ kind: "failed", reason: "status 404" });
  });
});
