/**
 * `bun run test:answers`: a crowd that submits one link at once, and servers that are killed while answers come in.
 *
 *     bun soak/answers/main.ts [--crowd 1000] [--kills 200] [--seed 1]
 */
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { optionsOf } from "../options.ts";
import { crowd, kills, type Played } from "./plays.ts";

const given = optionsOf({ crowd: 1000, kills: 200 });
if (given.crowd > 0) report(await crowd(given.crowd));
if (given.kills > 0) report(await kills(given.kills, createSeededRandom(given.seed).number));

function report({ told, findings }: Played): void {
  console.log(told);
  for (const finding of findings) console.error(`  ${finding}`);
  if (findings.length > 0) process.exitCode = 1;
}
