/**
 * The hostile side of the admission bench, in a process of its own: asks over so many connections for answers that have to be
 * computed, reads them, and asks again.
 *
 *     bun bench/admission_client.ts URL CONNECTIONS ROW
 *
 * Prints how many were answered with which status when its standard input ends.
 */
import { ATTACKS } from "./admission_attacks.ts";

const [url = "", connections = "1", name = ""] = process.argv.slice(2);
const attack = ATTACKS.find((known) => known.name === name);
if (attack === undefined) throw new Error(`There is no attack ${name}`);
const statuses = new Map<number, number>();
let sent = 0;
let isEnded = false;

async function askOnAndOn({ requestFor }: NonNullable<typeof attack>): Promise<void> {
  while (!isEnded) {
    const { path, ...init } = requestFor(sent++);
    try {
      const response = await fetch(url + path, { redirect: "manual", decompress: false, ...init });
      for await (const _ of response.body ?? []) if (isEnded) break;
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      // As a client that wants to be answered does; a hostile one that does not is refused for nearly nothing.
      if (response.status === 429 || response.status === 503) await Bun.sleep(REFUSED_MS);
    } catch {
      statuses.set(0, (statuses.get(0) ?? 0) + 1);
    }
  }
}

/** Wait after a refusal, far less than Retry-After says. */
const REFUSED_MS = 20;

for (let connection = 0; connection < Number(connections); connection++) void askOnAndOn(attack);
for await (const _ of Bun.stdin.stream());
isEnded = true;
console.log(JSON.stringify([...statuses]));
process.exit(0);
