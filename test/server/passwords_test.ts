/** Passwords of all consoles of a process: one thread, in which they take turns, and few that wait. */
import { expect, test } from "bun:test";
import { PasswordsBusyError } from "../../src/console/mod.ts";
import { createPasswords, processPasswords } from "../../src/server/passwords.ts";
import { openTestConsole } from "../support/console.ts";

/** A thread that answers when it is let. */
function heldThread() {
  const calls: (() => void)[] = [];
  const verify = () => new Promise<boolean>((resolve) => calls.push(() => resolve(false)));
  return { hash: async () => "", verify, calls };
}

test("a password is verified by its own hash alone, and a name that nobody has costs the same", async () => {
  const passwords = processPasswords();
  const hash = (await passwords.hash("three plain words")) ?? "";
  expect(await passwords.verify("three plain words", hash)).toBe(true);
  expect(await passwords.verify("three plain word", hash)).toBe(false);
  const compared: string[] = [];
  const verify = async (_: string, against: string) => compared.push(against) < 0;
  await using console = openTestConsole({ services: { passwords: { ...passwords, verify } } });
  await console.as("owner", "Olive");
  await console.post("/login", { name: "Nobody", password: "a guess" });
  const costOf = (made: string | undefined) => made?.split("$").slice(0, 4);
  expect(costOf(compared[0])).toEqual(costOf(hash));
});

test("all consoles of a process share one queue", () => {
  expect(processPasswords()).toBe(processPasswords());
});

test("hashes take turns, and a tenth login at once is refused without a try", async () => {
  const thread = heldThread();
  const passwords = createPasswords(thread);
  await using console = openTestConsole({ services: { passwords } });
  await console.as("owner", "Olive");
  const logIn = (name: string) => console.post("/login", { name, password: "a guess" });
  const waiting = Array.from({ length: 9 }, (_, index) => logIn(`Nobody ${index}`));
  const refused = await logIn("Olive");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "10"]);
  expect(() => passwords.hash("three plain words")).toThrow(PasswordsBusyError);
  let most = 0;
  const answers = Promise.all(waiting);
  for (let done = 0; done < 9; ) {
    await new Promise((resume) => setImmediate(resume));
    most = Math.max(most, thread.calls.length);
    const [answer] = thread.calls.splice(0, 1);
    answer?.();
    if (answer !== undefined) done++;
  }
  expect((await answers).map(({ status }) => status)).toEqual(Array(9).fill(422));
  expect(most).toBe(1);
  const kept = await console.kept();
  expect(kept.consoleTries?.length ?? kept.console_tries?.length).toBe(9);
});
