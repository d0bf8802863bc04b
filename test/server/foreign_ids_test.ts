/** Every page and act of one business's console, asked for with what belongs to another: whichever pages there are. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { isServerUrl } from "../../src/config.ts";
import { openPostgres } from "../../src/store/postgres/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, type Workshop } from "../support/command_line.ts";
import type { ConsoleVisitor } from "../support/console.ts";
import { allRows, crawl } from "../support/console_forms.ts";
import { fillConsole } from "../support/console_sample.ts";
import { everything } from "../support/everything.ts";
import { Firms } from "../support/firms.ts";
import { formFields } from "../support/form_fields.ts";
import { sharedPostgres } from "../support/shared_postgres.ts";
import { eventually } from "../support/wait.ts";

const rows = allRows;
const postgres = await sharedPostgres("foreign ids on PostgreSQL");

/** In every text of the business whose ids are tried elsewhere. */
const MARK = "Beeswax";
/** What a server changes of a business by itself. */
const BY_ITSELF = /^(?:backups|record|log_checkpoint|identity|mcp_session|console_key)/;

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]+)")}$`);
const kindOf = (path: string) => rows.pages.find((row) => patternOf(row.path).test(path))?.path ?? null;

describe.each(postgres === null ? ["a folder"] : ["a folder", "PostgreSQL"])("over %s", (kind) => {
  let firms: Firms;
  let shop: Workshop;
  let origin = "";

  beforeEach(async () => {
    firms = new Firms(kind === "PostgreSQL" ? postgres : null);
    shop = firms.shop;
    shop.now = Date.now();
    mkdirSync(shop.path("backups"));
    await firms.addReviewed("ace");
    await firms.add("bee");
    await withBee((store) => fillConsole(store, (index) => `${MARK} words ${index}`));
    const server = await firms.serve({ BACKUP_DIR: shop.path("backups") });
    [, origin = ""] = await server.logged(/"console_url":"([^"]+)"/);
    // Once its reviews are analysed and published, the server has nothing to change of it.
    await eventually("the reviews", async () => (await firms.ask("https://bee.test/reviews.json")).ok);
  });

  afterEach(() => firms[Symbol.asyncDispose]());

  async function withBee<T>(use: (store: Awaited<ReturnType<typeof openPostgres>>) => Promise<T>) {
    const url = firms.env.DATABASE_URL ?? "";
    await using store = isServerUrl(url)
      ? await openPostgres(url.replace("businesses=true", "business=bee"))
      : openDatabase(shop.path("shops/bee.sqlite"), { create: false });
    return await use(store);
  }

  const keptOfBee = () =>
    withBee(async (store) => {
      const { keys = [], ...tables } = await everything(store.contents);
      return { ...tables, keys: keys.filter((row) => !BY_ITSELF.test(String(Reflect.get(row, "name")))) };
    });

  /** Somebody who was let into one business. */
  async function ownerOf(id: string): Promise<ConsoleVisitor> {
    const link = await shop.run("console", "link", "--json", "--role", "owner", "--business", id);
    expect(link).toMatchObject({ code: 0 });
    const claim = origin + new URL(link.json.url).pathname;
    const fields = new URLSearchParams({ name: `Owner of ${id}`, password: "three plain words" });
    const claimed = await fetch(claim, {
      method: "POST",
      redirect: "manual",
      body: fields,
      headers: { Origin: origin },
    });
    const headers = { Cookie: claimed.headers.getSetCookie()[0]?.split(";")[0] ?? "", Origin: origin };
    const at = (path: string) => `${origin}/b/${id}${path}`;
    /** As if its pages were at the root. */
    const plain = async (answer: Response) => {
      const text = (await answer.text()).replaceAll(`"/b/${id}/`, '"/');
      return new Response(answer.status === 303 ? null : text, { status: answer.status, headers: answer.headers });
    };
    return {
      get: async (path) => plain(await fetch(at(path), { redirect: "manual", headers })),
      post: async (path, fields = {}) => {
        const hasFile = Object.values(fields).some((value) => value instanceof File);
        const body = hasFile ? new FormData() : new URLSearchParams();
        for (const [name, value] of Object.entries(fields)) body.append(name, value as string);
        return plain(await fetch(at(path), { method: "POST", redirect: "manual", body, headers }));
      },
    } as ConsoleVisitor;
  }

  test("nothing of another business is seen or changed by its ids, and both can be renamed and removed at once", async () => {
    const first = await shop.run("console", "link", "--json");
    const claim = origin + new URL(first.json.url).pathname;
    const agency = new URLSearchParams({ name: "Agency", password: "three plain words" });
    await fetch(claim, { method: "POST", redirect: "manual", body: agency, headers: { Origin: origin } });
    const ace = await ownerOf("ace");
    const bee = await ownerOf("bee");
    const token = (await shop.run("console", "link", "--json", "--role", "owner", "--business", "bee")).json.url;
    const files = new File([reviewsFile({ id: "new", text: `${MARK} upload` })], `${MARK}.json`);
    expect((await bee.post("/import", { files })).status).toBe(303);
    await eventually("a backup", async () => (await bee.post("/backups/make")).status === 303);
    const found = await crawl(bee, kindOf);
    const foreign = new Set([...found.pages.keys(), ...found.files, ...found.forms.map(({ action }) => action)]);
    const ids = new Set([new URL(token).pathname.split("/").at(-1) ?? ""]);
    for (const row of [...rows.pages, ...rows.acts]) {
      for (const path of foreign) {
        const given = patternOf(row.path).exec(new URL(path, origin).pathname)?.slice(1) ?? [];
        for (const id of given) if (!decodeURIComponent(id).includes(MARK)) ids.add(id);
      }
    }
    expect(ids.size).toBeGreaterThan(12);
    const before = await keptOfBee();
    for (const path of foreign) await expectNothingOf(ace.get(path), path);
    for (const row of rows.pages) {
      for (const id of row.path.includes(":") ? ids : []) {
        const path = row.path.replaceAll(/:\w+/g, id);
        await expectNothingOf(ace.get(path), path);
      }
    }
    for (const { page, action, html } of found.forms) {
      if (action.startsWith("/account") || action === "/logout") continue;
      await expectNothingOf(
        ace.post(action, await formFields(new Response(html), action)),
        `${page} > ${action}`,
        true,
      );
    }
    for (const row of rows.acts) {
      for (const id of row.path.includes(":") ? ids : []) {
        const path = row.path.replaceAll(/:\w+/g, id);
        await expectNothingOf(ace.post(path, { state: "x", id, confirm: id }), path);
      }
    }
    expect(await keptOfBee()).toEqual(before);
    expect((await ace.get("/")).status).toBe(200);
    expect(await (await bee.get("/import")).text()).toContain(`${MARK}.json`);
    // The console does not keep the files of a business open that it has shown.
    expect(await shop.run("business", "rename", "bee", "bea")).toMatchObject({ code: 0 });
    expect(await shop.run("business", "remove", "ace")).toMatchObject({ code: 0 });
  });

  /** `typed`: whether the texts of the other business were sent along, and so may come back. */
  async function expectNothingOf(asked: Promise<Response>, what: string, typed = false): Promise<void> {
    const answer = await asked;
    const text = await answer.text();
    expect([what, answer.status < 500, !typed && text.includes(MARK)]).toEqual([what, true, false]);
  }
});
