import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import type { Listener } from "../../src/platform.ts";
import {
  checkpointText,
  makeSigningKey,
  readNote,
  readVerifierKey,
  signNote,
  verifyNote,
} from "../../src/transparency_log/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { treeOf } from "../support/tree_of.ts";

const log = makeSigningKey("reviews.example.com/log", new Uint8Array(32).fill(1));
const request = (entries: readonly string[], { old = 0, origin = log.name } = {}) => {
  const tree = treeOf(entries);
  const note = signNote(checkpointText({ origin, size: tree.size, root: tree.root() }), log);
  return { body: `old ${old}\n\n${note}`, note };
};

/** Runs the command; what is sent is answered before it ends. */
async function witness(workshop: Workshop, bodies: readonly string[], ...args: string[]) {
  const answers: Response[] = [];
  const at: Pick<Listener, "host" | "port">[] = [];
  workshop.context = {
    listen: async (listener) => {
      at.push({ host: listener.host, port: listener.port });
      listener.onListening(listener.port);
      const url = "http://localhost/add-checkpoint";
      for (const body of bodies) answers.push(await listener.answer(new Request(url, { method: "POST", body })));
    },
  };
  return { ran: await workshop.run("witness", "--state", workshop.path("w.json"), ...args), answers, at };
}

describe("goodword witness", () => {
  test("prints its vkey and cosigns the logs that it was told of, with the same key after a restart", async () => {
    using workshop = new Workshop();
    const { body, note } = request(["one"]);
    const first = await witness(
      workshop,
      [body],
      "--log",
      log.vkey,
      "--name",
      "friend.example/witness",
      "--port",
      "8123",
    );
    expect(first.ran).toMatchObject({ code: 0, database: null });
    expect(first.at).toEqual([{ host: "127.0.0.1", port: 8123 }]);
    const key = readVerifierKey(first.ran.out.trim()) ?? expect.unreachable(first.ran.out);
    expect(key.name).toBe("friend.example/witness");
    const cosigned = readNote(note + (await first.answers[0]!.text())) ?? expect.unreachable();
    expect(verifyNote(cosigned, [key])).toMatchObject([{ at: workshop.now }]);
    const again = await witness(workshop, [body], "--log", log.vkey);
    expect(again.ran.out).toBe(first.ran.out);
    expect(await again.answers[0]!.text()).toBe("1\n");
    expect(statSync(workshop.path("w.json")).mode & 0o777).toBe(0o600);
  });

  test("what was signed is on disk before it is answered, and another tree is refused after a restart", async () => {
    using workshop = new Workshop();
    await witness(workshop, [request(["one"]).body], "--log", log.vkey);
    expect(workshop.read("w.json")).toContain(log.name);
    const { answers } = await witness(workshop, [request(["other"], { old: 1 }).body], "--log", log.vkey);
    expect(answers[0]!.status).toBe(422);
  });

  test("a log that has moved is named with its origin", async () => {
    using workshop = new Workshop();
    const { body } = request(["one"], { origin: "new.example/log" });
    const refused = await witness(workshop, [body], "--log", log.vkey);
    const taken = await witness(workshop, [body], "--log", `${log.vkey} new.example/log`);
    expect([refused.answers[0]!.status, taken.answers[0]!.status]).toEqual([404, 200]);
  });

  test("it needs the key of a log, and a state of its own", async () => {
    using workshop = new Workshop();
    expect(await workshop.run("witness")).toMatchObject({ code: 2, err: expect.stringContaining("--log is missing") });
    expect(await workshop.run("witness", "--log", "x")).toMatchObject({ code: 2 });
    workshop.write("w.json", "{}");
    const { ran } = await witness(workshop, [], "--log", log.vkey);
    expect(ran).toMatchObject({ code: 3, err: expect.stringContaining("not the state of a witness") });
  });
});
