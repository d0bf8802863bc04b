/** Reviews in frames on other sites, and pasted addresses that become such a frame. */
import { describe, expect, test } from "bun:test";
import { htmlFaults } from "../support/page_faults.ts";
import { manyReviews, pageAt, reviewOf, richPublication, SITE } from "../support/page_stage.ts";

const publication = richPublication(manyReviews(30));
const articles = (html: string) => html.match(/<article>/g)?.length ?? 0;

describe("/embed", () => {
  test("shows the newest reviews whatever their stars, as many as asked for, and any site may frame it", async () => {
    const page = await pageAt(publication, "/embed?count=4&layout=grid");
    expect([page.status, articles(page.html)]).toEqual([200, 4]);
    expect(page.html).toContain('<body class="grid">');
    expect(page.headers?.["Content-Security-Policy"]).toContain("frame-ancestors *");
    expect(page.headers?.["Content-Security-Policy"]).toContain("default-src 'none'");
    expect(page.html).toContain('<meta name="robots" content="noindex">');
    expect(articles((await pageAt(publication, "/embed")).html)).toBe(6);
  });

  test("shows those of a service, by its id or name, and of a technician", async () => {
    const byId = await pageAt(publication, "/embed?service=drains&count=24");
    expect(byId.status).toBe(200);
    expect(byId.html).toContain("/services/drains");
    const { business } = publication;
    const name = business.services.find(({ id }) => id === "drains")?.name ?? "";
    const byName = await pageAt(publication, `/embed?service=${encodeURIComponent(name)}&count=24`);
    expect(byName.html).toBe(byId.html);
    expect((await pageAt(publication, "/embed?technician=dana")).html).toContain("/technicians/dana");
  });

  test.each([
    ["count=0", "count", /1/],
    ["count=many", "count", /integer/],
    ["layout=carousel", "layout", /list, grid/],
    ["service=roofs", "service", /drains/],
    ["colour=red", "colour", /colour/],
  ])("answers %s with 400, and names what is wrong", async (query, field, message) => {
    const page = await pageAt(publication, `/embed?${query}`);
    expect(page.status).toBe(400);
    expect(page.issues).toMatchObject([{ path: [field], message: expect.stringMatching(message) }]);
    expect(page.headers?.["Content-Security-Policy"]).toContain("frame-ancestors *");
  });

  test.each(["", "?layout=grid", "?layout=strip&theme=dark", "?service=drains", "?review=r3", "?count=0"])(
    "%s is valid HTML, each review under a heading of its own",
    async (query) => {
      const { html } = await pageAt(publication, `/fr/embed${query}`);
      expect(await htmlFaults(html)).toEqual([]);
      expect(html).not.toMatch(/<(?:base|meta|link)[^>]*\/>/);
      for (const [article] of html.matchAll(/<article>.*?<\/article>/gs)) expect(article).toMatch(/<h[12]/);
      for (const [link] of html.matchAll(/<a [^>]*>/g)) expect(link).toContain('target="_blank"');
    },
  );

  test("shows hostile words as text", async () => {
    const hostile = richPublication([
      reviewOf({ text: "<script>alert(1)</script>", author: { name: "<b>", is_anonymous: false } }),
    ]);
    const { html } = await pageAt(hostile, "/embed");
    expect(html).toContain("&lt;script>alert(1)&lt;/script>");
    expect(html).not.toContain("<b>");
  });
});

describe("oEmbed", () => {
  const asked = async (url: string, more = "") => {
    const page = await pageAt(publication, `/oembed?url=${encodeURIComponent(url)}${more}`);
    return { status: page.status, answer: JSON.parse(page.html) };
  };

  test("is found from the profile, a review, a service and a technician, and from no other page", async () => {
    const id = publication.reviewAt(0).id;
    for (const path of ["/", `/reviews/${id}`, "/services/drains", "/technicians/dana", "/de/services/drains"]) {
      const { html } = await pageAt(publication, path);
      const [, href = ""] = /type="application\/json\+oembed"[^>]*href="([^"]*)"/.exec(html) ?? [];
      const { pathname, search } = new URL(href.replaceAll("&amp;", "&"));
      const answer = await pageAt(publication, pathname + search);
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      expect(JSON.parse(answer.html)).toMatchObject({
        version: "1.0",
        type: "rich",
        html: expect.stringContaining("/embed?"),
      });
    }
    expect((await pageAt(publication, "/verification")).html).not.toContain("json+oembed");
  });

  test("answers with a frame that fits, whose address shows what was pasted", async () => {
    const { answer } = await asked(`${SITE.baseUrl}/services/drains`, "&maxwidth=300&maxheight=200");
    expect(answer).toMatchObject({ width: 300, height: 200 });
    const [, src = ""] = /src="([^"]*)"/.exec(answer.html) ?? [];
    const { pathname, search } = new URL(src.replaceAll("&amp;", "&"));
    expect((await pageAt(publication, pathname + search)).status).toBe(200);
  });

  test("refuses addresses of other sites and pages, XML, and a missing address", async () => {
    expect((await asked("https://elsewhere.example/")).status).toBe(404);
    expect((await asked(`${SITE.baseUrl}/verification`)).status).toBe(404);
    expect((await asked(`${SITE.baseUrl}/reviews/nothing`)).status).toBe(404);
    expect((await asked(`${SITE.baseUrl}/`, "&format=xml")).status).toBe(501);
    expect((await pageAt(publication, "/oembed")).issues).toMatchObject([{ path: ["url"] }]);
  });

  test("links to the page that it frames, and repeats no address that was asked for", async () => {
    const { host } = new URL(SITE.baseUrl);
    for (const url of [`javascript://${host}/?%0aalert(1)`, `data://${host}/`, `ftp://${host}/`]) {
      expect({ url, status: (await asked(url)).status }).toEqual({ url, status: 404 });
    }
    const { answer } = await asked(`https://jane:secret@${host}/services/drains?utm=1#top`);
    expect(answer.html).toContain(`<a href="${SITE.baseUrl}/services/drains">`);
  });

  test("answers an address whose escapes are broken as one that is not here", async () => {
    expect((await asked(`${SITE.baseUrl}/reviews/%zz`)).status).toBe(404);
    expect((await asked(`${SITE.baseUrl}/services/%ff`)).status).toBe(404);
  });
});
