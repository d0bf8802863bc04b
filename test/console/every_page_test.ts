/** What holds for every page of the console, whichever there are; of forms, what comes of one that leads nowhere. */
import { expect, test } from "bun:test";
import { openTestConsole } from "../support/console.ts";
import { allRows, crawl } from "../support/console_forms.ts";
import { fillConsole } from "../support/console_sample.ts";
import { htmlFaults } from "../support/page_faults.ts";

const { pages, acts } = allRows;

/** The row of a path. */
const rowOf = (path: string) =>
  pages.find((row) => new RegExp(`^${row.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))?.path ?? null;

async function filled(said: (index: number) => string) {
  const console = openTestConsole({ isOneOfMany: true });
  await fillConsole(console.store, said);
  return { console, owner: await console.as("owner") };
}

test("A form that leads nowhere is answered with 404, 409 or 422, and changes nothing", async () => {
  const { console, owner } = await filled((index) => `words ${index}`);
  await using _ = console;
  const before = await console.kept();
  for (const { path } of acts.filter(({ path }) => path.includes(":"))) {
    const answer = await owner.post(path.replaceAll(/:\w+/g, "nowhere"), { state: "x" });
    expect([path, [404, 409, 422].includes(answer.status)]).toEqual([path, true]);
  }
  expect(await console.kept()).toEqual(before);
});

const RULES: Parameters<typeof htmlFaults>[1] = {
  // The renderer ends void elements as XML does.
  "void-style": "off",
  // Roles are repeated where a style removes them.
  "no-redundant-role": "off",
  "prefer-native-element": "off",
  "no-redundant-for": "off",
  // Boxes of one name are one field with several values.
  "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "submit", "reset"] }],
  // A script sends the form of a passkey.
  "wcag/h32": "off",
  "long-title": "off",
  "doctype-style": "off",
};

const OF_NO_SECTION: ReadonlySet<string> = new Set(["/account"]);

/** What the menu marks as the place where a page is. */
function sectionOf(path: string): string {
  if (path.startsWith("/profile/photos")) return "/profile/photos";
  const [, first = ""] = /^\/([^/?]*)/.exec(path) ?? [];
  return first === "check" || first === "inbox" ? "/" : `/${first}`;
}

test("Every page is valid HTML, has its place marked in the menu, and redirects visitors who are not logged in", async () => {
  const { console, owner } = await filled((index) => `words ${index}`);
  await using _ = console;
  for (const [path, html] of (await crawl(owner, rowOf)).pages) {
    expect([path, await htmlFaults(html, RULES)]).toEqual([path, []]);
    const [marked, ...within] = [...html.matchAll(/<a href="([^"]*)" aria-current="page"/g)].map(([, to = ""]) => to);
    expect([path, marked]).toEqual([path, OF_NO_SECTION.has(path) ? undefined : sectionOf(path)]);
    // Of lists that can be narrowed down, the one that is seen.
    expect([path, within.filter((to) => to !== path)]).toEqual([path, []]);
    const stranger = await console.get(path);
    expect([path, stranger.status, stranger.headers.get("Location")?.startsWith("/login")]).toEqual([path, 303, true]);
  }
});
