/**
 * A reader of its own process that asks for a small document at a steady pace, whether or not earlier answers are there:
 * each wait counts from the moment the request was due, so that a stall is not hidden by the requests it held up.
 *
 *     bun small_reads.ts URL...     prints the waits by URL as JSON when its standard input closes
 */
const PER_SECOND = 200;

/** Milliseconds each answer took. */
export type Waits = Readonly<Record<string, readonly number[]>>;

/** The waits of readers of these addresses while `work` runs. */
export async function readDuring(urls: readonly string[], work: () => Promise<unknown>): Promise<Waits> {
  const reader = Bun.spawn(["bun", import.meta.path, ...urls], { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
  const output = reader.stdout.getReader();
  await output.read();
  await work();
  await reader.stdin.end();
  let text = "";
  for (let chunk = await output.read(); !chunk.done; chunk = await output.read()) {
    text += new TextDecoder().decode(chunk.value);
  }
  return JSON.parse(text) as Waits;
}

async function main(urls: readonly string[]): Promise<void> {
  const waits: Record<string, number[]> = Object.fromEntries(urls.map((url) => [url, []]));
  let isWanted = true;
  const closed = Bun.stdin.text().then(() => {
    isWanted = false;
  });
  await Promise.all(urls.map(async (url) => (await fetch(url)).bytes()));
  console.log("reading");
  const started = performance.now();
  const under: Promise<void>[] = [];
  for (let request = 0; isWanted; request++) {
    const due = started + (request * 1000) / PER_SECOND;
    await Bun.sleep(Math.max(0, due - performance.now()));
    for (const url of urls) under.push(readOnce(url, due, waits[url]!));
  }
  await Promise.all([closed, ...under]);
  console.log(JSON.stringify(waits));
}

async function readOnce(url: string, due: number, waits: number[]): Promise<void> {
  await (await fetch(url)).bytes();
  waits.push(performance.now() - due);
}

if (import.meta.main) await main(process.argv.slice(2));
