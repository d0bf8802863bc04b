import { describe, expect, test } from "bun:test";
import { dependencies } from "../../package.json";
import { PAGE_SECURITY_HEADERS, pageAssets } from "../../src/pages/mod.ts";
import { htmlFaults } from "../support/page_faults.ts";
import { businessOf, fullBusiness, manyReviews, pageAt, reviewOf, richPublication } from "../support/page_stage.ts";

const PAGES = [
  "/",
  "/?query=drain",
  "/?rating=9",
  "/reviews/r3",
  "/reviews/gone",
  "/nowhere",
  "/technicians/dana",
  "/services/boilers",
  "/verification",
  "/developers",
  "/technicians",
  "/services",
  "/record",
  "/de/",
  "/de/verification",
  "/es/",
  "/es/services/drains",
  "/fr/",
  "/fr/nowhere",
  "/docs",
  "/mcp",
];

const HOSTILE = [
  "<script>globalThis.pwned = 1</script>",
  '"><img src=x onerror=pwned()>',
  "</title></script><svg onload=pwned()>",
  "--><!-- ]]> {{7*7}} <%= 7 %>",
  "' onmouseover='pwned()",
];

describe.each(PAGES)("the page at %s", (path) => {
  test("is valid HTML", async () => {
    const { html } = await pageAt(richPublication(manyReviews(50), fullBusiness({ is_sample: true })), path);
    expect(await htmlFaults(html)).toEqual([]);
  });

  test("names each review by a heading, by which people who do not see it find their way", async () => {
    const { html } = await pageAt(richPublication(), path);
    for (const [article] of html.matchAll(/<article.*?<\/article>/gs))
      expect(article).toMatch(/<h[2-4] class="author">/);
  });

  test("has headings of which none skips a level", async () => {
    const { html } = await pageAt(richPublication(), path);
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  });

  test("has once the outlines that it draws", async () => {
    const { html } = await pageAt(richPublication(), path);
    const drawn = new Set([...html.matchAll(/<use [^>]*href="#(\w+)"/g)].map(([, id]) => id));
    const outlines = [...html.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
    expect(outlines.filter((id) => drawn.has(id))).toEqual([...drawn]);
  });

  test("carries a policy under which nothing runs inline and nothing comes from elsewhere, and obeys it", async () => {
    const { html, headers } = await pageAt(richPublication(), path);
    if (path !== "/docs") expect(headers).toEqual(PAGE_SECURITY_HEADERS);
    expect(html).not.toMatch(/ style="| on[a-z]+="|<style|<iframe|<object|<base/);
    const loaded = [...html.matchAll(/<(?:script|img|link rel="(?:icon|stylesheet)")[^>]* (?:src|href)="([^"]*)"/g)];
    expect(loaded.map((match) => match[1]).filter((address) => !/^\/(?!\/)/.test(address ?? ""))).toEqual([]);
  });
});

describe.each(HOSTILE)("the text %s", (text) => {
  const business = businessOf({ name: text, description: text, services: [{ id: "s", name: text, keywords: [] }] });
  const review = reviewOf({
    id: "r3",
    title: text,
    text: `${text}\n\n${text}`,
    author: { name: text, is_anonymous: false },
    source: { name: text, url: `https://a.example/?${text}` },
    mentions: { entities: [], technicians: [], services: ["s"], service_areas: [] },
    reply: { text, date: null },
  });

  test.each(PAGES)("stays text on %s", async (path) => {
    const { html } = await pageAt(richPublication(Array(6).fill(review), business), `${path}`);
    const elements = [
      ...html.replaceAll(/<script type="application\/ld\+json">.*?<\/script>/gs, "").matchAll(/<[a-z!/][^>]*>/gi),
    ];
    expect(
      elements
        .map(([tag]) => tag)
        .filter(
          (tag) =>
            /onerror|onload|onmouseover=|<img(?! src="")|pwned = 1/.test(withoutValues(tag)) || /src="(?!\/)/.test(tag),
        ),
    ).toEqual([]);
    expect(html.match(/<script/g)?.length).toBe(html.match(/<\/script>/g)?.length);
  });
});

/** A tag without the values of its attributes. */
function withoutValues(tag: string): string {
  return tag.replaceAll(/"[^"]*"/g, '""');
}

test("assets are named after their content, those of a package after its release", async () => {
  const release = dependencies["swagger-ui-dist"].replaceAll(".", "\\.");
  for (const { path, read } of pageAssets) {
    const digest = new Bun.CryptoHasher("sha256").update(await read()).digest("hex");
    expect(path).toMatch(new RegExp(`-${digest.slice(0, 10)}\\.|/swagger-ui-${release}\\.(?:js|css)$`));
  }
});

test("pages come out the same when the program is started from another folder", async () => {
  const module = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
  const script = `const { renderErrorPage } = await import(${module("pages/error_page.tsx")});
    const { wordsFor } = await import(${module("languages/mod.ts")});
    const site = { baseUrl: "https://a.example", version: "1", words: wordsFor("en"), ownLanguage: "en" };
    console.log(renderErrorPage(site, 404).body.length > 1000)`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { cwd: "/" });
  expect(stdout.toString()).toBe("true\n");
});

test("the policy of a page allows pictures of its own site alone, as a logo elsewhere is shown by a copy", async () => {
  const business = businessOf({ logo: "https://cdn.example/a/logo.png" });
  const { headers } = await pageAt(richPublication(manyReviews(1), business), "/");
  expect(headers?.["Content-Security-Policy"]).toContain("img-src 'self';");
});
