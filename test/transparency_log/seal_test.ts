import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  commitmentOfProof,
  leafHash,
  readSealProof,
  SEAL_SIZE,
  type SealProof,
  sealCommitment,
  sealPath,
  sealRoot,
  writeSealProof,
} from "../../src/transparency_log/mod.ts";

const decisions = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    job: `job_${n}`,
    finished: "2026-09-30",
    decision: n % 3 === 0 ? "no_contact" : "invite",
    salt: createHash("sha256").update(`salt ${n}`).digest(),
  }));

const proofOf = async (count: number, index: number): Promise<SealProof> => ({
  ...decisions(count)[index]!,
  ...{ log: "reviews.example.com/log", size: 12, root: Buffer.alloc(32, 5), index, count },
  path: await sealPath(decisions(count), index),
});

describe("sealed decisions", () => {
  test("the commitment is base64 of SHA-256(size || root), the size as eight bytes", () => {
    const [one] = decisions(1);
    const digest = createHash("sha256").update(one!.salt);
    digest.update('{"decision":"no_contact","finished":"2026-09-30","job":"job_0"}');
    const root = leafHash(digest.digest());
    expect(Buffer.from(sealRoot(decisions(1)))).toEqual(Buffer.from(root));
    const size = Buffer.from("0000000000000001", "hex");
    expect(sealCommitment(1, root)).toBe(createHash("sha256").update(size).update(root).digest("base64"));
  });

  test("each decision leads to the seal, and no other does", async () => {
    for (const count of [1, 2, 3, 17, SEAL_SIZE]) {
      const commitment = sealCommitment(count, sealRoot(decisions(count)));
      for (const index of new Set([0, count >> 1, count - 1])) {
        const proof = await proofOf(count, index);
        expect(commitmentOfProof(proof)).toBe(commitment);
        const others: SealProof[] = [
          { ...proof, decision: "unsubscribed" },
          { ...proof, job: "job_x" },
          { ...proof, finished: "2026-10-01" },
          { ...proof, salt: Buffer.alloc(32) },
          { ...proof, count: count + 1 },
          { ...proof, index: index + 1 },
          { ...proof, path: [...proof.path, Buffer.alloc(32)] },
        ];
        for (const other of others) expect(commitmentOfProof(other)).not.toBe(commitment);
      }
    }
  });

  test("a proof is read from a header or a text however it is wrapped, and only whole", async () => {
    const proof = await proofOf(17, 5);
    const plain = writeSealProof(proof);
    const wrapped = plain.replace(/.{60}/g, "$&\r\n ");
    for (const text of [
      plain,
      wrapped,
      `Hello,\n\nseal: ${plain.replaceAll("; ", ";\n> ").replaceAll("> ", "")}\n\nGreetings`,
    ]) {
      expect(readSealProof(text)).toEqual({
        ...proof,
        root: new Uint8Array(proof.root),
        salt: new Uint8Array(proof.salt),
        path: proof.path.map((hash) => new Uint8Array(hash)),
      });
    }
    for (const broken of [
      "",
      plain.slice(0, -2),
      plain.replace("size=12", "size=x"),
      plain.replace(/root=.{9}/, "root="),
    ]) {
      expect(readSealProof(broken)).toBeNull();
    }
  });
});
