/** What holds for every page and every form of the console, whatever they are: those that are added tomorrow, too. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { ActRow, PageRow } from "../../src/console/page.ts";
import { publicRoutes } from "../../src/console/pages/login.tsx";
import { CONSOLE_ORIGIN, type ConsoleVisitor, openTestConsole, type TestConsole } from "../support/console.ts";
import { allRows, crawl } from "../support/console_forms.ts";
import { EVERYTHING_ON, openFilledConsole } from "../support/console_sample.ts";
import { formFields } from "../support/form_fields.ts";

const rows = allRows;

/** A path of a row, whatever its parameters. */
const pathOf = ({ path }: Pick<ActRow, "path">) => path.replaceAll(/:\w+/g, "r1");

const isOf = (row: Pick<PageRow, "path">, path: string) =>
  new RegExp(`^${row.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);

/** Paths of every form that there is. */
const FORMS = [...rows.acts.map(pathOf), ...publicRoutes.map(pathOf), "/logout"];

/** Forms that did not come from a page of the console; null leaves a header out. */
const FORGERIES: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  "no Origin": { Origin: null },
  "another origin": { Origin: "https://evil.example" },
  "an origin that begins alike": { Origin: `${CONSOLE_ORIGIN}.evil.example` },
  "another port of this machine, as the public one": { Origin: "http://localhost:3000" },
  "https for http": { Origin: "https://localhost:3080" },
  "another name of this machine": { Origin: "http://127.0.0.1:3080" },
  "a page without an origin": { Origin: "null" },
  "another site, as the browser says": { "Sec-Fetch-Site": "cross-site" },
  "another origin of this site, as the browser says": { "Sec-Fetch-Site": "same-site" },
  "another host": { Host: "evil.example:3080" },
  "a name that was made to point here": { Host: "evil.example:3080", Origin: "http://evil.example:3080" },
  "another port as host": { Host: "localhost:3000", Origin: "http://localhost:3000" },
  "no host": { Host: null },
};

describe("Every form", () => {
  test.each(Object.entries(FORGERIES))("is refused, and changes nothing, when it comes from %s", async (_, headers) => {
    await using console = await openFilledConsole();
    const owner = await console.as("owner");
    const before = await console.kept();
    for (const path of FORMS) {
      const { status } = await owner.post(
        path,
        { state: "x", text: "forged", name: "Olive", password: "Olive" },
        headers,
      );
      expect({ path, isRefused: status === 403 || status === 421 }).toEqual({ path, isRefused: true });
    }
    expect(await console.kept()).toEqual(before);
  });

  test("is refused to a reader, unless it is about themselves, and to a visitor who is not logged in; nothing changes", async () => {
    await using console = await openFilledConsole();
    const rob = await console.as("reader");
    const before = await console.kept();
    const acts = rows.acts.filter(({ forReaders }) => !forReaders);
    for (const row of acts) {
      const path = pathOf(row);
      expect({ path, status: (await rob.post(path, { text: "mine" })).status }).toEqual({ path, status: 403 });
    }
    for (const row of rows.acts) {
      const path = pathOf(row);
      expect({ path, status: (await console.post(path, { text: "mine" })).status }).toEqual({ path, status: 401 });
    }
    expect(await console.kept()).toEqual(before);
    expect(rows.acts.filter(({ forReaders }) => forReaders).every(({ path }) => path.startsWith("/account/"))).toBe(
      true,
    );
  });

  test("that is for readers takes nothing of anybody else's", async () => {
    await using console = openTestConsole({ environment: EVERYTHING_ON, isOneOfMany: true });
    const olive = await console.as("owner", "Olive");
    const rob = await console.as("reader", "Rob");
    const own = async () => {
      const kept = await console.kept();
      return Object.values(kept).flatMap((table) => table.filter((row) => Object.values(row).includes(olive.id)));
    };
    const before = await own();
    const [session] = await console.store.console.read((reads) => reads.sessions(olive.id));
    for (const { path } of rows.acts.filter(({ forReaders }) => forReaders)) {
      await rob.post(path.replaceAll(/:\w+/g, session?.digest ?? ""), {
        current: "Olive",
        password: "a password of his",
      });
    }
    expect(await own()).toEqual(before);
  });
});

describe("Every page", () => {
  let found: Awaited<ReturnType<typeof crawl>>;
  const kindOf = (path: string) => rows.pages.find((row) => isOf(row, path))?.path ?? null;

  beforeAll(async () => {
    await using console = await openFilledConsole();
    const olive = await console.as("owner");
    await console.as("owner");
    await console.as("reader");
    const passkey = { id: "key", personId: olive.id, publicKey: "cose", counter: 0, createdAt: 1, usedAt: null };
    await console.store.console.write((writes) => writes.savePasskey(passkey));
    found = await crawl(olive, kindOf, 100);
  });

  test("is reached by links from the first one, and every act by a form on one of them", () => {
    const pages = [...found.pages.keys(), ...found.files].map((path) => kindOf(new URL(path, CONSOLE_ORIGIN).pathname));
    expect(rows.pages.map(({ path }) => path).filter((path) => !pages.includes(path) && !hasOwnTest(path))).toEqual([]);
    const actions = found.forms.map(({ action }) => new URL(action, CONSOLE_ORIGIN).pathname);
    const unreached = rows.acts.filter((row) => !actions.some((action) => isOf(row, action)));
    expect(unreached.map(({ path }) => path).filter((path) => !hasOwnTest(path))).toEqual([]);
  });

  test("leads nowhere that there is nothing, and sends no form that nobody takes", () => {
    const nowhere = found.forms.filter(({ action }) => {
      const { pathname } = new URL(action, CONSOLE_ORIGIN);
      return !rows.acts.some((row) => isOf(row, pathname)) && pathname !== "/logout";
    });
    expect(nowhere.map(({ page, action }) => `${page}: ${action}`)).toEqual([]);
  });

  test("has forms that carry the state that they were made from wherever they change existing values", () => {
    const without = found.forms.filter(({ html, action }) => {
      const isFilled =
        /<textarea[^>]*>[^<]|<input(?![^>]*type="(?:hidden|checkbox|radio|file|password)")[^>]*value="[^"]/.test(html);
      return isFilled && !html.includes('name="state"') && !UNSTATED.has(action.split("?")[0] ?? "");
    });
    expect(without.map(({ page, action }) => `${page}: ${action}`)).toEqual([]);
  });

  test("shows a reader no form that could be sent but those about themselves, and the way out", async () => {
    await using console = await openFilledConsole();
    const { forms } = await crawl(await console.as("reader"), kindOf);
    const others = forms.filter(({ action }) => !action.startsWith("/account/") && action !== "/logout");
    const usable = others.filter(
      ({ html }) => /<button(?![^>]*\bdisabled)/.test(html) && !/<fieldset[^>]* disabled/.test(html),
    );
    expect(usable.map(({ page, action }) => `${page}: ${action}`)).toEqual([]);
  });
});

/** Reached from a state that the sample is not in, or by a script, each with tests of its own. */
const hasOwnTest = (path: string) =>
  /^\/(?:copies|verification|insights)\/:|^\/settings\/(?:address|backups)|^\/jobs\/:id\/ask$|^\/(?:import|jobs\/lists|backups)\/|^\/profile\/(?:preview|(?:logo|photo)\/remove)/.test(
    path,
  );

/** Forms with something filled in that change nothing that was there. */
const UNSTATED: ReadonlySet<string> = new Set(["/settings/mail/test", "/invitations/test"]);

describe("Two people at once", () => {
  /** What is kept, but for who is logged in and what was done. */
  const keptIn = async (console: TestConsole) => {
    const { changes: _, consoleSessions: __, edition: ___, revisions: ____, ...rest } = await console.kept();
    return rest;
  };

  /** Another value for a field of a form, such as a person would choose. */
  const changed = (html: string, name: string, value: string, by: string): string => {
    const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html)?.[1];
    if (/MAIL_REPLY_TO|NOTICE_MAIL/.test(name)) return `${by.replace(/\W/g, "")}@example.com`;
    if (select === undefined) return /^\d+$/.test(value) ? String(Number(value) + by.length) : `${value} ${by}`;
    const options = [...select.matchAll(/<option[^>]*value="([^"]*)"/g)].map(([, option = ""]) => option);
    const others = options.filter((option) => option !== value);
    return others[by.length % Math.max(1, others.length)] ?? value;
  };

  test("nothing is overwritten in silence: of every form, whichever field each of two people changes", async () => {
    await using console = await openFilledConsole();
    const olive = await console.as("owner", "Olive");
    const ben = await console.as("owner", "Ben");
    const { forms } = await crawl(olive, (path) => rows.pages.find((row) => isOf(row, path))?.path ?? null);
    const hasFields = ({ html }: { html: string }) => /name="(?!state")/.test(html);
    const stated = forms
      .filter(({ html }) => html.includes('name="state"'))
      // What a button does away with is tried last.
      .sort((one, other) => Number(hasFields(other)) - Number(hasFields(one)));
    const tried = new Map<string, number>();
    for (const { page, action, html } of stated) {
      tried.set(page + action, tried.get(page + action) ?? 0);
      const load = async (visitor: ConsoleVisitor) => formFields(await visitor.get(page), action);
      const names = Object.keys(await load(olive)).filter((name) => !/state$/.test(name));
      if (names.length === 0) {
        // A button alone: the second press, from an older page, has no effect.
        const first = await load(olive);
        const second = await load(ben);
        await olive.post(action, first);
        const after = await keptIn(console);
        await ben.post(action, second);
        expect({ action, kept: await keptIn(console) }).toEqual({ action, kept: after });
        tried.set(page + action, 1);
      }
      for (const name of names) {
        const first = await load(olive);
        const second = await load(ben);
        if (first.state === undefined) continue;
        const before = await keptIn(console);
        const olives = changed(html, name, first[name] ?? "", "by Olive");
        await olive.post(action, { ...first, [name]: olives });
        const after = await keptIn(console);
        const shown = (await load(ben))[name];
        if (Bun.deepEquals(before, after)) continue;
        for (const other of new Set([name, names.at(tried.size % names.length) ?? name])) {
          const bens = changed(html, other, second[other] ?? "", "Ben's");
          const { status } = await ben.post(action, { ...second, [other]: bens });
          if (status === 409) expect(await keptIn(console)).toEqual(after);
          // Two fields of one thing may be changed by two people; one field may not.
          else expect({ action, name, other, is: (await load(ben))[name] }).toEqual({ action, name, other, is: shown });
        }
        tried.set(page + action, (tried.get(page + action) ?? 0) + 1);
      }
    }
    const untried = [...tried].filter(([, count]) => count === 0).map(([form]) => form);
    expect(untried.filter((form) => !form.endsWith("/remove") && !WITH_FILES.has(form))).toEqual([]);
  });

  test("nothing is removed that somebody has changed since", async () => {
    await using console = await openFilledConsole();
    const olive = await console.as("owner", "Olive");
    const ben = await console.as("owner", "Ben");
    const { forms } = await crawl(olive, (path) => rows.pages.find((row) => isOf(row, path))?.path ?? null);
    for (const { page, action } of forms.filter((form) => form.action.endsWith("/remove"))) {
      const form = forms.find((each) => each.page === page && `${each.action}/remove` === action);
      const seen = await formFields(await ben.get(page), action);
      if (form === undefined || seen.state === undefined) continue;
      const first = await formFields(await olive.get(page), form.action);
      for (const name of Object.keys(first).filter((each) => !/state$/.test(each))) {
        await olive.post(form.action, { ...first, [name]: changed(form.html, name, first[name] ?? "", "by Olive") });
      }
      const after = await keptIn(console);
      expect({ action, status: (await ben.post(action, seen)).status }).toEqual({ action, status: 409 });
      expect(await keptIn(console)).toEqual(after);
    }
  });
});

/** Forms that nothing but a file can change, by their page and where they are sent: each is tried with one where it is tested. */
const WITH_FILES: ReadonlySet<string> = new Set(["/profile/pictures/profile/logo", "/profile/pictures/profile/photo"]);
