import { describe, expect, test } from "bun:test";
import {
  checkProof,
  checkpointText,
  inclusionProof,
  isSignedBy,
  makeSigningKey,
  readCheckpoint,
  readNote,
  readProof,
  readSigningKey,
  readVerifierKey,
  signNote,
  writeProof,
} from "../../src/log/mod.ts";
import { treeOf } from "../support/tree_of.ts";

const log = makeSigningKey("reviews.example.com/log", new Uint8Array(32).fill(1));
const other = makeSigningKey("other.example.org/log", new Uint8Array(32).fill(2));
const read = (text: string) => readNote(text) ?? expect.unreachable("no note");

describe("signed-note", () => {
  test("a text may have empty lines and any letters", () => {
    const text = "Ognuno sta solo sul cuor della terra\n\nèd è subito sera.\n";
    const note = read(signNote(text, log));
    expect(note.text).toBe(text);
    expect(isSignedBy(note, log)).toBeTrue();
  });

  test("signatures by unknown keys are ignored and kept; a wrong one by a known key refuses the note", () => {
    const unknown = "— unknown.example AAAAAAAA\n";
    const note = read(signNote(read(signNote("text\n", log) + unknown), other));
    expect(note.signatures.map(({ name }) => name)).toEqual([log.name, "unknown.example", other.name]);
    expect([log, other, makeSigningKey("third", new Uint8Array(32))].map((key) => isSignedBy(note, key))).toEqual([
      true,
      true,
      false,
    ]);
    const forged = note.signatures.map((line) =>
      line.name === other.name ? { ...line, signature: new Uint8Array(64) } : line,
    );
    expect(isSignedBy({ ...note, signatures: forged }, log)).toBeTrue();
    expect(isSignedBy({ ...note, signatures: forged }, other)).toBeFalse();
    expect(isSignedBy({ ...note, signatures: [...note.signatures, ...forged] }, other)).toBeFalse();
  });

  test("a name alone or an id alone is another key's", () => {
    const note = read(signNote("text\n", makeSigningKey(log.name, new Uint8Array(32).fill(9))));
    expect(isSignedBy(note, log)).toBeFalse();
  });

  test("readNote() refuses what is no note", () => {
    const line = "— a AAAAAAAA\n";
    const none = ["", "text\n", `text\n${line}`, `text\n\n${line.trim()}`, `text\n\n- a AAAAAAAA\n`, `a\tb\n\n${line}`];
    none.push(`text\r\n\n${line}`, "text\n\n— a b AAAAAAAA\n", "text\n\n— a AAAA\n", "text\n\n— a AAAAAAB\n");
    none.push(`text\n\n${line.repeat(101)}`, `\ud800\n\n${line}`, "text\n\n", "text\n\n— a+b AAAAAAAA\n");
    expect(none.map(readNote)).toEqual(none.map(() => null));
    expect(readNote(`text\n\n${line.repeat(16)}`)?.signatures).toHaveLength(16);
  });

  test("keys are read back from their text, and no others", () => {
    for (const key of [log, other]) {
      expect(readSigningKey(key.skey)).toMatchObject({ name: key.name, id: key.id, vkey: key.vkey });
      expect(readVerifierKey(key.vkey)).toMatchObject({ name: key.name, id: key.id });
    }
    const wrong = ["", "a+b+c", log.vkey.replace("+", "x+"), log.vkey.slice(0, -4), `${log.vkey}=`, log.skey];
    // An algorithm that is not known here: ML-DSA-44.
    wrong.push(`w+12345678+${Buffer.from([6, ...new Uint8Array(32)]).toString("base64")}`);
    expect(wrong.map(readVerifierKey)).toEqual(wrong.map(() => null));
    expect(readSigningKey(log.vkey)).toBeNull();
    expect(readSigningKey(log.skey.replace(log.id, "00000000"))).toBeNull();
  });
});

describe("tlog-checkpoint", () => {
  test("a checkpoint is read back, with extension lines, and nothing that only looks like one", () => {
    const checkpoint = { origin: "example.com/log", size: 20852163, root: new Uint8Array(32).fill(7) };
    const text = checkpointText(checkpoint);
    expect(readCheckpoint(signNote(text, log))).toMatchObject(checkpoint);
    expect(readCheckpoint(signNote(`${text}extension\n`, log))).toMatchObject(checkpoint);
    const wrong = [
      text.replace("20852163", "020852163"),
      text.replace("20852163", "-1"),
      text.replace("=", ""),
      `\n${text}`,
    ];
    wrong.push(text.replace("20852163", "9007199254740993"), "example.com/log\n1\n", `${text}\nafter an empty line\n`);
    expect(wrong.map((each) => readCheckpoint(signNote(each, log)))).toEqual(wrong.map(() => null));
  });
});

describe("tlog-proof", () => {
  const tree = treeOf(Array.from({ length: 300 }, (_, n) => `entry ${n}`));
  const checkpoint = signNote(checkpointText({ origin: log.name, size: 300, root: tree.root() }), log);

  test("a proof is written, read and checked", async () => {
    const path = await inclusionProof(42, 300, tree.read);
    const text = writeProof({ index: 42, path, checkpoint });
    expect(text.split("\n").slice(0, 2)).toEqual(["c2sp.org/tlog-proof@v1", "index 42"]);
    const proof = readProof(text) ?? expect.unreachable();
    expect(proof).toEqual({ index: 42, path, checkpoint });
    expect(checkProof(proof, tree.leaves[42]!, log)).toMatchObject({ kind: "holds", checkpoint: { size: 300 } });
    expect(checkProof(proof, tree.leaves[43]!, log).kind).toBe("not_included");
    expect(checkProof(proof, tree.leaves[42]!, other, log.name).kind).toBe("not_signed");
    expect(checkProof(proof, tree.leaves[42]!, log, "moved.example/log").kind).toBe("not_signed");
  });

  test("readProof() refuses what is no proof", () => {
    const start = "c2sp.org/tlog-proof@v1\n";
    const none = ["", start, `${start}index 042\n\n${checkpoint}`, `${start}extra !\nindex 1\n\n${checkpoint}`];
    none.push(`${start}index 1\nAAAA\n\n${checkpoint}`, `c2sp.org/tlog-proof@v2\nindex 1\n\n${checkpoint}`);
    none.push(`${start}index 1\n${"A".repeat(43)}=\n`.repeat(64));
    expect(none.map(readProof)).toEqual(none.map(() => null));
  });
});
