/** The console of many businesses: one login, the businesses that it was let into, and each one's pages below its own path. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { reviewsFile } from "../support/command_line.ts";
import { Firms } from "../support/firms.ts";
import { formFields } from "../support/form_fields.ts";
import { sharedPostgres } from "../support/shared_postgres.ts";
import { eventually } from "../support/wait.ts";

const PASSWORD = "three plain words";
const SET = { INVITATIONS: "links", INCENTIVE: "A voucher" };
const postgres = await sharedPostgres("the console of many businesses on PostgreSQL");

describe.each(postgres === null ? ["a folder"] : ["a folder", "PostgreSQL"])("over %s", (kind) => {
  const firms = new Firms(kind === "PostgreSQL" ? postgres : null);
  const { shop } = firms;
  // Links are good for a quarter of an hour by the clock of the server.
  shop.now = Date.now();
  const backups = { BACKUP_DIR: shop.path("backups"), BACKUP_KEEP: "2" };
  shop.context = { ...shop.context, env: { ...firms.env, ...backups } };
  let origin = "";

  const get = (path: string, cookie = "") => fetch(origin + path, { redirect: "manual", headers: { Cookie: cookie } });
  const post = (path: string, fields: Record<string, string>, cookie = "") =>
    fetch(origin + path, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
      headers: { Origin: origin, Cookie: cookie },
    });

  /** Lets somebody in by a link from the command line. Returns their cookie. */
  async function letIn(name: string, ...options: string[]): Promise<string> {
    const link = await shop.run("console", "link", "--json", ...options);
    expect(link).toMatchObject({ code: 0 });
    const { pathname } = new URL(link.json.url);
    const answer = await post(pathname, { name, password: PASSWORD });
    expect(answer.status).toBe(303);
    return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  }

  let agency = "";
  let plumber = "";

  beforeAll(async () => {
    mkdirSync(shop.path("backups"));
    for (const id of ["ace", "bee"]) {
      await firms.add(id);
      shop.write(`${id}.json`, reviewsFile({ id: `of-${id}` }).replace(/"name":"[^"]*"/, `"name":"${id} & Sons"`));
      expect(await shop.run("import", `${id}.json`, "--business", id)).toMatchObject({ code: 0 });
    }
    const server = await firms.serve(backups);
    [, origin = ""] = await server.logged(/"console_url":"([^"]+)"/);
    agency = await letIn("Agency");
    plumber = await letIn("Pia", "--role", "owner", "--business", "ace");
  });

  afterAll(() => firms[Symbol.asyncDispose]());

  test("the first page lists the businesses that a person was let into, as they stand", async () => {
    const all = await (await get("/", agency)).text();
    for (const id of ["ace", "bee"]) expect(all).toContain(`href="/b/${id}/"`);
    const own = await (await get("/", plumber)).text();
    expect(own).toContain('href="/b/ace/"');
    expect(own).not.toContain("bee");
  });

  test("the list is sorted by name, searched by name, address or id, and sorted by what waits", async () => {
    const listed = async (query: string, cookie = agency) =>
      [...(await (await get(`/${query}`, cookie)).text()).matchAll(/href="\/b\/(\w+)\/"/g)].map(([, id]) => id);
    expect(await listed("")).toEqual(["ace", "bee"]);
    expect(await listed("?find=BEE+%26+so")).toEqual(["bee"]);
    expect(await listed("?find=ace.test")).toEqual(["ace"]);
    expect(await listed("?find=bee", plumber)).toEqual([]);
    expect(await (await get("/b/ace/report/2026-05", plumber)).text()).toContain("ace &amp; Sons: May 2026");
    expect(await (await get("/?find=nobody", agency)).text()).toContain("No business matches");
    expect(await shop.run("reply", "of-ace", "Thank you", "--business", "ace")).toMatchObject({ code: 0 });
    expect(await listed("?sort=waiting")).toEqual(["bee", "ace"]);
    expect(await shop.run("reply", "of-ace", "--remove", "--business", "ace")).toMatchObject({ code: 0 });
  });

  test("a business is added, moved, renamed and removed in the console, as by the commands", async () => {
    const listedAt = async (id: string) =>
      ((await shop.run("business", "list", "--json")).json as { id: string; base_url: string }[]).find(
        (each) => each.id === id,
      )?.base_url;
    const send = async (path: string, fields: Record<string, string>) => {
      const answer = await post(path, fields, agency);
      return { status: answer.status, to: answer.headers.get("Location"), html: await answer.text() };
    };
    /** Sends a form of a business's page as it is shown, with these fields changed. */
    const change = async (id: string, act: string, fields: Record<string, string>) => {
      const page = `/businesses/${id}`;
      const path = `/businesses/${id}/${act}`;
      return send(path, { ...(await formFields(await get(page, agency), path)), ...fields });
    };
    const own = { id: "cat", name: "Cat & Sons", base_url: "https://Cat.test/" };
    for (const [wrong, said] of [
      [{ id: "Cat!" }, "lower-case letters"],
      [{ id: "ace" }, "already exists"],
      [{ base_url: "cat.test" }, "Enter a web address"],
      [{ base_url: "http://ACE.test:80" }, "another business"],
      [{ name: "x".repeat(121) }, "120 characters"],
    ] as const) {
      const refused = await send("/businesses/add", { ...own, ...wrong });
      expect([refused.status, refused.html.includes(said), refused.html.includes("Cat &amp; Sons")]).toEqual([
        422,
        true,
        !("name" in wrong),
      ]);
    }
    expect(await send("/businesses/add", own)).toMatchObject({ status: 303, to: "/" });
    expect(await listedAt("cat")).toBe("https://cat.test");
    const list = await (await get("/", agency)).text();
    expect(list).toMatch(/href="\/b\/cat\/"[\s\S]*?Cat &amp; Sons[\s\S]*?Draft/);
    await eventually("its draft", async () => {
      const answer = await firms.ask("https://cat.test/");
      return answer.headers.get("X-Robots-Tag") === "noindex" && (await answer.text()).includes("Cat &amp; Sons");
    });
    await eventually("its console", async () => (await get("/b/cat/", agency)).status === 200);
    expect((await change("cat", "move", { base_url: "https://ace.test" })).status).toBe(422);
    expect(await change("cat", "move", { base_url: "https://tom.test" })).toMatchObject({ status: 303 });
    expect(await listedAt("cat")).toBe("https://tom.test");
    expect((await change("cat", "rename", { id: "bee" })).status).toBe(422);
    expect(await change("cat", "rename", { id: "tom" })).toMatchObject({ status: 303, to: "/businesses/tom" });
    expect([await listedAt("cat"), await listedAt("tom")]).toEqual([undefined, "https://tom.test"]);
    expect((await change("tom", "remove", { confirm: "cat" })).html).toContain("nothing was removed");
    expect(await listedAt("tom")).toBe("https://tom.test");
    const removed = await change("tom", "remove", { confirm: " cat & sons " });
    expect([removed.status, removed.html]).toEqual([200, expect.stringMatching(/removed[\s\S]*<code/)]);
    expect(await listedAt("tom")).toBeUndefined();
    await eventually("nothing there", async () => (await firms.ask("https://tom.test/")).status === 421);
    for (const path of ["move", "rename", "remove"]) {
      expect([path, (await send(`/businesses/tom/${path}`, { id: "x", confirm: "tom" })).status]).toEqual([path, 404]);
    }
    const history = await (await get("/activity", agency)).text();
    for (const said of ["cat was added", "moved to https://tom.test", "cat is now tom", "tom was removed"]) {
      expect(history).toContain(said);
    }
  });

  test("only owners who may see all businesses can add, change and remove them, from the console's own pages", async () => {
    const reader = await letIn("Rita", "--role", "reader");
    const before = (await shop.run("business", "list")).out;
    for (const cookie of [plumber, reader]) {
      expect((await get("/businesses/ace", cookie)).status).toBe(403);
      expect(await (await get("/", cookie)).text()).not.toMatch(/businesses\/add|businesses\/ace/);
      for (const path of ["add", "ace/move", "ace/rename", "ace/remove"]) {
        expect([path, (await post(`/businesses/${path}`, { confirm: "ace", id: "x" }, cookie)).status]).toEqual([
          path,
          403,
        ]);
      }
    }
    expect((await get("/activity", plumber)).status).toBe(403);
    expect((await get("/activity", reader)).status).toBe(200);
    expect((await get("/businesses/nobody", agency)).status).toBe(404);
    expect((await get("/b/ace/businesses/ace", agency)).status).toBe(404);
    expect((await post("/businesses/ace/remove", { confirm: "ace" })).status).toBe(401);
    const headers = { Origin: "https://evil.example", Cookie: agency };
    const forged = { method: "POST", headers, body: new URLSearchParams({ confirm: "ace" }) };
    expect((await fetch(`${origin}/businesses/ace/remove`, forged)).status).toBe(403);
    expect((await shop.run("business", "list")).out).toBe(before);
  });

  test("pages of a business are below its path, and every link and form of theirs stays there", async () => {
    const page = await get("/b/ace/reviews", agency);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("/b/ace/reviews/of-ace");
    const paths = [...html.matchAll(/ (?:href|src|action|formaction)="(\/[^"]*)"/g)].map(([, path = ""]) => path);
    expect(paths.filter((path) => !path.startsWith("/b/ace/"))).toEqual([]);
    for (const path of paths.filter((each) => each.includes("assets"))) {
      expect((await get(path)).status).toBe(200);
    }
  });

  test("an act on one business changes that business alone, and leads back to its pages", async () => {
    const html = await (await get("/b/ace/reviews/of-ace", agency)).text();
    const [, state = ""] =
      /action="\/b\/ace\/reviews\/of-ace\/reply"[\s\S]*?name="state" value="([^"]*)"/.exec(html) ?? [];
    const done = await post("/b/ace/reviews/of-ace/reply", { state, text: "Thank you, Jane" }, agency);
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/b/ace/reviews/of-ace"]);
    const repliesOf = async (id: string) => (await shop.run("export", "-", "--business", id)).out.includes("Thank you");
    expect(await repliesOf("ace")).toBe(true);
    expect(await repliesOf("bee")).toBe(false);
  });

  test("a setting saved in the console takes effect on the running server, for that business alone", async () => {
    const fields = async (cookie: string) =>
      formFields(await get("/b/ace/settings/invitations", cookie), "/b/ace/settings/invitations");
    const saved = await post("/b/ace/settings/invitations", { ...(await fields(plumber)), ...SET }, plumber);
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/b/ace/settings/invitations"]);
    expect((await fields(agency)).INCENTIVE).toBe("A voucher");
    const wordsAt = async (id: string) => {
      const answer = await firms.ask(`https://${id}.test/record.json`);
      const { policy } = (await answer.json()) as { policy?: { incentive_words: string | null } };
      return policy?.incentive_words;
    };
    await eventually("the setting", async () => (await wordsAt("ace")) === "A voucher");
    expect(await wordsAt("bee")).toBeNull();
    expect((await shop.run("settings", "list", "--business", "ace")).out).toMatch(/^INCENTIVE +A voucher$/m);
    expect((await post("/b/bee/settings/invitations", { INCENTIVE: "mine" }, plumber)).status).toBe(404);
    expect((await get("/settings/invitations", agency)).status).toBe(404);
  });

  test("a business that a person was not let into is not there for them, page, form and file", async () => {
    for (const path of [
      "/b/bee/",
      "/b/bee/reviews/of-bee",
      "/b/bee/activity",
      "/b/bee/people",
      "/b/bee/report/2026-05",
    ]) {
      const answer = await get(path, plumber);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain("Sons");
    }
    expect((await post("/b/bee/reviews/of-bee/reply", { text: "mine" }, plumber)).status).toBe(404);
    expect((await get("/b/nobody/", agency)).status).toBe(404);
  });

  test("a user of one business cannot take all places of the console, with however many sessions", async () => {
    const logIn = async () => {
      const answer = await post("/login", { name: "Pia", password: PASSWORD });
      return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    };
    const sessions = [plumber, await logIn(), await logIn(), await logIn(), await logIn()];
    for (const cookie of [agency, ...sessions]) expect((await get("/b/ace/", cookie)).status).toBe(200);
    const flood = sessions.flatMap((cookie) => Array.from({ length: 50 }, () => get("/b/ace/", cookie)));
    await Promise.race(flood);
    expect((await get("/b/bee/", agency)).status).toBe(200);
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200, 503]));
  });

  test("what is uploaded for one business is not there for another, to see, import or discard", async () => {
    const form = new FormData();
    form.append("files", new File(["Customer,E-mail,Date\nPrivate Person,p@example.com,2026-05-30\n"], "of-bee.csv"));
    const sent = await fetch(`${origin}/b/bee/jobs/lists`, {
      method: "POST",
      redirect: "manual",
      body: form,
      headers: { Origin: origin, Cookie: agency },
    });
    const path = (sent.headers.get("Location") ?? "").replace("/b/bee", "");
    expect([sent.status, path]).toEqual([303, expect.stringMatching(/^\/jobs\/lists\/[0-9a-f]{32}$/)]);
    expect(await (await get("/b/bee/jobs", agency)).text()).toContain("of-bee.csv");
    expect(await (await get("/b/ace/jobs", plumber)).text()).not.toContain("of-bee.csv");
    const page = await (await get(`/b/ace${path}`, plumber)).text();
    expect(page).toContain("These files are no longer here");
    expect(page).not.toContain("of-bee.csv");
    expect((await post(`/b/ace${path}/go`, { state: "1" }, plumber)).status).toBe(409);
    expect((await post(`/b/ace${path}/discard`, {}, plumber)).status).toBe(404);
    expect((await post(`/b/ace${path}/refused`, {}, plumber)).status).toBe(404);
    expect(await (await get(`/b/bee${path}`, agency)).text()).toContain("of-bee.csv");
  });

  test("the preview of a profile has its colours from below the path of the business", async () => {
    const html = await (await get("/b/ace/profile/preview?color=%23336699", agency)).text();
    expect(html).toContain('href="/b/ace/profile/preview.css?color=336699"');
  });

  test("no page names a business to somebody who has not logged in", async () => {
    for (const path of ["/b/ace/login", "/b/ace/claim/none"]) {
      const html = await (await get(path)).text();
      expect([path, html.replaceAll("/b/ace/", "/").match(/\bace\b/)]).toEqual([path, null]);
    }
  });

  test("a user of one business cannot see or change who has access", async () => {
    for (const path of ["/people", "/b/ace/people"]) expect((await get(path, plumber)).status).toBe(403);
    for (const path of ["/people/link", "/b/ace/people/link"]) {
      expect((await post(path, { role: "owner" }, plumber)).status).toBe(403);
    }
    expect(await (await get("/b/ace/", plumber)).text()).not.toContain('href="/b/ace/people"');
  });

  test("a link that is made on the pages of a business leads into that one, one over all into all", async () => {
    for (const [path, expected] of [["/b/bee/people/link", ["bee"]] as const, ["/people/link", undefined] as const]) {
      const page = await (await post(path, { role: "reader" }, agency)).text();
      const [, token = ""] = /\/claim\/([\w-]+)/.exec(page) ?? [];
      const name = `Reader of ${expected?.[0] ?? "all"}`;
      expect((await post(`/claim/${token}`, { name, password: PASSWORD })).status).toBe(303);
      const listed = (await shop.run("console", "people", "--json")).json as { name: string; businesses?: string[] }[];
      expect(listed.find((each) => each.name === name)?.businesses).toEqual(
        expected === undefined ? expected : [...expected],
      );
    }
  });

  test("somebody who is logged out is asked to log in, and led on to the page of the business", async () => {
    const asked = await get("/b/ace/reviews?rating=5");
    const to = asked.headers.get("Location") ?? "";
    expect(to).toBe(`/b/ace/login?to=${encodeURIComponent("/reviews?rating=5")}`);
    const page = await (await get(to)).text();
    expect(page).toContain('action="/b/ace/login"');
    const done = await post("/b/ace/login", { name: "Agency", password: PASSWORD, to: "/reviews?rating=5" });
    expect(done.headers.get("Location")).toBe("/b/ace/reviews?rating=5");
  });

  const bring = (bearer: string) =>
    fetch(`${origin}/api/jobs`, {
      method: "POST",
      headers: { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" },
      body: JSON.stringify([
        { reference: "1", customer_name: "Jane Doe", email: "j@example.com", finished: "2026-05-30" },
      ]),
    });

  test("a token of the jobs door is for the business that it was made for", async () => {
    const { token } = (await shop.run("jobs", "token", "create", "jobber", "--business", "ace", "--json")).json;
    expect(token).toStartWith("gwj_ace-");
    await eventually("the jobs door", async () => (await bring(token)).status === 202);
    const jobsOf = async (id: string) => (await shop.run("jobs", "list", "--business", id)).out.includes("Jane Doe");
    expect([await jobsOf("ace"), await jobsOf("bee")]).toEqual([true, false]);
    for (const wrong of [token.replace("ace", "bee"), token.replace("ace", "none"), token.replace(/ace[^.]*\./, "")]) {
      expect((await bring(wrong)).status).toBe(401);
    }
  });

  test("access, links, tokens and backups go with a renamed business, and reach none that gets its id, before or after a removal", async () => {
    const added = async (id: string, host: string) => {
      await firms.add(id, `https://${host}.test/`);
      expect(await shop.run("import", "ace.json", "--business", id)).toMatchObject({ code: 0 });
    };
    const statusAt = async (path: string, cookie = "") => (await get(path, cookie)).status;
    /** A running server makes backups, too. */
    const backupsAt = async (id: string) =>
      (await (await get(`/b/${id}/backups`, agency)).text()).match(/goodword-[\w-]+\.sqlite/g);
    await added("cab", "cab");
    await eventually("cab", async () => (await statusAt("/b/cab/", agency)) === 200);
    const carl = await letIn("Carl", "--role", "owner", "--business", "cab");
    const link = (await shop.run("console", "link", "--json", "--role", "owner", "--business", "cab")).json.url;
    const { token } = (await shop.run("jobs", "token", "create", "crm", "--business", "cab", "--json")).json;
    // The server may be making one in the same second.
    await eventually("a backup", async () => (await post("/b/cab/backups/make", {}, carl)).status === 303);
    const [made = "none"] = (await backupsAt("cab")) ?? [];
    // Names go by the second, and the next business of this id may get a backup within the same one. The newest is kept.
    const backup = "goodword-2036-01-02T030405Z.sqlite";
    const [folder] = readdirSync(shop.path("backups")).filter((name) => name.startsWith("cab-"));
    renameSync(shop.path(`backups/${folder}/${made}`), shop.path(`backups/${folder}/${backup}`));
    expect(await shop.run("business", "rename", "cab", "taxi")).toMatchObject({ code: 0 });
    await added("cab", "new");
    for (const id of ["cab", "taxi"]) await eventually(id, async () => (await statusAt(`/b/${id}/`, agency)) === 200);
    expect(await statusAt("/b/taxi/", carl)).toBe(200);
    expect((await bring(token)).status).toBe(202);
    expect(await statusAt("/b/cab/", carl)).toBe(404);
    expect(await backupsAt("taxi")).toContain(backup);
    expect((await backupsAt("cab")) ?? []).not.toContain(backup);
    expect(await statusAt(`/b/taxi/backups/${backup}`, carl)).toBe(200);
    expect(await statusAt(`/b/cab/backups/${backup}`, agency)).toBe(404);
    expect((await post(new URL(link).pathname, { name: "Cleo", password: PASSWORD })).status).toBe(303);
    const people = async () =>
      (await shop.run("console", "people", "--json")).json as { name: string; businesses?: string[] }[];
    const businessesOf = async (name: string) => (await people()).find((each) => each.name === name)?.businesses;
    expect([await businessesOf("Carl"), await businessesOf("Cleo")]).toEqual([["taxi"], ["taxi"]]);
    expect(await shop.run("business", "remove", "taxi")).toMatchObject({ code: 0 });
    await added("taxi", "cab");
    await eventually("taxi", async () => (await statusAt("/b/taxi/", agency)) === 200);
    expect(await statusAt("/b/taxi/", carl)).toBe(404);
    expect((await backupsAt("taxi")) ?? []).not.toContain(backup);
    expect(await businessesOf("Carl")).toEqual([]);
    // BACKUP_KEEP of the new one deletes nothing of the former.
    for (let at = 0; at < 3; at++) expect(await shop.run("backup", "--business", "taxi")).toMatchObject({ code: 0 });
    const folders = readdirSync(shop.path("backups")).filter((name) => /^(?:cab|taxi)-/.test(name));
    expect(folders.flatMap((name) => readdirSync(shop.path(`backups/${name}`)))).toContain(backup);
  });
});
