/**
 * `bun run record --against DIR`: answers of this checkout and of another, compared byte by byte; of this one twice where none is named.
 *
 *     bun soak/record/main.ts [--against ../before] [--only sample,german] [--keep FOLDER]
 *
 * Exit code 1 when any answer differs. `--keep` writes what differs into `before/` and `after/`, for `diff -r`.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Answers, type Difference, differences } from "./answers.ts";
import { type RecordedBusiness, recordedBusinesses } from "./businesses.ts";
import { recordAnswers } from "./recording.ts";

const OURS = resolve(import.meta.dir, "../..");

const { values } = parseArgs({
  options: {
    against: { type: "string", default: OURS },
    only: { type: "string" },
    keep: { type: "string" },
  },
});
const only = values.only?.split(",");
const found: Difference[] = [];
let asked = 0;
for (const business of await recordedBusinesses()) {
  if (only?.includes(business.name) === false) continue;
  const before = await recordIn(resolve(values.against), business);
  const after = await recordIn(OURS, business);
  const differing = differences(before, after);
  for (const each of differing) keep(business, each, before, after);
  console.log(`${business.name}: ${after.size} answers, ${differing.length} differ`);
  asked += after.size;
  found.push(...differing);
}
for (const [kind, list] of Map.groupBy(found, kindOf)) {
  console.log(`\n${list.length} x ${kind}`);
  for (const { asked: address, at } of list.slice(0, 3))
    console.log(`    ${address}${at === undefined ? "" : `, byte ${at}`}`);
}
console.log(`\n${asked} answers, ${asked - found.length} alike, ${found.length} differ`);
process.exitCode = found.length === 0 ? 0 : 1;

/** What differs, without what an address alone has: digests, and the bytes of codings and pictures. */
function kindOf({ part, before, after }: Difference): string {
  const [was, is] = [before, after].map((text) => text.replace(/[0-9a-f]{32}/g, "DIGEST").replace(/\d+/g, "N"));
  return was?.includes("\uFFFD") ? `${part} in binary` : `${part}\n  - ${was}\n  + ${is}`;
}

/** Both checkouts work in a folder of the same path, since paths are printed. */
async function recordIn(checkout: string, business: RecordedBusiness): Promise<Answers> {
  const folder = join(tmpdir(), `goodword-record-${process.pid}-${business.name}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    return await recordAnswers(checkout, business, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function keep({ name }: RecordedBusiness, { asked: address }: Difference, before: Answers, after: Answers): void {
  if (values.keep === undefined) return;
  const file = `${address.replace(/[^\w.=&-]+/g, "_").slice(0, 150)}-${Bun.hash.crc32(address).toString(16)}`;
  for (const [side, answers] of Object.entries({ before, after })) {
    const answer = answers.get(address);
    if (answer === undefined) continue;
    mkdirSync(join(values.keep, side, name), { recursive: true });
    const head = Buffer.from(`${address}\n${answer.status}\n${answer.headers}\n\n`);
    writeFileSync(join(values.keep, side, name, file), Buffer.concat([head, answer.body]));
  }
}
