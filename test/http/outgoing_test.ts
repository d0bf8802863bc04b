/** Large bodies on their way to clients that read slowly, or not at all. */
import { describe, expect, test } from "bun:test";
import { Outgoing, PIECE_BYTES } from "../../src/http/outgoing.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const nothing = async () => {};
const PIECES = 3;
const BODY = new Uint8Array(PIECES * PIECE_BYTES).fill(97);

function outgoingOf(maxPieces: { client: number; all: number }) {
  const clock = createVirtualClock();
  const limits = {
    maxUnsentBytesPerClient: maxPieces.client * PIECE_BYTES,
    maxUnsentBytes: maxPieces.all * PIECE_BYTES,
  };
  const outgoing = new Outgoing(clock, limits);
  const cut: string[] = [];
  const send = (client: string) => outgoing.send({ parts: [BODY], client, cut: () => cut.push(client) });
  /** What reads a body that must have been taken. */
  const readerOf = (client: string) => {
    const sending = send(client);
    if (sending.kind === "refused") throw new Error(`Refused by ${sending.by}`);
    return sending.stream.getReader();
  };
  return { clock, outgoing, cut, send, readerOf };
}

describe("Outgoing", () => {
  test("hands a body over in pieces as it is read, and holds one piece of it until it ends", async () => {
    const { outgoing, readerOf } = outgoingOf({ client: 1, all: 1 });
    const reader = readerOf("a");
    const sizes: number[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      sizes.push(read.value.length);
      expect(outgoing.heldBytes).toBe(PIECE_BYTES);
    }
    expect(sizes).toEqual(Array(PIECES).fill(PIECE_BYTES));
    expect(outgoing.heldBytes).toBe(0);
  });

  test("lets go of a body whose connection ends", async () => {
    const { outgoing, readerOf } = outgoingOf({ client: 1, all: 1 });
    await readerOf("a").cancel();
    expect(outgoing.heldBytes).toBe(0);
  });

  test("refuses a client at its limit and takes others", () => {
    const { send } = outgoingOf({ client: 2, all: 9 });
    expect([send("a").kind, send("a").kind]).toEqual(["sending", "sending"]);
    expect(send("a")).toEqual({ kind: "refused", by: "client" });
    expect(send("b").kind).toBe("sending");
  });

  test("counts a body by the bytes that it holds alone, and refuses no client's only one", () => {
    const { outgoing } = outgoingOf({ client: 2, all: 9 });
    const send = (client: string) =>
      outgoing.send({ parts: [BODY], ownBytes: BODY.length, client, cut: () => {} }).kind;
    expect([send("a"), send("a"), send("b"), send("c"), send("d")]).toEqual([
      "sending",
      "refused",
      "sending",
      "sending",
      "refused",
    ]);
    expect(outgoing.heldBytes).toBe(3 * BODY.length);
  });

  test("refuses everybody at the limit of all", () => {
    const { send } = outgoingOf({ client: 9, all: 2 });
    send("a");
    send("b");
    expect(send("c")).toEqual({ kind: "refused", by: "all" });
  });

  test("at a limit drops what nobody has read for two seconds, with its connection, and keeps what is read", async () => {
    const { clock, outgoing, cut, send, readerOf } = outgoingOf({ client: 9, all: 2 });
    const unread = readerOf("a");
    const slow = readerOf("b");
    await clock.advance(2000, nothing);
    await slow.read();
    expect(send("c").kind).toBe("refused");
    expect(cut).toEqual(["a"]);
    expect(outgoing.dropped).toBe(1);
    await expect(unread.read()).rejects.toThrow();
    expect((await slow.read()).done).toBe(false);
    // It counts until the server has surely closed the connection.
    expect(send("c").kind).toBe("refused");
    await clock.advance(5000, nothing);
    expect(send("c").kind).toBe("sending");
  });

  test("drops for a client at its limit only what is that client's", async () => {
    const { clock, cut, send } = outgoingOf({ client: 1, all: 9 });
    send("a");
    send("b");
    await clock.advance(2000, nothing);
    send("b");
    expect(cut).toEqual(["b"]);
  });

  test("asks for pieces that are made while they are sent one at a time, and drops nobody for our own slowness", async () => {
    const { clock, outgoing, cut, send } = outgoingOf({ client: 1, all: 1 });
    let made = 0;
    const slow = Promise.withResolvers<void>();
    async function* pieces() {
      yield new Uint8Array([++made]);
      await slow.promise;
      yield new Uint8Array([++made]);
    }
    const sending = outgoing.send({ parts: pieces(), client: "a", cut: () => cut.push("a") });
    if (sending.kind === "refused") throw new Error("Refused");
    const reader = sending.stream.getReader();
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    const second = reader.read();
    await clock.advance(10_000, nothing);
    expect([send("b").kind, cut, made]).toEqual(["refused", [], 1]);
    slow.resolve();
    expect((await second).value).toEqual(new Uint8Array([2]));
    expect((await reader.read()).done).toBe(true);
    expect(outgoing.heldBytes).toBe(0);
  });

  test("lets go of a body whose next piece cannot be made", async () => {
    const { outgoing } = outgoingOf({ client: 1, all: 1 });
    // biome-ignore lint/correctness/useYield: what fails before its first piece
    async function* failing(): AsyncGenerator<Uint8Array> {
      throw new Error("cannot be made");
    }
    const sending = outgoing.send({ parts: failing(), client: "a", cut: () => {} });
    if (sending.kind === "refused") throw new Error("Refused");
    await expect(sending.stream.getReader().read()).rejects.toThrow("cannot be made");
    expect(outgoing.heldBytes).toBe(0);
  });
});
