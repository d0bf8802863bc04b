import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { describeExecutable } from "../../scripts/executable.ts";

const PAGE = 4096;

function withFields(
  size: number,
  fields: readonly (readonly [at: number, bytes: number, value: number, isBig?: true])[],
) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  for (const [at, width, value, isBig] of fields) {
    if (width === 4) view.setUint32(at, value, !isBig);
    else if (width === 2) view.setUint16(at, value, !isBig);
    else view.setUint8(at, value);
  }
  return bytes;
}

const elf = (machine: number) =>
  withFields(64, [
    [0, 4, 0x7f454c46, true],
    [18, 2, machine],
  ]);
const pe = (machine: number) =>
  withFields(256, [
    [0, 2, 0x4d5a, true],
    [60, 4, 128],
    [128, 4, 0x4550],
    [132, 2, machine],
  ]);

/** Two pages of code and a signature of them, as the linker of a Mac writes it. */
function machO(cpu: number): Uint8Array {
  const end = 2 * PAGE;
  const directory = end + 20;
  const bytes = withFields(end + 512, [
    [0, 4, 0xfeedfacf],
    [4, 4, cpu],
    [16, 4, 2],
    // Load commands: one of another kind, then where the signature stands.
    ...([
      [32, 4, 0x19],
      [36, 4, 24],
      [56, 4, 0x1d],
      [60, 4, 16],
      [64, 4, end],
    ] as const),
    [end, 4, 0xfade0cc0, true],
    [end + 8, 4, 1, true],
    [end + 16, 4, 20, true],
    [directory, 4, 0xfade0c02, true],
    [directory + 16, 4, 64, true],
    [directory + 28, 4, 2, true],
    [directory + 32, 4, end, true],
    [directory + 36, 1, 32],
    [directory + 37, 1, 2],
    [directory + 39, 1, 12],
  ]);
  for (const page of [0, 1]) {
    const digest = createHash("sha256")
      .update(bytes.subarray(page * PAGE, (page + 1) * PAGE))
      .digest();
    bytes.set(digest, directory + 64 + page * 32);
  }
  return bytes;
}

describe("describeExecutable()", () => {
  test("tells Linux and Windows apart, and their processors", () => {
    expect(describeExecutable(elf(62))).toEqual({ system: "linux", architecture: "x64", isSigned: null });
    expect(describeExecutable(elf(183))).toEqual({ system: "linux", architecture: "arm64", isSigned: null });
    expect(describeExecutable(pe(0x8664))).toEqual({ system: "windows", architecture: "x64", isSigned: null });
    expect(describeExecutable(pe(0xaa64))).toEqual({ system: "windows", architecture: "arm64", isSigned: null });
  });

  test("holds each page of a Mac's binary against its signature", () => {
    const signed = machO(0x0100000c);
    expect(describeExecutable(signed)).toEqual({ system: "darwin", architecture: "arm64", isSigned: true });
    signed[PAGE + 5] = 1;
    expect(describeExecutable(signed)).toEqual({ system: "darwin", architecture: "arm64", isSigned: false });
  });

  test("knows the program that runs this test", async () => {
    const own = describeExecutable(await Bun.file(process.execPath).bytes());
    expect(own).toMatchObject({ system: process.platform, architecture: process.arch });
  });

  test("is null for other processors, scripts and what is too short", () => {
    expect(describeExecutable(elf(8))).toBeNull();
    expect(describeExecutable(new TextEncoder().encode(`#!/bin/sh\n${" ".repeat(99)}`))).toBeNull();
    expect(describeExecutable(new Uint8Array(3))).toBeNull();
  });
});
