/** A reader of the public port, one request after the other: how long each took. */

/** Between two requests, in milliseconds. */
const EVERY_MS = 10;
const PATHS = ["/healthz", "/api/reviews/search?query=leak&limit=5", "/"];

/** How long each request took until `done`, in milliseconds; of a server of many businesses, each is asked in turn by its host. */
export async function readUntil(url: string, done: Promise<unknown>, hosts: readonly string[] = []): Promise<number[]> {
  const waited: number[] = [];
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  for (let turn = 0; !isDone; turn++) {
    const begun = performance.now();
    const host = hosts[turn % hosts.length];
    const init = host === undefined ? {} : { headers: { Host: host } };
    await (await fetch(url + PATHS[turn % PATHS.length], init)).bytes();
    waited.push(performance.now() - begun);
    await Bun.sleep(EVERY_MS);
  }
  await end;
  return waited;
}
