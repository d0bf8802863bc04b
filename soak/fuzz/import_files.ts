/** Import files with damage in them: whole or refused in one line, and refused means that nothing changed. */
import type { Random } from "../../src/platform.ts";
import { reviewsFile, Workshop } from "../../test/support/command_line.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";

const SOUND = reviewsFile(
  { id: "a1", text: "On time \u{1f600}, and tidy; call 555 0100", reply: { text: "Thanks", date: "2026-05-02" } },
  { id: "a2", rating: 1, title: 'The "worst"', author: { name: "Zoë O'Neill" } },
  { id: "a3", text: "", language: "en", mentions: { technicians: ["Sam"], services: [], service_areas: [] } },
);
const CSV = 'date,rating,text,author,source,verification\n2026-05-01,5,"On time, and tidy",Jane D.,google,job_record\n';
/** What a fault of the program, and not of the file, would look like. */
const INNER = /TypeError|RangeError|SQLITE|undefined|\bat .*:\d+:\d+|internal/;

/** What was wrong, with the line that plays it again. */
export async function damagedImports(seed: number, count: number, from = 0): Promise<string[]> {
  const findings: string[] = [];
  using shop = new Workshop();
  for (let number = from; number < from + count; number++) {
    const random = createSeededRandom(seed + number);
    const name = random.number() < 0.75 ? "damaged.json" : "damaged.csv";
    const file = shop.write(name, damaged(new TextEncoder().encode(name.endsWith("csv") ? CSV : SOUND), random));
    const before = await held(shop);
    const { code, err } = await shop.run("import", file, "--replace", "--remove-missing", "--quiet");
    const isOneLine = /^goodword: [^\n\p{Cc}]+\n$/u.test(err) && !INNER.test(err);
    const isKept = before === (await held(shop));
    if (code === 0 || (code === 1 && isOneLine && isKept)) continue;
    findings.push(
      `an import ended with ${code}, ${isKept ? "nothing" : "something"} changed: ${err.slice(0, 400)}\n` +
        `       again: bun run test:fuzz --only imports --seed ${seed} --request ${number}`,
    );
  }
  return findings;
}

async function held(shop: Workshop): Promise<string> {
  return (await shop.run("list", "--json")).out;
}

function damaged(sound: Uint8Array, random: Random): Uint8Array {
  let bytes = sound;
  for (let flips = 1 + Math.floor(random.number() * 3); flips > 0; flips--) {
    const at = Math.floor(random.number() * bytes.length);
    const cut = Math.floor(random.number() * 4);
    const put = random.bytes(Math.floor(random.number() * 4));
    bytes = new Uint8Array([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + cut)]);
  }
  return random.number() < 0.1 ? bytes.subarray(0, Math.floor(random.number() * bytes.length)) : bytes;
}
