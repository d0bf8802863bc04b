/**
 * `bun run test:answers`: a crowd that submits one link at once, and servers that are killed while answers come in.
 *
 *     bun soak/answers/main.ts [--crowd 1000] [--kills 200] [--seed 1]
 */
import { parseArgs } from "node:util";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { crowd, kills, type Played } from "./plays.ts";

const { values } = parseArgs({
  options: {
    crowd: { type: "string", default: "1000" },
    kills: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
console.log(`seed ${values.seed}`);
const { number } = createSeededRandom(Number(values.seed));
if (Number(values.crowd) > 0) report(await crowd(Number(values.crowd)));
if (Number(values.kills) > 0) report(await kills(Number(values.kills), number));

function report({ told, findings }: Played): void {
  console.log(told);
  for (const finding of findings) console.error(`  ${finding}`);
  if (findings.length > 0) process.exitCode = 1;
}
