/** `/api/changes` of a real server, live: an import by another process reaches those who wait. */
import { expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { pushingServer, spawnGoodword, startService } from "../support/goodword_process.ts";

const BASE_URL = "http://reviews.goodword.test";
const EVENTS = { Accept: "text/event-stream" };

async function importReview(shop: Workshop, id: string, text: string): Promise<void> {
  const file = shop.write(`${id}.json`, reviewsFile({ id, text }));
  const { code } = await spawnGoodword(["import", file], { environment: { DATABASE_URL: `file:${shop.database}` } })
    .ended;
  expect(code).toBe(0);
}

/** The pages of a stream, one by one; null at its end. */
function pagesOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return async (): Promise<{ cursor: string; revision: string; ids: string[] } | null> => {
    for (;;) {
      const event = /event: changes\nid: .*\ndata: (.*)\n\n/.exec(text);
      if (event !== null) {
        text = text.slice(event.index + event[0].length);
        const { cursor, revision, changes } = JSON.parse(event[1] ?? "");
        return { cursor, revision, ids: changes.map(({ id }: { id: string }) => id) };
      }
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return null;
      text += value;
    }
  };
}

test("a live client receives an import, resumes by Last-Event-ID, and its stream ends with the server", async () => {
  using shop = new Workshop();
  await importReview(shop, "r1", "first words");
  const server = await startService({ environment: pushingServer(shop.database, BASE_URL) });
  const url = `${server.url}/api/changes`;
  const live = pagesOf(await fetch(url, { headers: EVENTS }));
  const first = await live();
  expect(first?.ids).toEqual(["r1"]);
  await importReview(shop, "r2", "second words");
  const second = await live();
  expect(second?.ids).toEqual(["r2"]);
  const whole = await fetch(`${server.url}/reviews.json`);
  expect(whole.headers.get("goodword-revision")).toBe(second?.revision ?? "");
  const resumed = pagesOf(await fetch(url, { headers: { ...EVENTS, "Last-Event-ID": first?.cursor ?? "" } }));
  expect((await resumed())?.ids).toEqual(["r2"]);
  expect(
    (await fetch(`${url}?after=${second?.cursor}`, { method: "HEAD", headers: EVENTS })).headers.get("content-type"),
  ).toBe("application/json");
  const stopped = server.kill("SIGTERM");
  expect(await live()).toBeNull();
  await stopped;
  expect(await server.ended).toMatchObject({ code: 0 });
});
