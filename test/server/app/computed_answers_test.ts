/** Computed answers: which requests count against the rate limit, and which answers are not computed again. */
import { describe, expect, test } from "bun:test";
import { PATHS } from "../../../src/http/paths.ts";
import { FORM_PATHS } from "../../../src/pages/invitations/forms.ts";
import { operations } from "../../../src/server/app/mod.ts";
import { appOf, servedOpenApi } from "../../support/app_of.ts";
import { CLIENT } from "../../support/client.ts";
import { endpointOf } from "../../support/mcp_endpoint.ts";
import { businessOf, manyReviews } from "../../support/page_stage.ts";
import { publicationOf } from "../../support/publication_of.ts";

const publication = publicationOf(businessOf(), [...manyReviews(30)]);
const large = publicationOf(businessOf(), [...manyReviews(300)]);
type Described = Readonly<Record<string, { readonly get?: { readonly responses: object } }>>;
const askOf =
  (app: ReturnType<typeof appOf>) =>
  async (path: string, init: RequestInit = {}) =>
    app(new Request(`http://goodword.test${path}`, init), CLIENT);

describe("RATE_LIMIT_PER_MINUTE", () => {
  const POST = {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: "{}",
  };
  const COMPUTED: readonly (readonly [path: string, init: RequestInit])[] = [
    [`${PATHS.search}?rating=5`, {}],
    [`${PATHS.search}?unknown=1`, {}],
    [`${PATHS.csv}?rating=5`, {}],
    [`${PATHS.ndjson}?rating=5`, {}],
    ["/api/reviews/since/2020-01-01", {}],
    [`${PATHS.reviews}?provenance=unknown`, {}],
    [PATHS.changes, {}],
    ["/?rating=5", {}],
    ["/sitemap.xml?part=1", {}],
    ["/badge.svg?theme=dark", {}],
    ["/no/such/page", {}],
    [PATHS.mcp, POST],
  ];

  test.each(COMPUTED)("counts %s", async (path, init) => {
    const ask = askOf(appOf(publication, { rateLimitPerMinute: 1, mcp: endpointOf(publication).mcp }));
    expect((await ask(path, init)).status).not.toBe(429);
    const refused = await ask(path, init);
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
  });

  /** Files, each named after its content or the same whatever is asked, which caches keep. */
  const FILES = ["getLogTile", "getLogCheckpoint", "getLogKey", "getJobPhoto"];
  const VALUES: Readonly<Record<string, string>> = {
    date: "2020-01-01",
    provenance: "export",
  };
  const depending = operations.filter(({ id, method, path, query }) => {
    const hasParameters = path.includes("{") || Object.keys(query?.properties ?? {}).length > 0;
    return method === "GET" && hasParameters && !FILES.includes(id) && !FORM_PATHS.includes(path);
  });

  test.each(depending.map((row) => [row.id, row] as const))(
    "counts %s, whose answer depends on parameters, and a description has 429",
    async (_, { path, query, tag }) => {
      const [name = ""] = Object.keys(query?.properties ?? {});
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? "x1");
      const ask = askOf(appOf(publication, { rateLimitPerMinute: 1 }));
      const asked = name === "" ? address : `${address}?${name}=${VALUES[name] ?? "x"}`;
      await ask(asked);
      expect((await ask(asked)).status).toBe(429);
      if (tag === undefined) return;
      const { paths } = (await servedOpenApi("https://reviews.example")) as { paths: Described };
      expect(Object.keys(paths[path]?.get?.responses ?? {})).toContain("429");
    },
  );

  test.each([
    `${PATHS.csv}?min_rating=1`,
    `${PATHS.ndjson}?log=true`,
    `${PATHS.reviews}?provenance=unknown`,
    "/api/reviews/since/2020-01-01",
    "/?min_rating=1&limit=100",
  ])("counts the bytes of %s", async (path) => {
    const ask = askOf(appOf(large, { rateLimitPerMinute: 100 }));
    const bytes = (await (await ask(path)).bytes()).length;
    expect(bytes).toBeGreaterThan(32_768);
    const left = /r=(\d+)/.exec((await ask(`${PATHS.search}?limit=1`)).headers.get("ratelimit") ?? "")?.[1];
    expect(Number(left)).toBe(98 - Math.floor(bytes / 16_384));
  });

  test.each([PATHS.health, PATHS.readiness, PATHS.csv, PATHS.openApi])("never counts %s", async (path) => {
    const ask = askOf(appOf(publication, { rateLimitPerMinute: 1, trouble: () => null }));
    for (let time = 0; time < 3; time++) expect((await ask(path)).status).toBe(200);
  });

  test.each(["/", "/docs", "/sitemap.xml", "/verification"])(
    "counts %s once: then it is kept, whatever unknown parameters follow it",
    async (path) => {
      const ask = askOf(appOf(publication, { rateLimitPerMinute: 1 }));
      const first = await ask(path);
      for (const query of ["", "?", "?x=1", "?utm_source=mail&utm_campaign=spring", "?x=2&x=3"]) {
        const again = await ask(path + query);
        expect([again.status, again.headers.get("etag")]).toEqual([200, first.headers.get("etag")]);
      }
    },
  );
});

describe("A query on a page", () => {
  const ask = askOf(appOf(publication));

  test.each([
    ["/?rating=5", "/?rating=5&utm_source=mail"],
    ["/badge.svg?theme=dark", "/badge.svg?utm_source=mail&theme=dark"],
    ["/docs", "/docs?q=cursor"],
  ])("%s is the same page as %s", async (one, other) => {
    expect(await (await ask(other)).text()).toBe(await (await ask(one)).text());
  });

  test("a page with a query comes in the coding that is asked for, with validators of its own", async () => {
    const coded = await ask("/?rating=5&limit=20", { headers: { "Accept-Encoding": "gzip" } });
    expect(coded.headers.get("content-encoding")).toBe("gzip");
    expect(coded.headers.get("content-security-policy")).toContain("default-src 'none'");
    const tag = coded.headers.get("etag") ?? "";
    expect((await ask("/?rating=5&limit=20", { headers: { "If-None-Match": tag } })).status).toBe(304);
  });
});

describe("A problem", () => {
  test("lists at most twenty issues, and counts the others in more_issues", async () => {
    const ask = askOf(appOf(publication));
    const names = Array.from({ length: 4000 }, (_, at) => `u${at}`);
    const answer = await ask(`${PATHS.search}?rating=9&${names.join("&")}`);
    const problem = (await answer.json()) as { issues: { path: string[] }[]; more_issues: number };
    expect(answer.status).toBe(400);
    expect(problem.issues.map(({ path }) => path[0])).toEqual(["rating", ...names.slice(0, 19)]);
    expect(problem.more_issues).toBe(3981);
  });

  test("has no more_issues with twenty issues or fewer", async () => {
    const ask = askOf(appOf(publication));
    for (const count of [2, 20]) {
      const names = Array.from({ length: count }, (_, at) => `u${at}=1`);
      const problem = (await (await ask(`${PATHS.search}?${names.join("&")}`)).json()) as { issues: unknown[] };
      expect(problem.issues).toHaveLength(count);
      expect(problem).not.toHaveProperty("more_issues");
    }
  });
});
