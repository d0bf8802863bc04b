/** What holds for every page of the console, whichever there are; of forms, what comes of one that leads nowhere. */
import { expect, test } from "bun:test";
import { HtmlValidate } from "html-validate";
import { allRows } from "../../src/console/modules.ts";
import { openTestConsole } from "../support/console.ts";
import { crawl } from "../support/console_forms.ts";
import { fillConsole } from "../support/console_sample.ts";
import { everything } from "../support/everything.ts";

const { pages, acts } = await allRows();

/** The row of a path. */
const rowOf = (path: string) =>
  pages.find((row) => new RegExp(`^${row.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))?.path ?? null;

async function filled(said: (index: number) => string) {
  const console = openTestConsole();
  await fillConsole(console.store, said);
  return { console, owner: await console.as("owner") };
}

test("A form that leads nowhere is answered with 404, 409 or 422, and changes nothing", async () => {
  const { console, owner } = await filled((index) => `words ${index}`);
  await using _ = console;
  const before = await everything(console.store.contents);
  for (const { path } of acts.filter(({ path }) => path.includes(":"))) {
    const answer = await owner.post(path.replaceAll(/:\w+/g, "nowhere"), { state: "x" });
    expect([path, [404, 409, 422].includes(answer.status)]).toEqual([path, true]);
  }
  expect(await everything(console.store.contents)).toEqual(before);
});

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:a11y"],
  rules: {
    "attribute-boolean-style": "off",
    "tel-non-breaking": "off",
    // The renderer ends void elements as XML does.
    "void-style": "off",
    // Roles are said again where a style takes them away.
    "no-redundant-role": "off",
    "prefer-native-element": "off",
    "no-redundant-for": "off",
    // A script sends the form of a passkey.
    "wcag/h32": "off",
    "long-title": "off",
    "doctype-style": "off",
  },
});

test("Every page is valid HTML, and shown to nobody who is not logged in", async () => {
  const { console, owner } = await filled((index) => `words ${index}`);
  await using _ = console;
  for (const [path, html] of (await crawl(owner, rowOf)).pages) {
    const { results } = await validator.validateString(html);
    const findings = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
    expect([path, [...new Set(findings)]]).toEqual([path, []]);
    const stranger = await console.get(path);
    expect([path, stranger.status, stranger.headers.get("Location")?.startsWith("/login")]).toEqual([path, 303, true]);
  }
});

/** What a hostile review may hold: twenty ways in, each behind ten ways out of where it stands. */
const WAYS_OUT = ["", '">', "'>", "</title>", "</textarea>", "-->", "</script>", "</option></select>", "\u2028", "]]>"];
const WAYS_IN = [
  "<script>pwned()</script>",
  "<img src=x onerror=pwned()>",
  "<svg onload=pwned()>",
  "<iframe srcdoc='<script>pwned()</script>'>",
  "<a href=javascript:pwned()>x</a>",
  "javascript:pwned()",
  "data:text/html,<script>pwned()</script>",
  "<form action=https://evil.example><button>x</button></form>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content=0;url=https://evil.example>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<style>*{display:none}</style>",
  "<object data=https://evil.example></object>",
  "<math><mi xlink:href=javascript:pwned()>",
  "' onmouseover='pwned()",
  '" autofocus onfocus="pwned()',
  "<template shadowrootmode=open><script>pwned()</script></template>",
  "{{constructor.constructor('pwned()')()}}",
  "&lt;script&gt;pwned()&lt;/script&gt;",
  "<input name=state value=x><textarea name=reason>",
];
const HOSTILE = WAYS_IN.flatMap((way) => WAYS_OUT.map((out) => `${out}${way}`));

test("Two hundred hostile texts stay text on every page: nothing runs, leads astray or comes from elsewhere", async () => {
  expect(HOSTILE).toHaveLength(200);
  const hasReviews = rowOf("/reviews/r1") !== null;
  // A store holds sixty reviews, among other words.
  for (let first = 0; first < HOSTILE.length; first += 50) {
    const { console, owner } = await filled((index) => HOSTILE[(first + index) % HOSTILE.length] ?? "");
    await using _ = console;
    const found = [...(await crawl(owner, rowOf)).pages.keys()];
    const single = hasReviews ? Array.from({ length: 60 }, (_, at) => `/reviews/r${at}`) : [];
    for (const path of new Set([...found, ...single])) {
      expect([path, await whatRuns(await owner.get(path))]).toEqual([path, []]);
    }
  }
});

/** Whatever of a page would run, lead away or come from elsewhere. */
async function whatRuns(page: Response): Promise<string[]> {
  const found: string[] = [];
  const ours = /^(?:\/(?!\/)|\?|#)/;
  const seen = new HTMLRewriter().on("*", {
    element({ tagName, attributes }) {
      const given = Object.fromEntries([...attributes].map(([name = "", value = ""]) => [name.toLowerCase(), value]));
      const isWrong =
        ["iframe", "object", "embed", "base", "style", "math", "template"].includes(tagName) ||
        Object.keys(given).some((name) => name.startsWith("on") || name === "style" || name === "srcdoc") ||
        (tagName === "script" && !/^\/assets\//.test(given.src ?? "")) ||
        (tagName === "link" && !ours.test(given.href ?? "")) ||
        (tagName === "form" && !ours.test(given.action ?? "")) ||
        (given.formaction !== undefined && !ours.test(given.formaction)) ||
        (tagName === "img" && !/^(?:data:image\/(?:svg\+xml|webp);base64,|\/(?!\/))/.test(given.src ?? "")) ||
        (tagName === "a" &&
          !/^(?:\/(?!\/)|\?|#|https?:\/\/|mailto:|tel:|data:image\/svg\+xml;base64,)/.test(given.href ?? "")) ||
        (tagName === "meta" && given["http-equiv"] !== undefined && !/^\d+$/.test(given.content ?? ""));
      if (isWrong) found.push(`<${tagName} ${JSON.stringify(given)}>`);
    },
  });
  await seen.transform(page).text();
  return found;
}
