/** The console as a function: who gets in, who may do what, and what every answer carries. */
import { describe, expect, test } from "bun:test";
import { createConsole } from "../../src/console/console.ts";
import { GoodwordError } from "../../src/errors.ts";
import { revoke } from "../../src/owner/console_revoke.ts";
import { makeLink, saveCredential } from "../../src/owner/people.ts";
import { triesKeyOf } from "../../src/owner/person_names.ts";
import { readLog, type Store } from "../../src/store/mod.ts";
import { CONSOLE_ORIGIN, openTestConsole, PLAIN_PASSWORDS, type TestConsole } from "../support/console.ts";
import { importAsIs } from "../support/drafts.ts";
import { businessOf } from "../support/page_stage.ts";
import { perform } from "../support/perform.ts";
import { createRecordingLog } from "../support/recording_log.ts";
import { openTestStore } from "../support/test_store.ts";

const HOUR_MS = 3_600_000;
const PASSWORD = "three plain words";

async function linkOf({ store, services }: TestConsole, order: Parameters<typeof makeLink>[1]): Promise<string> {
  const outcome = await makeLink(store, order, services.randomBytes);
  if (outcome.kind !== "made") throw new Error(`No link: ${outcome.kind}`);
  return `/claim/${outcome.token}`;
}

const sessionOf = (response: Response) =>
  response.headers.getSetCookie().find((each) => each.startsWith("session-3080="));

describe("The claim link", () => {
  test("greets nobody by the sample's name", async () => {
    await using console = openTestConsole();
    const sample = businessOf({ name: "Hobart & Vesely", is_sample: true });
    await importAsIs(console.store, [], { businessAfter: () => sample });
    expect(await (await console.get(await linkOf(console, { kind: "first" }))).text()).not.toContain("Hobart");
  });

  test("GET shows the form and spends nothing; POST logs the first owner in, once", async () => {
    await using console = openTestConsole();
    const link = await linkOf(console, { kind: "first" });
    for (let look = 0; look < 3; look++) expect((await console.get(link)).status).toBe(200);
    const claimed = await console.post(link, { name: "  Olive  Owner ", password: PASSWORD });
    expect({ status: claimed.status, to: claimed.headers.get("Location") }).toEqual({ status: 303, to: "/" });
    const [cookie = ""] = sessionOf(claimed)?.split(";") ?? [];
    expect(await (await console.get("/people", { Cookie: cookie })).text()).toContain("Olive Owner");
    expect((await console.post(link, { name: "Second", password: PASSWORD })).status).toBe(410);
    expect((await console.get(link)).status).toBe(410);
    const [line] = await readLog(console.store, { limit: 1 });
    expect(line).toMatchObject({ command: "claim", by: "Olive Owner", detail: { role: "owner" } });
  });

  test("an error that is logged leaves out its token, which still lets somebody in", async () => {
    await using console = openTestConsole();
    const link = await linkOf(console, { kind: "first" });
    const log = createRecordingLog();
    const passwords = { ...PLAIN_PASSWORDS, hash: () => Promise.reject(new Error("no thread")) };
    const services = { ...console.services, passwords };
    const { answer } = createConsole({ store: console.store, services, port: 3080, log });
    const body = new URLSearchParams({ name: "Olive", password: PASSWORD });
    const headers = { Host: new URL(CONSOLE_ORIGIN).host, Origin: CONSOLE_ORIGIN };
    expect((await answer(new Request(CONSOLE_ORIGIN + link, { method: "POST", headers, body }))).status).toBe(500);
    expect(log.lines).toMatchObject([{ level: "error", fields: { path: "/claim/…" } }]);
    expect((await console.get(link)).status).toBe(200);
  });

  test("the first owner ends every open link", async () => {
    await using console = openTestConsole();
    const one = await linkOf(console, { kind: "first" });
    const other = await linkOf(console, { kind: "first" });
    await console.post(one, { name: "Olive", password: PASSWORD });
    expect((await console.post(other, { name: "Mallory", password: PASSWORD })).status).toBe(410);
    const people = await console.store.console.read((reads) => reads.people());
    expect(people.map(({ name }) => name)).toEqual(["Olive"]);
  });

  test.each([
    ["of the first owner is good for a quarter of an hour", { kind: "first" }, 15 * 60_000],
    ["of somebody who was let in before, too", { kind: "again", name: "Olive" }, 15 * 60_000],
    ["of a colleague is good for three days", { kind: "new", role: "reader" }, 3 * 86_400_000],
  ] as const)("%s", async (_, order, livesMs) => {
    const store = openTestStore();
    await using console = openTestConsole({ store });
    if (order.kind !== "first") await console.as("owner", "Olive");
    const link = await linkOf(console, order);
    const begun = await store.now();
    store.at(begun + livesMs - 1);
    expect((await console.get(link)).status).toBe(200);
    store.at(begun + livesMs);
    expect((await console.get(link)).status).toBe(410);
    expect((await console.post(link, { name: "Mallory", password: PASSWORD })).status).toBe(410);
    store.at(begun + livesMs - 1);
    expect((await console.post(link, { name: "Rita", password: PASSWORD })).status).toBe(303);
  });

  test("is refused when it expires while the password is hashed", async () => {
    const store = openTestStore();
    const passwords = {
      ...PLAIN_PASSWORDS,
      async hash(password: string) {
        store.at((await store.now()) + 15 * 60_000);
        return `plain:${password}`;
      },
    };
    await using console = openTestConsole({ store, services: { passwords } });
    const link = await linkOf(console, { kind: "first" });
    expect((await console.post(link, { name: "Olive", password: PASSWORD })).status).toBe(410);
    expect(await store.console.read((reads) => reads.people())).toEqual([]);
  });

  test("asks again for a short password and an empty name, keeps what was typed, and stays good", async () => {
    await using console = openTestConsole();
    const link = await linkOf(console, { kind: "first" });
    const short = await console.post(link, { name: "Olive", password: "elevenchars" });
    expect(short.status).toBe(422);
    expect(await short.text()).toContain('value="Olive"');
    expect((await console.post(link, { name: " ", password: PASSWORD })).status).toBe(422);
    expect((await console.post(link, { name: "Olive", password: PASSWORD })).status).toBe(303);
  });

  test("--for NAME lets somebody in again with a new password, and ends their other sessions", async () => {
    await using console = openTestConsole();
    const olive = await console.as("owner", "Olive");
    const link = await linkOf(console, { kind: "again", name: "OLIVE " });
    expect((await console.post(link, { name: "ignored", password: PASSWORD })).status).toBe(303);
    expect((await olive.get("/people")).status).toBe(303);
    expect((await console.post("/login", { name: "olive", password: PASSWORD })).status).toBe(303);
  });
});

describe("Logging in", () => {
  test("leads back to where one came from, but never away from the console", async () => {
    await using console = openTestConsole();
    await console.as("owner", "Olive");
    expect((await console.get("/people?page=2")).headers.get("Location")).toBe("/login?to=%2Fpeople%3Fpage%3D2");
    const typed = { name: "Olive", password: "Olive" };
    for (const [to, led] of [
      ["/people?page=2", "/people?page=2"],
      ["//evil.example", "/"],
      ["/\\evil.example", "/"],
      ["https://evil.example/", "/"],
      ["/.//evil.example", "/"],
      ["/people/..//evil.example/", "/"],
      ["", "/"],
    ] as const) {
      expect((await console.post("/login", { ...typed, to })).headers.get("Location")).toBe(led);
    }
  });

  test("a wrong name and a wrong password are answered with the same bytes, but for what was typed", async () => {
    await using console = openTestConsole();
    await console.as("owner", "Olive");
    const answerTo = async (name: string) => {
      const response = await console.post("/login", { name, password: "wrong" });
      const text = (await response.text()).replaceAll(name, "NAME").replace(/data-options="[^"]*"/, "");
      return { status: response.status, text, headers: [...response.headers] };
    };
    expect(await answerTo("Olive")).toEqual(await answerTo("Nobody"));
  });

  test("after ten wrong tries a name waits, known or not, the right password too; each wait is longer", async () => {
    const store = openTestStore();
    await using console = openTestConsole({ store });
    await console.as("owner", "Olive");
    for (const name of ["Olive", "Nobody"]) {
      const attempt = async (password: string) => (await console.post("/login", { name, password })).status;
      for (let count = 0; count < 10; count++) expect(await attempt("wrong")).toBe(422);
      expect(await attempt("Olive")).toBe(429);
      store.at((await store.now()) + 30_000);
      expect(await attempt("wrong")).toBe(422);
      store.at((await store.now()) + 30_000);
      expect(await attempt("Olive")).toBe(429);
      store.at((await store.now()) + 30_000);
      expect(await attempt(name)).toBe(name === "Olive" ? 303 : 422);
    }
  });

  test("a name is refused if its failed logins would be counted together with another person's", async () => {
    await using console = openTestConsole();
    await console.as("owner", "Olive");
    const letters = Array.from(
      { length: 26 ** 4 },
      (_, at) => `M${at.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "")}`,
    );
    const alike = letters.find((name) => triesKeyOf(name) === triesKeyOf("Olive")) ?? "";
    expect(alike).toMatch(/^M\w+$/);
    const link = await linkOf(console, { kind: "new", role: "reader" });
    expect((await console.post(link, { name: alike, password: PASSWORD })).status).toBe(422);
    expect((await console.post(link, { name: "Mallory", password: PASSWORD })).status).toBe(303);
  });

  test("tries count when they begin: of a hundred at once ten are compared", async () => {
    let compared = 0;
    const passwords = {
      ...PLAIN_PASSWORDS,
      hash: async () => "hash",
      async verify() {
        compared++;
        return false;
      },
    };
    await using console = openTestConsole({ services: { passwords } });
    await console.as("owner", "Olive");
    const tries = Array.from({ length: 100 }, () => console.post("/login", { name: "Olive", password: "guess" }));
    await Promise.all(tries);
    expect(compared).toBe(10);
  });
});

describe("A session", () => {
  test("is a cookie that no script and no other site gets", async () => {
    await using console = openTestConsole();
    await console.as("owner", "Olive");
    const response = await console.post("/login", { name: "Olive", password: "Olive" });
    expect(sessionOf(response)).toMatch(
      /^session-3080=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
  });

  test("behind https it is Secure and bound to the host", async () => {
    const consoleUrl = "https://console.example.com";
    await using console = openTestConsole({ services: { consoleUrl } });
    await console.as("owner", "Olive");
    const headers = { Host: "console.example.com", Origin: consoleUrl };
    const response = await console.post("/login", { name: "Olive", password: "Olive" }, headers);
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=.*; HttpOnly; SameSite=Strict; Secure$/);
  });

  test("ends after twelve idle hours, and after thirty days of use", async () => {
    const store = openTestStore();
    await using console = openTestConsole({ store });
    const olive = await console.as("owner");
    const begun = await store.now();
    const seen = async (at: number) => {
      store.at(begun + at);
      return (await olive.get("/people")).status;
    };
    for (let hours = 0; hours < 30 * 24; hours += 11) expect(await seen(hours * HOUR_MS)).toBe(200);
    expect(await seen(30 * 24 * HOUR_MS)).toBe(303);
    const other = await console.as("owner");
    store.at((await store.now()) + 12 * HOUR_MS);
    expect((await other.get("/people")).status).toBe(303);
  });

  test("holds while the store cannot be written to", async () => {
    const store = openTestStore();
    let isHeld = false;
    const write: typeof store.console.write = (work) =>
      isHeld ? Promise.reject(new GoodwordError("database", "locked")) : store.console.write(work);
    await using console = openTestConsole({
      store: { ...store, console: { ...store.console, read: store.console.read, write } },
    });
    const olive = await console.as("owner");
    store.at((await store.now()) + HOUR_MS);
    isHeld = true;
    expect((await olive.get("/people")).status).toBe(200);
  });

  test("ends by logging out, by its owner elsewhere, and with its person; never by another person", async () => {
    await using console = openTestConsole();
    const olive = await console.as("owner");
    const elsewhere = await console.as("owner");
    const rob = await console.as("reader");
    const [digest] = await console.store.console.read(async (reads) =>
      (await reads.sessions(olive.id)).map((session) => session.digest),
    );
    expect((await rob.post(`/account/sessions/${digest}/end`)).status).toBe(404);
    for (const { digest } of await console.store.console.read((reads) => reads.sessions(olive.id))) {
      await elsewhere.post(`/account/sessions/${digest}/end`);
    }
    expect((await olive.get("/people")).status).toBe(303);
    const again = await console.as("owner");
    expect((await again.post(`/people/${rob.id}/revoke`)).status).toBe(303);
    expect((await rob.get("/people")).status).toBe(303);
    await again.post("/logout");
    expect((await again.get("/people")).status).toBe(303);
  });

  test("a form that is sent after the end gets 401 and keeps what was typed", async () => {
    await using console = openTestConsole();
    const response = await console.post("/people/link", { role: "owner" });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("what you typed is still there");
  });

  test("a link from another site comes without the cookie: a page of our own leads on with it", async () => {
    await using console = openTestConsole();
    const response = await console.get("/people", { "Sec-Fetch-Site": "cross-site" });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('http-equiv="refresh"');
  });
});

describe("A change of one's own password", () => {
  /** Runs `during` while the password is hashed. */
  async function changedWhile(during: (console: TestConsole) => Promise<unknown>) {
    let happens = async () => {};
    const passwords = {
      ...PLAIN_PASSWORDS,
      async hash(password: string) {
        if (password === PASSWORD) await happens();
        return `hash of ${password}`;
      },
      verify: async () => true,
    };
    await using console = openTestConsole({ services: { passwords } });
    await console.as("owner", "Olive");
    const rita = await console.as("reader", "Rita");
    happens = async () => {
      happens = async () => {};
      await during(console);
    };
    const { status } = await rita.post("/account/password", { current: "Rita", password: PASSWORD });
    const people = await console.store.console.read((reads) => reads.people());
    return { status, people: people.map(({ name, passwordHash }) => ({ name, passwordHash })) };
  }

  test("that ends after their access does brings nobody back", async () => {
    const { status, people } = await changedWhile(({ store }) => perform(revoke, store, "Rita"));
    expect(people.map(({ name }) => name)).toEqual(["Olive"]);
    expect(status).toBe(404);
  });

  test("that ends after they were let in again does not take the new password's place", async () => {
    const { status, people } = await changedWhile(async (console) => {
      const link = await linkOf(console, { kind: "again", name: "Rita" });
      expect((await console.post(link, { password: "another plain password" })).status).toBe(303);
    });
    expect(people).toContainEqual({ name: "Rita", passwordHash: "hash of another plain password" });
    expect(status).toBe(404);
  });
});

test("A login whose access ends while its password is verified opens no session", async () => {
  let happens = async () => {};
  const passwords = {
    ...PLAIN_PASSWORDS,
    verify: async () => happens().then(() => true),
  };
  await using console = openTestConsole({ services: { passwords } });
  await console.as("owner", "Olive");
  await console.as("reader", "Rita");
  happens = async () => void (await perform(revoke, console.store, "Rita"));
  const answer = await console.post("/login", { name: "Rita", password: PASSWORD });
  expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([422, null]);
});

describe("Access that ended", () => {
  const link = (console: TestConsole, order: Parameters<typeof linkOf>[1]) => linkOf(console, order);

  test("is not regained by a link that the person made before", async () => {
    await using console = openTestConsole();
    await console.as("owner", "Olive");
    await console.as("owner", "Mallory");
    const made = await link(console, { kind: "new", role: "owner" });
    await perform(revoke, console.store, "Mallory");
    expect((await console.post(made, { name: "Mallory Two", password: PASSWORD })).status).toBe(410);
  });

  test("is not regained by an older link, a passkey or a password when the person was let in again", async () => {
    await using console = openTestConsole();
    const rita = await console.as("reader", "Rita");
    await console.as("owner", "Olive");
    const passkey = { id: "key", personId: rita.id, publicKey: "cose", counter: 0, createdAt: 1, usedAt: null };
    await console.store.console.write((writes) => writes.savePasskey(passkey));
    const older = await link(console, { kind: "again", name: "Rita" });
    const newer = await link(console, { kind: "again", name: "Rita" });
    expect((await console.post(newer, { password: PASSWORD })).status).toBe(303);
    expect((await console.post(older, { password: "another plain password" })).status).toBe(410);
    expect(await console.store.console.read((reads) => reads.passkeys())).toEqual([]);
    expect((await console.post("/login", { name: "Rita", password: "Rita" })).status).toBe(422);
    expect((await console.post("/login", { name: "Rita", password: PASSWORD })).status).toBe(303);
  });

  test("is not kept by a link or a passkey when the password is changed, if the person wants so", async () => {
    await using console = openTestConsole();
    const olive = await console.as("owner", "Olive");
    const passkey = { id: "key", personId: olive.id, publicKey: "cose", counter: 0, createdAt: 1, usedAt: null };
    await console.store.console.write((writes) => writes.savePasskey(passkey));
    const made = await link(console, { kind: "new", role: "owner" });
    const changed = await olive.post("/account/password", { current: "Olive", password: PASSWORD, passkeys: "remove" });
    expect(changed.status).toBe(303);
    expect((await console.get(made)).status).toBe(410);
    expect(await console.store.console.read((reads) => reads.passkeys())).toEqual([]);
  });
});

test("Ten minutes after a login, a session alone changes nothing about how its person logs in", async () => {
  const store = openTestStore();
  await using console = openTestConsole({ store });
  const olive = await console.as("owner", "Olive");
  const passkey = { id: "key", personId: olive.id, publicKey: "cose", counter: 0, createdAt: 1, usedAt: null };
  await store.console.write((writes) => writes.savePasskey(passkey));
  store.at((await store.now()) + 600_000);
  for (const path of ["/account/passkeys", "/account/passkeys/key/remove"]) {
    const refused = await olive.post(path, { credential: "{}" });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("log out and in again")]);
  }
  await store.console.write(async (writes) => {
    for (const person of await writes.people()) await writes.savePerson({ ...person, passwordHash: null });
  });
  expect((await olive.post("/account/password", { password: PASSWORD })).status).toBe(422);
  expect(await store.console.read((reads) => reads.passkeys())).toHaveLength(1);
});

test("A passkey that somebody has registered is not taken from them", async () => {
  await using console = openTestConsole();
  const { id } = await console.as("owner", "Olive");
  await console.as("reader", "Rita");
  const passkey = { id: "key", publicKey: "cose", counter: 0 };
  await console.store.console.write((writes) =>
    writes.savePasskey({ ...passkey, personId: id, createdAt: 1, usedAt: null }),
  );
  const isSaved = await console.store.console.write(async (writes) => {
    const rita = (await writes.people()).find(({ name }) => name === "Rita");
    if (rita === undefined) throw new Error("Rita is missing");
    return saveCredential(writes, rita, { kind: "passkey", passkey });
  });
  expect(isSaved).toBe(false);
  expect(await console.store.console.read((reads) => reads.passkey("key"))).toMatchObject({ personId: id });
});

test("No page writes: each is shown while another process holds the database", async () => {
  const store = openTestStore();
  await using first = openTestConsole({ store });
  await first.as("owner", "Olive");
  await first.get("/login");
  const write = () => Promise.reject(new Error("a page writes"));
  const { reviews, console: people } = store;
  const readOnly: Store = {
    ...store,
    reviews: { read: (work) => reviews.read(work), write },
    console: { read: (work) => people.read(work), write },
  };
  await using console = openTestConsole({ store: readOnly });
  expect((await console.get("/login")).status).toBe(200);
  expect((await console.get("/claim/none")).status).toBe(410);
});

test("A name that holds what nobody sees, has no letter or mixes letters that look alike is refused", async () => {
  await using console = openTestConsole();
  const link = await linkOf(console, { kind: "first" });
  const invisible = [
    "Oli\u200bve",
    "Oli\u0000ve",
    "\u202eevilO",
    "\u3164",
    "Olive\u3164",
    "Olive\u2800",
    "Oli\ufe0fve",
  ];
  for (const name of [...invisible, "12", "?", "Оlive", "Oliνe"]) {
    expect([name, (await console.post(link, { name, password: PASSWORD })).status]).toEqual([name, 422]);
  }
  expect((await console.post(link, { name: "Zoë O’Brien", password: PASSWORD })).status).toBe(303);
});

test("A name that looks like another person's is taken, also in the letters of another script", async () => {
  await using console = openTestConsole();
  await console.as("owner", "Pepe");
  const link = await linkOf(console, { kind: "new", role: "reader" });
  for (const name of ["pepe", " Pepe ", "Рере"]) {
    expect([name, (await console.post(link, { name, password: PASSWORD })).status]).toEqual([name, 422]);
  }
  expect((await console.post(link, { name: "Пётр", password: PASSWORD })).status).toBe(303);
});

describe("Who may do what", () => {
  test("readers look, and change what is their own", async () => {
    await using console = openTestConsole();
    const rob = await console.as("reader");
    expect((await rob.get("/people")).status).toBe(200);
    expect((await rob.post("/people/link", { role: "owner" })).status).toBe(403);
    const changed = await rob.post("/account/password", { current: "Rob", password: PASSWORD });
    expect(changed.headers.get("Location")).toBe("/account");
    expect((await console.post("/login", { name: "rob", password: PASSWORD })).status).toBe(303);
  });

  test("the last owner stays; a second one may remove the first", async () => {
    await using console = openTestConsole();
    const olive = await console.as("owner", "Olive");
    expect((await olive.post(`/people/${olive.id}/revoke`)).status).toBe(422);
    const ben = await console.as("owner", "Ben");
    expect((await ben.post(`/people/${olive.id}/revoke`)).headers.get("Location")).toBe("/people");
    expect((await olive.get("/people")).status).toBe(303);
  });

  test("every act that changes anything stands in the history, with who did it", async () => {
    await using console = openTestConsole();
    const olive = await console.as("owner", "Olive");
    const rob = await console.as("reader", "Rob");
    await olive.post("/people/link", { role: "reader" });
    await olive.post(`/people/${rob.id}/revoke`);
    const log = await readLog(console.store, { limit: 10 });
    expect(log.map(({ command, by, detail }) => ({ command, by, detail }))).toEqual([
      { command: "revoke", by: "Olive", detail: { person: "Rob" } },
      { command: "link", by: "Olive", detail: { role: "reader" } },
    ]);
  });
});

describe("Every answer", () => {
  test("cannot be cached or framed, and runs nothing inline", async () => {
    await using console = openTestConsole();
    const olive = await console.as("owner");
    const answers = [
      await console.get("/login"),
      await olive.get("/people"),
      await olive.get("/nothing"),
      await olive.post("/nothing"),
      await console.get("/people"),
    ];
    for (const { headers } of answers) {
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Referrer-Policy")).toBe("same-origin");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
    }
  });

  test("speaks the language of the browser", async () => {
    await using console = openTestConsole();
    for (const [asked, said] of [
      ["de-CH,de;q=0.9,en;q=0.5", "noch nicht eingerichtet"],
      ["nl, fr;q=0.3, es;q=0.7", "Esta consola aún no está configurada"],
      ["", "This console is not set up yet"],
    ] as const) {
      expect(await (await console.get("/login", { "Accept-Language": asked })).text()).toContain(said);
    }
  });

  test("a notice of a finished act is shown once", async () => {
    await using console = openTestConsole();
    const olive = await console.as("owner", "Olive");
    const rob = await console.as("reader", "Rob");
    const done = await olive.post(`/people/${rob.id}/revoke`);
    const [notice = ""] = done.headers.getSetCookie()[0]?.split(";") ?? [];
    const shown = await olive.get("/people", { Cookie: `${olive.cookie}; ${notice}` });
    expect(await shown.text()).toContain("User removed.");
    expect(shown.headers.getSetCookie()[0]).toStartWith("notice-3080=; Path=/; Max-Age=0");
  });
});
