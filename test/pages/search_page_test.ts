import { describe, expect, test } from "bun:test";
import { readSearch } from "../../src/pages/mod.ts";
import { pageAt, reviewOf, richPublication } from "../support/page_stage.ts";

describe("the search on the home page", () => {
  const publication = richPublication();

  test("finds what the search interface finds, with the total", async () => {
    const { status, html } = await pageAt(publication, "/?query=BOILER&rating=2");
    expect(status).toBe(200);
    expect(html).toContain("5 reviews found</h1>");
    expect(html.match(/<article/g)).toHaveLength(5);
  });

  test("marks the hits in the text by the rule of the search, whatever their case", async () => {
    const { html } = await pageAt(richPublication([reviewOf({ text: "STRASSE, Straße, straße." })]), "/?query=straße");
    expect(html).toContain("<p>STRASSE, <mark>Straße</mark>, <mark>straße</mark>.</p>");
  });

  test("marks the words that a judgement rests on, names, and what means a service", async () => {
    const judged = reviewOf({
      text: "Dana came at eight sharp. Our drains run, and Danaë the cat is dry.",
      mentions: { entities: [], technicians: ["Dana Okafor"], services: ["drains"], service_areas: [] },
      aspects: [
        { aspect: "punctuality", sentiment: "positive", certainty: 0.97, quote: "came at eight sharp" },
        { aspect: "cleanliness", sentiment: "negative", certainty: 0.95, quote: "the cat" },
      ],
    });
    const found = async (search: string) => {
      const { html } = await pageAt(richPublication([judged]), search);
      return [...html.matchAll(/<mark>(.*?)<\/mark>/g)].map((match) => match[1]);
    };
    expect(await found("/?mentions_aspect=punctuality")).toEqual(["came at eight sharp"]);
    expect(await found("/?mentions_aspect=punctuality&sentiment=positive")).toEqual(["came at eight sharp"]);
    expect(await found("/?mentions_technician=dana")).toEqual(["Dana"]);
    expect(await found("/?mentions_service=drains")).toEqual(["drain"]);
  });

  test("shows the form as it was filled in", async () => {
    const { html } = await pageAt(
      publication,
      "/?words=drain&rating=5&mentions_service=drains&mentions_technician=Marcus+Bell&since=2020-01-01&until=2026-12-31",
    );
    expect(html).toContain('name="words" maxlength="200" value="drain"');
    for (const value of ["5", "drains", "Marcus Bell"])
      expect(html).toMatch(new RegExp(`<option value="${value}" selected|<option selected value="${value}"`));
    expect(html).toContain('name="since" value="2020-01-01"');
    expect(html).toMatch(/<details class="more-filters" open/);
  });

  test("gives each filter a way to take it back that keeps the others", async () => {
    const { html } = await pageAt(publication, "/?query=drain&rating=5");
    expect(html).toContain('<a href="/?query=drain" aria-label="Remove filter: 5 stars">');
    expect(html).toContain('<a href="/?rating=5" aria-label="Remove filter: “drain”">');
  });

  test("shows in which order the reviews stand, and offers the others above them, with the same filters", async () => {
    const ordersAt = async (search: string) =>
      /<nav class="orders.*?<\/nav>/s.exec((await pageAt(publication, search)).html)?.[0] ?? "";
    const found = await ordersAt("/?words=boiler&rating=5");
    expect(found).toContain("<strong>Best match</strong>");
    expect(found).toContain('<a href="/?words=boiler&amp;rating=5&amp;sort=newest">Newest</a>');
    expect(await ordersAt("/?sort=lowest")).toContain("<strong>Lowest rated</strong>");
    expect(await ordersAt("/?sort=lowest")).not.toContain("Best match");
  });

  test("pages by cursor with the same filters, and leads back to the newest", async () => {
    const first = await pageAt(publication, "/?query=drain");
    const next = /rel="next" href="([^"]*)"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(next).toStartWith("/?query=drain&cursor=");
    const second = await pageAt(publication, next);
    expect(second.html).toContain('<a href="/?query=drain">Newest</a>');
    expect(second.html.match(/<article/g)).toHaveLength(5);
  });

  test("shows filters that the form has no field or choice for", async () => {
    const { status, html } = await pageAt(publication, "/?min_rating=4.5&mentions_service=chimneys&limit=7");
    expect(status).toBe(200);
    expect(html).toContain('<input type="hidden" name="min_rating" value="4.5"');
    expect(html).toContain("Remove filter: 4.5 stars or more");
    expect(html).toContain("Remove filter: chimneys");
    expect(html).toMatch(/<option value="chimneys" selected|<option selected value="chimneys"/);
  });

  test("has no empty choice of order where the usual one is asked for", async () => {
    expect((await pageAt(publication, "/?sort=newest")).html).not.toMatch(/<option[^>]*><\/option>/);
  });

  test("states that nothing was found, with advice", async () => {
    const { status, html } = await pageAt(publication, "/?query=zeppelin");
    expect(status).toBe(200);
    expect(html).toContain("No reviews found");
    expect(html).toContain("No results. Remove a filter or try a shorter word.");
  });

  test("shows similar reviews where no review contains the phrase", async () => {
    const { html } = await pageAt(publication, "/?query=drains cleaned");
    expect(html).toContain("No reviews found");
    expect(html.slice(html.indexOf("Similar reviews"))).toContain("<mark>drain</mark>");
    expect((await pageAt(publication, "/?query=drain")).html).not.toContain("Similar reviews");
  });

  test("answers a cursor that nobody gave with status 400", async () => {
    const { status, html } = await pageAt(publication, "/?cursor=made-up");
    expect(status).toBe(400);
    expect(html).toContain("cursor: “made-up” is not valid");
  });

  test.each<readonly [path: string, ...issues: string[]]>([
    ["/", "Stars: “9” is not a number from 1 to 5", "From: “yesterday” is not a date (YYYY-MM-DD)"],
    ["/de/", "Sterne: „9“ ist keine Zahl von 1 bis 5", "Von: „yesterday“ ist kein Datum (JJJJ-MM-TT)"],
    ["/es/", "Estrellas: «9» no es un número del 1 al 5", "Desde: «yesterday» no es una fecha (AAAA-MM-DD)"],
    ["/fr/", "n’est pas un nombre de 1 à 5</li>", "n’est pas une date (AAAA-MM-JJ)</li>"],
  ])("names all that is invalid in the language of %s, with status 400", async (path, ...issues: readonly string[]) => {
    const { status, html } = await pageAt(publication, `${path}?rating=9&since=yesterday`);
    expect(status).toBe(400);
    for (const issue of issues) expect(html).toContain(issue);
  });

  test("names a filter that is given twice, and one that needs another", async () => {
    const { html } = await pageAt(publication, "/?rating=4&rating=5&sentiment=positive");
    expect(html).toContain("<li>Stars: given more than once</li>");
    expect(html).toContain("<li>sentiment: cannot be combined with the other filters</li>");
  });

  test("shows a lower bound where not all were counted", async () => {
    const uncounted = {
      ...publication,
      search: () => ({ ordinals: [0], total: 1000, totalIsExact: false, nextCursor: null }),
    };
    const { html } = await pageAt(uncounted, "/?query=a");
    expect(html).toContain("More than 1,000 reviews found");
  });

  test("is kept out of search engines, unlike the home page", async () => {
    const found = await pageAt(publication, "/?query=drain");
    const home = await pageAt(publication, "/");
    expect(found.html).toContain('<meta name="robots" content="noindex"');
    expect(home.html).not.toContain("noindex");
    expect(home.html).toContain('<link rel="canonical" href="https://reviews.example/"');
  });

  test("points to the same search as JSON", async () => {
    const { html } = await pageAt(publication, "/?query=drain&rating=5");
    expect(html).toMatch(/href="\/api\/reviews\/search\?(?:rating=5&amp;query=drain|query=drain&amp;rating=5)"/);
  });
});

describe("readSearch()", () => {
  test("takes fields that were left empty for no filter", () => {
    expect(readSearch("query=&rating=&since=&until=&mentions_service=")).toEqual({ query: {}, issues: [] });
  });

  test("lets parameters be that are not of the search", () => {
    expect(readSearch("utm_source=mail&rating=4")).toEqual({ query: { rating: 4 }, issues: [] });
  });

  test("takes a repeated filter for a mistake", () => {
    expect(readSearch("rating=4&rating=5").issues).toHaveLength(1);
  });
});
