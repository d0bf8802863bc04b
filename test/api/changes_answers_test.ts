/** Pages of `/api/changes`: each is a document of its own to a client that keeps tags, and to one whose data were replaced. */
import { expect, test } from "bun:test";
import { PATHS } from "../../src/http/paths.ts";
import { appOf } from "../support/app_of.ts";
import { CLIENT } from "../support/client.ts";
import { businessOf, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";

const reviews = Array.from({ length: 12 }, (_, at) => reviewOf({ id: `r${at}`, date: `2026-01-${at + 10}` }));
const published = (revision: number) =>
  publicationOf(businessOf(), reviews.slice(0, revision), {
    revision,
    changedIn: ({ id }) => Number(id.slice(1)) + 1,
  });
const asker =
  (app: ReturnType<typeof appOf>) =>
  async (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    app(new Request(`http://goodword.test${PATHS.changes}?${query}`, { headers }), CLIENT);

interface Page {
  readonly cursor: string;
  readonly changes: readonly { readonly id: string }[];
}

test("a page that is asked for with the tag or the date of another page is sent, not 304", async () => {
  const ask = asker(appOf(published(12)));
  const first = await ask("limit=5");
  const { cursor } = (await first.json()) as Page;
  const validators = [
    { "If-None-Match": first.headers.get("etag") ?? "" },
    { "If-Modified-Since": first.headers.get("last-modified") ?? "Tue, 01 Sep 2026 00:00:00 GMT" },
  ];
  for (const headers of validators) {
    const second = await ask(`limit=5&after=${cursor}`, headers);
    expect([second.status, ((await second.json()) as Page).changes.length]).toEqual([200, 5]);
    expect((await ask(`after=${cursor}`, headers)).status).toBe(200);
  }
  expect((await ask("limit=5", validators[0])).status).toBe(304);
});

test("a cursor of data that a backup replaced is 410 at once where no other server answers, else 503 for a while", async () => {
  const later = published(12);
  const { cursor } = (await (await asker(appOf(later))("")).json()) as Page;
  const at = Date.parse("2026-06-01T12:11:20Z");
  const clock = { now: () => at, after: () => () => {} };
  for (const [isOnlyServer, status] of [
    [true, 410],
    [false, 503],
  ] as const) {
    const app = appOf(published(3), { clock, isOnlyServer: () => isOnlyServer });
    expect((await asker(app)(`after=${cursor}`)).status).toBe(status);
  }
});
